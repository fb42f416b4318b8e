import { isRequired, madeOf, type Subject } from './field.ts'
import { fit } from './fit.ts'
import { toLabel, withArticle } from './names.ts'

/** Who calls the routes in a test. */
type Visitor = 'guest' | 'user'

/** `tests/posts.test.ts` of a resource with pages. */
export function pageTestText(subject: Subject, visitor: Visitor): string {
  const browser = visitor === 'guest' ? `app.as('page')` : 'browser'
  const opening = `await using app = await testApp()${logIn(visitor)}`
  const { model, singular, plural, path, pages, label, labels } = subject.names
  const values = valuesText(subject)
  return `${head(subject, visitor === 'guest' ? undefined : usersImport)}
describe('${labels}', () => {
  it('are listed', async () => {
    ${opening}
    const ${singular} = await ${plural}.create()

    const response = await ${browser}.get(route('${path}.index'))

${listedText(subject)}
  })

  it('are created from the form', async () => {
    ${opening}
${values}

    const response = await ${browser}.post(route('${path}.store'), values)

    response.assertStatus(303).assertRedirect(route('${path}.index'))
    assert.equal(await ${model}.count(), 1)
  })
${refusal(subject, { opening, client: browser, sender: 'form' }, `.assertPage('${pages}/Create')`)}
  it('are changed', async () => {
    ${opening}
    const ${singular} = await ${plural}.create()
${values}
    const address = route('${path}.update', { ${singular}: ${singular}.id })

    const response = await ${browser}.put(address, values)

    response.assertStatus(303)
${comparison(subject)}  })

  it('are deleted', async () => {
    ${opening}
    const ${singular} = await ${plural}.create()

    await ${browser}.delete(route('${path}.destroy', { ${singular}: ${singular}.id }))

    assert.equal(await ${model}.find(${singular}.id), null)
  })

  it('answer 404 for ${withArticle(label)} that does not exist', async () => {
    ${opening}

    const response = await ${browser}.get(route('${path}.edit', { ${singular}: 1 }))

    response.assertStatus(404)
  })
})
`
}

/** Asserts that the page lists one record. */
export function listedText({ names: { pages, plural, singular } }: Subject): string {
  return `    response.assertStatus(200).assertPage('${pages}/Index', {
      ${plural}: {
        data: [${singular}.toJSON()],
        perPage: 50,
        previousCursor: null,
        nextCursor: null,
      },
    })`
}

/** What a form sends: JSON as text. */
export function valuesText({ names, fields }: Subject, others: readonly string[] = []): string {
  const made = `await ${names.plural}.make()`
  const texts = fields.filter(({ kind }) => kind === 'json').map(({ name }) => `${name}: '{}'`)
  if (texts.length + others.length === 0) return `    const values = ${made}`
  const parts = [`...(${made})`, ...texts, ...others]
  return fit(
    `    const values = { ${parts.join(', ')} }`,
    `    const values = {\n${parts.map((part) => `      ${part},\n`).join('')}    }`,
  )
}

/** `tests/posts.test.ts` of a resource without pages. */
export function jsonTestText(subject: Subject): string {
  const { model, singular, plural, path, label, labels } = subject.names
  return `${head(subject)}
describe('${labels}', () => {
  it('are listed', async () => {
    await using app = await testApp()
    const ${singular} = await ${plural}.create()

    const response = await app.as('json').get(route('${path}.index'))

    const page = { perPage: 50, previousCursor: null, nextCursor: null }
    response.assertStatus(200).assertJson({ data: [${singular}.toJSON()], ...page })
  })

  it('are created', async () => {
    await using app = await testApp()

    const response = await app.as('json').post(route('${path}.store'), await ${plural}.make())

    response.assertStatus(201)
    assert.equal(await ${model}.count(), 1)
  })
${refusal(subject, { opening: guestOpening, client: `app.as('json')`, sender: 'program' }, '')}
  it('are changed', async () => {
    await using app = await testApp()
    const ${singular} = await ${plural}.create()
    const values = await ${plural}.make()
    const address = route('${path}.update', { ${singular}: ${singular}.id })

    const response = await app.as('json').put(address, values)

    response.assertStatus(200)
${comparison(subject)}  })

  it('are deleted', async () => {
    await using app = await testApp()
    const ${singular} = await ${plural}.create()

    await app.as('json').delete(route('${path}.destroy', { ${singular}: ${singular}.id }))

    assert.equal(await ${model}.find(${singular}.id), null)
  })

  it('answer 404 for ${withArticle(label)} that does not exist', async () => {
    await using app = await testApp()

    const response = await app.as('json').get(route('${path}.show', { ${singular}: 1 }))

    response.assertStatus(404)
  })
})
`
}

const guestOpening = 'await using app = await testApp()'

function logIn(visitor: Visitor): string {
  return visitor === 'guest' ? '' : '\n    const browser = await logIn(app, await users.create())'
}

const usersImport = `import { users } from '../database/factories/user.ts'\n`

/** The imports of a test; with those of the factories that make who logs in. */
export function head({ names }: Subject, factories?: string): string {
  return `import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { route } from 'tenon'
import { testApp } from 'tenon/testing'
import { ${names.model} } from '../app/models/${names.file}.ts'
import { ${names.plural} } from '../database/factories/${names.file}.ts'
${factories === undefined ? '' : `${factories}import { logIn } from './log-in.ts'\n`}`
}

/** Checks that a change was stored, by the first column with a distinct value. */
export function comparison({ names, fields }: Subject, within = ''): string {
  const own = fields.filter(
    (field) => madeOf(field).sample !== undefined && !field.owner && field.kind !== 'json',
  )
  const field = own.find((each) => madeOf(each).isAlike !== true) ?? own[0]
  if (field === undefined) return ''
  return `    const changed = await ${names.model}${within}.findOrFail(${names.singular}.id)
    assert.deepEqual(changed.${field.name}, values.${field.name})
`
}

/** Nothing is rejected if no field requires text. */
export function refusal(
  subject: Subject,
  { opening, client, sender, parameters = '' }: RefusalOptions,
  assertion: string,
): string {
  const { names, fields } = subject
  const field = fields.find((field) => field.kind === 'text' && isRequired(field))
  if (field === undefined) return ''
  const empty = `${field.name}: ''`
  const values =
    sender === 'form'
      ? valuesText(subject, [empty])
      : `    const values = { ...(await ${names.plural}.make()), ${empty} }`
  return `
  it('are rejected without ${withArticle(toLabel(field.name).toLowerCase())}', async () => {
    ${opening}
${values}

    const response = await ${client}.post(route('${names.path}.store'${parameters}), values)

    response.assertStatus(422)${assertion}
    response.assertErrors({ ${field.name}: '${toLabel(field.name)} is required' })
  })
`
}

interface RefusalOptions {
  readonly opening: string
  readonly client: string
  readonly sender: 'form' | 'program'
  /** What follows the name of the route. */
  readonly parameters?: string
}
