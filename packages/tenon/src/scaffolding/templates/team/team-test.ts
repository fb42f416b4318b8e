import type { Subject } from '../field.ts'
import { withArticle } from '../names.ts'
import { fitObject } from '../fit.ts'
import {
  addressText,
  comparison,
  fileTests,
  foreignText,
  head,
  listedText,
  requestText,
  refusal,
  sentText,
  toFormText,
  valuesText,
} from '../resource-test-template.ts'
import { createdText, shownText } from '../show/show-test.ts'

const opening = `await using app = await testApp()
    const team = await teams.create()
    const browser = await logIn(app, await createMember(team))`

/** `tests/invoices.test.ts` of records that belong to a team. */
export function teamTestText(subject: Subject): string {
  const { model, singular, plural, path, pages, label, labels, key } = subject.names
  const made = '{ team_id: team.id }'
  const values = valuesText(subject, made)
  const inTeam = `{ team: team.id, ${singular}: ${singular}.${key} }`
  const created = `const ${singular} = await ${plural}.create({ team_id: team.id })`
  return `${head(subject, factoriesImport)}
describe('${labels}', () => {
  it('of the team are listed', async () => {
    ${opening}
    ${created}
    await ${plural}.create()

${requestText('response', 'browser.get', [`route('${path}.index', { team: team.id })`])}

${listedText(subject)}
  })

  it('are created from the form', async () => {
    ${opening}
${values}

${requestText('response', 'browser.post', [`route('${path}.store', { team: team.id })`, sentText(subject)])}

${createdText(subject, `${model}.of(team)`, 'team: team.id, ')}
    assert.equal(await ${model}.of(team).count(), 1)
  })
${refusal(subject, { opening, client: 'browser', sender: 'form', parameters: ', { team: team.id }', made }, `.assertPage('${pages}/Create')`)}
  it('are shown on a page of their own', async () => {
    ${opening}
    ${created}
${addressText(`${path}.show`, inTeam)}

    const response = await browser.get(address)

${shownText(subject)}
  })

  it('are changed', async () => {
    ${opening}
    ${created}
${values}
${addressText(`${path}.update`, inTeam)}

    const response = await browser.put(address, ${sentText(subject)})

    response.assertStatus(303)
${comparison(subject, '.of(team)')}  })

  it('are deleted', async () => {
    ${opening}
    ${created}
${addressText(`${path}.destroy`, inTeam)}

    await browser.delete(address)

    assert.equal(await ${model}.of(team).find(${singular}.${key}), null)
  })

${foreignText(subject, { opening, whose: 'team', status: 404, made, hasForm: true })}  it('answer 404 for ${withArticle(label)} of a team that the user is not in', async () => {
    ${opening}
    const ${singular} = await ${plural}.create()
${fitObject(`    const parameters = { team: ${singular}.team_id, ${singular}: ${singular}.${key} }`)}

${requestText('listed', 'browser.get', [`route('${path}.index', { team: ${singular}.team_id })`])}
${requestText('shown', 'browser.get', [`route('${path}.show', parameters)`])}

    for (const response of [listed, shown]) response.assertStatus(404)
  })
${fileTests(subject, { opening, client: 'browser', made, outer: 'team: team.id, ', isBehindLogin: true })}})
${toFormText(subject)}`
}

const factoriesImport = `import { createMember, teams } from '../database/factories/team.ts'\n`
