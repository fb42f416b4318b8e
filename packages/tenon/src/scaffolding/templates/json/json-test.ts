import type { Subject } from '../field.ts'
import { hasFiles } from '../file-templates.ts'
import { withArticle } from '../names.ts'
import { toJsonListColumns } from '../page-files.ts'
import {
  addressText,
  belowTest,
  comparison,
  dataText,
  fileTests,
  foreignText,
  head,
  refusal,
  requestText,
  sentText,
  toFormText,
  valuesText,
  wireText,
  type TestOptions,
} from '../resource-test-template.ts'
import { countText, fitCreated, logInText, ownRecords, toUsersImport } from '../whose/whose-test.ts'

/** `tests/posts.test.ts` of a resource without pages. */
export function jsonTestText(subject: Subject, { visitor, whose }: TestOptions): string {
  const client = visitor === 'guest' ? `app.as('json')` : 'browser'
  const { setup, made, stored, factories } = ownRecords(subject, whose)
  const opening = `await using app = await testApp()${visitor === 'guest' ? '' : logInText(whose, setup)}`
  const isTheirs = whose !== undefined
  const { model, singular, plural, path, label, labels, key } = subject.names
  const record = `{ ${singular}: ${singular}.${key} }`
  const values = hasFiles(subject.fields)
    ? valuesText(subject, made)
    : `    const values = await ${plural}.make(${made})`
  return fitCreated(`${head(subject, visitor === 'guest' ? undefined : toUsersImport(subject, factories))}
describe('${labels}', () => {
  it('${isTheirs ? 'of the user ' : ''}are listed', async () => {
    ${opening}
    const ${singular} = await ${plural}.create(${made})
${isTheirs ? `    await ${plural}.create()\n` : ''}
    const response = await ${client}.get(route('${path}.index'))

${jsonListedText(subject)}
  })

  it('are created', async () => {
    ${opening}

${jsonCreation(subject, `${client}.post`, made)}
    response.assertStatus(201)
${countText(model, stored)}
  })
${refusal(subject, { opening, client, sender: 'program', made }, '')}
  it('are changed', async () => {
    ${opening}
    const ${singular} = await ${plural}.create(${made})
${values}
${addressText(`${path}.update`, record)}

    const response = await ${client}.put(address, ${sentText(subject)})

    response.assertStatus(200)
${comparison(subject)}  })

  it('are deleted', async () => {
    ${opening}
    const ${singular} = await ${plural}.create(${made})
${addressText(`${path}.destroy`, record)}

    await ${client}.delete(address)

    assert.equal(await ${model}.find(${singular}.${key}), null)
  })

${isTheirs ? foreignText(subject, { opening, whose: 'user', status: 403, made, hasForm: false }) : ''}${belowTest(subject, { opening, client, made, whose })}  it('answer 404 for ${withArticle(label)} that does not exist', async () => {
    ${opening}
    const ${singular} = await ${plural}.create(${made})
${addressText(`${path}.show`, record)}
    await ${singular}.delete()

    const response = await ${client}.get(address)

    response.assertStatus(404)
  })
${fileTests(subject, { opening, client, made, isBehindLogin: visitor === 'user', sender: 'program' })}})
${toFormText(subject)}`)
}

/** Asserts that the answer lists one record. */
function jsonListedText(subject: Subject): string {
  const { singular } = subject.names
  const columns = toJsonListColumns(subject)
  const page = '    const page = { perPage: 50, previousCursor: null, nextCursor: null }'
  const check = '    response.assertStatus(200).assertJson('
  if (columns === undefined) return `${page}\n${check}{ data: [${singular}.toJSON()], ...page })`
  return `${page}
${wireText(singular, columns)}${check}{
${dataText(singular, columns, { indent: '      ' })}
      ...page,
    })`
}

function jsonCreation(subject: Subject, method: string, made: string): string {
  const { path, plural } = subject.names
  const call = (sent: string) =>
    `${requestText('response', method, [`route('${path}.store')`, sent])}\n`
  if (!hasFiles(subject.fields)) return call(`await ${plural}.make(${made})`)
  return `${valuesText(subject, made)}\n\n${call(sentText(subject))}`
}

/** `tests/log-in.ts` of an application without pages, whose clients have tokens. */
export const tokenLogInText = `import type { TestApp } from 'tenon/testing'
import { auth } from '../app/auth.ts'
import type { User } from '../app/models/user.ts'

/** A client of its own. */
export type Client = ReturnType<TestApp['as']>

/** Creates a client with a token of the user, which a login gives as well. */
export async function logIn(app: TestApp, user: User): Promise<Client> {
  const { text } = await auth.tokens.issue(user, { name: 'Test', abilities: [], expires: '1h' })
  return app.as('json', { headers: { authorization: \`Bearer \${text}\` } })
}
`
