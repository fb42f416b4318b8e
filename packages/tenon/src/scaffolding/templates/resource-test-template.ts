import { isRequired, labelledName, madeOf, sampleOf, type Field, type Subject } from './field.ts'
import {
  diskImports,
  filesOf,
  findTestedFile,
  hasFiles,
  sendSample,
  toDisk,
  toFileHandler,
  toNoun,
} from './file-templates.ts'
import { fit, fitObject } from './fit.ts'
import { toLabel, withArticle } from './names.ts'
import { findRelated, toListColumns, type Related } from './page-files.ts'
import { createdText, shownText } from './show/show-test.ts'
import {
  belowText,
  countText,
  findBelow,
  fitCreated,
  logInText,
  ownRecords,
  toUsersImport,
} from './whose/whose-test.ts'
import type { Whose } from './whose/whose.ts'

/** Who calls the routes in a test, and the user to whom a record belongs. */
export interface TestOptions {
  readonly visitor: 'guest' | 'user'
  readonly whose?: Whose | undefined
}

/** `tests/posts.test.ts` of a resource with pages. */
export function pageTestText(subject: Subject, { visitor, whose }: TestOptions): string {
  const browser = visitor === 'guest' ? `app.as('page')` : 'browser'
  const { setup, made, stored, factories } = ownRecords(subject, whose)
  const opening = `await using app = await testApp()${visitor === 'guest' ? '' : logInText(whose, setup)}`
  const isTheirs = whose !== undefined
  const { model, singular, plural, path, pages, label, labels, key } = subject.names
  const record = `{ ${singular}: ${singular}.${key} }`
  const values = valuesText(subject, made)
  return fitCreated(`${head(subject, visitor === 'guest' ? undefined : toUsersImport(subject, factories))}
describe('${labels}', () => {
  it('${isTheirs ? 'of the user ' : ''}are listed', async () => {
    ${opening}
    const ${singular} = await ${plural}.create(${made})
${isTheirs ? `    await ${plural}.create()\n` : ''}
    const response = await ${browser}.get(route('${path}.index'))

${listedText(subject)}
  })

  it('are created from the form', async () => {
    ${opening}
${values}

${requestText('response', `${browser}.post`, [`route('${path}.store')`, sentText(subject)])}

${createdText(subject, `${model}${stored || '.query()'}`)}
${countText(model, stored)}
  })
${refusal(subject, { opening, client: browser, sender: 'form', made }, `.assertPage('${pages}/Create')`)}
  it('are shown on a page of their own', async () => {
    ${opening}
    const ${singular} = await ${plural}.create(${made})
${addressText(`${path}.show`, record)}

    const response = await ${browser}.get(address)

${shownText(subject)}
  })

  it('are changed', async () => {
    ${opening}
    const ${singular} = await ${plural}.create(${made})
${values}
${addressText(`${path}.update`, record)}

    const response = await ${browser}.put(address, ${sentText(subject)})

    response.assertStatus(303)
${comparison(subject)}  })

  it('are deleted', async () => {
    ${opening}
    const ${singular} = await ${plural}.create(${made})
${addressText(`${path}.destroy`, record)}

    await ${browser}.delete(address)

    assert.equal(await ${model}.find(${singular}.${key}), null)
  })

${isTheirs ? foreignText(subject, { opening, whose: 'user', status: 403, made, hasForm: true }) : ''}${belowTest(subject, { opening, client: browser, made, whose })}  it('answer 404 for ${withArticle(label)} that does not exist', async () => {
    ${opening}
    const ${singular} = await ${plural}.create(${made})
${addressText(`${path}.show`, record)}
    await ${singular}.delete()

    const response = await ${browser}.get(address)

    response.assertStatus(404)
  })
${fileTests(subject, { opening, client: browser, made, isBehindLogin: visitor === 'user' })}})
${toFormText(subject)}`)
}

/** Asserts that the page lists one record. */
export function listedText(subject: Subject): string {
  const { pages, plural, singular, model } = subject.names
  const columns = toListColumns(subject)
  const related = findRelated(subject)
  const load = related && `    const related = await ${singular}.load(${model}.${related.name})\n`
  return `${wireText(singular, columns)}${load ?? ''}    response.assertStatus(200).assertPage('${pages}/Index', {
      ${plural}: {
${dataText(singular, columns, { indent: '        ', others: related ? [relatedText(related)] : [] })}
        perPage: 50,
        previousCursor: null,
        nextCursor: null,
      },
    })`
}

/** The title of the loaded record as the list has it. */
function relatedText({ name, title, isNullable }: Related): string {
  return `${name}: ${isNullable ? 'related && ' : ''}{ ${title}: related.${title} }`
}

/** Declares the JSON of a record, if the list has only some of its columns. */
export function wireText(singular: string, columns: readonly string[] | undefined): string {
  return columns === undefined ? '' : `    const wire = ${singular}.toJSON()\n`
}

interface Listed {
  readonly indent: string
  /** Further values of the record. */
  readonly others?: readonly string[]
}

/** The list of one record, as a whole or with these columns. */
export function dataText(
  singular: string,
  columns: readonly string[] | undefined,
  { indent, others = [] }: Listed,
): string {
  if (columns === undefined) return `${indent}data: [${singular}.toJSON()],`
  const values = [...columns.map((column) => `${column}: wire.${column}`), ...others]
  const spread = values.map((value) => `${indent}    ${value},\n`).join('')
  return fit(
    `${indent}data: [{ ${values.join(', ')} }],`,
    `${indent}data: [\n${indent}  {\n${spread}${indent}  },\n${indent}],`,
  )
}

/** The values that a form sends, with JSON as text. `given` are values that the factory does not make. */
export function valuesText(
  { names, fields }: Subject,
  given = '',
  others: readonly string[] = [],
): string {
  const made = `await ${names.plural}.make(${given})`
  const texts = fields.filter(({ kind }) => kind === 'json').map(({ name }) => `${name}: '{}'`)
  if (texts.length + others.length === 0) return `    const values = ${made}`
  const parts = [`...(${made})`, ...texts, ...others]
  return fit(
    `    const values = { ${parts.join(', ')} }`,
    `    const values = {\n${parts.map((part) => `      ${part},\n`).join('')}    }`,
  )
}

/** Sends a request by a method such as `browser.post`, or `app.as('page').post`, and keeps the response. */
export function requestText(variable: string, method: string, given: readonly string[]): string {
  const start = `    const ${variable} = await ${method}(`
  const chained = start.replace(/(\.as\(.*\))(\.\w+\()$/, '\n      $1\n      $2')
  const lines = given.map((each) => `      ${each},\n`)
  return fit(
    `${start}${given.join(', ')})`,
    chained === start ? `${start}\n${lines.join('')}    )` : `${chained}${given.join(', ')})`,
  )
}

/** Declares the address of a route with these parameters, such as `{ post: post.id }`. */
export function addressText(route: string, parameters: string, variable = 'address'): string {
  return fitObject(`    const ${variable} = route('${route}', ${parameters})`)
}

/** What a test sends: with files, the values as a form. */
export function sentText({ fields }: Subject): string {
  return hasFiles(fields) ? 'toForm(values)' : 'values'
}

/** The function of a test that makes a form of values. */
export function toFormText({ names, fields }: Subject): string {
  const files = filesOf(fields)
  if (files.length === 0) return ''
  const lines = files.map((field) => sendSample(field, names))
  return `
/** What a browser sends if there are files in a form. */
function toForm(values: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) {
    form.set(name, value instanceof Date ? value.toISOString() : String(value ?? ''))
  }
${lines.join('')}  return form
}
`
}

interface FileTestOptions {
  readonly opening: string
  readonly client: string
  /** The values that a test gives the factory, as code. */
  readonly made?: string
  /** The parameters of a route, besides the record. */
  readonly outer?: string
  readonly isBehindLogin: boolean
  readonly sender?: 'form' | 'program'
}

/** The tests of the first file that can be made: sent, kept, replaced and deleted. */
export function fileTests(subject: Subject, options: FileTestOptions): string {
  const { names } = subject
  const { opening, client, made = '', outer = '', isBehindLogin, sender = 'form' } = options
  const file = findTestedFile(subject)
  if (file === undefined) return ''
  const { singular, plural, path, key } = names
  const noun = toNoun(file)
  const record = `const ${singular} = await ${plural}.create(${made})`
  const parameters = `{ ${outer}${singular}: ${singular}.${key} }`
  const find = `${toDisk(file, names).name}.find(${toKey(file, singular)})`
  const address = addressText(`${path}.${toFileHandler(file)}`, parameters)
  return `
  it('keep their ${noun} until another one is sent', async () => {
    ${opening}
    ${record}
${valuesText(subject, made)}
${addressText(`${path}.update`, parameters)}
    const unchanged = toForm(values)
    unchanged.delete('${file.name}')

    const response = await ${client}.put(address, unchanged)
    const kept = await ${find}
    await ${client}.put(address, toForm(values))
    const replaced = await ${find}

    response.assertStatus(${sender === 'form' ? 303 : 200})
    assert.ok(kept)
    assert.equal(replaced, null)
  })

  it('send their ${noun}, and delete it with the record', async () => {
    ${opening}
    ${record}
${address}
${addressText(`${path}.destroy`, parameters, 'removal')}

    const response = await ${client}.get(address)
    await ${client}.delete(removal)

    response.assertStatus(200)
    assert.equal(await ${find}, null)
  })
${isBehindLogin ? guestTest(file, { opening, record, address, sender }) : ''}`
}

function toKey({ name, isNullable }: Field, singular: string): string {
  return `${singular}.${name}${isNullable ? ` ?? ''` : ''}`
}

interface GuestTest {
  readonly opening: string
  readonly record: string
  readonly address: string
  readonly sender: 'form' | 'program'
}

/** Asks for the file with a browser that has no session. */
function guestTest(file: Field, { opening, record, address, sender }: GuestTest): string {
  const withoutLogin = opening.replace(/\n *const browser = .*/, '')
  return `
  it('send their ${toNoun(file)} to nobody who is not logged in', async () => {
    ${withoutLogin}
    ${record}
${address}

    const response = await app.as('${sender === 'form' ? 'page' : 'json'}').get(address)

    response.assertStatus(${sender === 'form' ? 302 : 401})
  })
`
}

interface BelowTestOptions {
  readonly opening: string
  readonly client: string
  readonly made: string
  readonly whose: Whose | undefined
}

/** The test of a record below another user's record; empty if it refers to no records of users. */
export function belowTest(subject: Subject, { whose, ...options }: BelowTestOptions): string {
  const field = whose && findBelow(subject)
  if (field?.owner === undefined) return ''
  const others = [`${field.name}: foreign.${field.owner.key}`]
  const values = valuesText(subject, options.made, others)
  const text = belowText(subject, field, { ...options, values, sent: sentText(subject) })
  return `${text.trimStart().replace(/^/, '  ')}\n`
}

interface ForeignTestOptions {
  readonly opening: string
  /** Who owns the record that the test asks for. */
  readonly whose: 'user' | 'team'
  /** What the routes answer. */
  readonly status: 403 | 404
  /** The values that say that a record belongs to the user or team. */
  readonly made: string
  /** Whether there is a page with the form. */
  readonly hasForm: boolean
}

/** Tries to read, change and delete a record of another user or team. */
export function foreignText(
  subject: Subject,
  { opening, whose, status, made, hasForm }: ForeignTestOptions,
): string {
  const { names, fields } = subject
  const { model, singular, plural, path, key } = names
  const [outer, all] = whose === 'team' ? ['team: team.id, ', '.ofAnyone()'] : ['', '']
  const [file] = filesOf(fields)
  const form = hasForm
    ? `${requestText('form', 'browser.get', [`route('${path}.edit', parameters)`])}\n`
    : ''
  const sent =
    file === undefined
      ? ''
      : `${requestText('sent', 'browser.get', [`route('${path}.${toFileHandler(file)}', parameters)`])}\n`
  return `  it('of another ${whose} answer ${status}, and stay as they are', async () => {
    ${opening}
    const ${singular} = await ${plural}.create()
${fitObject(`    const parameters = { ${outer}${singular}: ${singular}.${key} }`)}
${valuesText(subject, made)}

${requestText('shown', 'browser.get', [`route('${path}.show', parameters)`])}
${form}${requestText('changed', 'browser.put', [`route('${path}.update', parameters)`, sentText(subject)])}
${requestText('deleted', 'browser.delete', [`route('${path}.destroy', parameters)`])}
${sent}
    for (const response of [shown,${hasForm ? ' form,' : ''} changed, deleted${file === undefined ? '' : ', sent'}]) response.assertStatus(${status})
    const kept = await ${model}${all}.findOrFail(${singular}.${key})
    assert.deepEqual(kept.toJSON(), ${singular}.toJSON())
  })

`
}

/** The imports of a test; `factories` import the factories of users who log in. */
export function head(subject: Subject, factories?: string): string {
  const { names } = subject
  const tested = findTestedFile(subject)
  const fields = tested === undefined ? [] : [tested]
  return `import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { route } from 'tenon'
import { testApp } from 'tenon/testing'
${diskImports({ names, fields }, 'tests')}import { ${names.model} } from '../app/models/${names.file}.ts'
import { ${names.plural} } from '../database/factories/${names.file}.ts'
${factories === undefined ? '' : `${factories}import { logIn } from './log-in.ts'\n`}`
}

/** Checks that a change was stored, by the first column with a distinct value. */
export function comparison({ names, fields }: Subject, within = ''): string {
  const own = fields.filter(
    (field) => sampleOf(field) !== undefined && !field.owner && field.kind !== 'json',
  )
  const field = own.find((each) => madeOf(each).isAlike !== true) ?? own[0]
  if (field === undefined) return ''
  return `    const changed = await ${names.model}${within}.findOrFail(${names.singular}.${names.key})
    assert.deepEqual(changed.${field.name}, values.${field.name})
`
}

/** Sends a form without a required value. Empty if no field requires text or a file. */
export function refusal(
  subject: Subject,
  { opening, client, sender, parameters = '', made = '' }: RefusalOptions,
  assertion: string,
): string {
  const { names, fields } = subject
  const required = fields.filter(isRequired)
  const field = required.find(({ kind }) => kind === 'text') ?? filesOf(required)[0]
  if (field === undefined) return ''
  const isChoice = field.choice !== undefined
  const noun = withArticle(toNoun(isChoice ? { name: labelledName(field) } : field))
  const isFile = field.kind === 'file'
  const others = isFile ? [] : [`${field.name}: ''`]
  const values =
    sender === 'form' || hasFiles(fields)
      ? valuesText(subject, made, others)
      : `    const values = { ...(await ${names.plural}.make(${made})), ${others.join()} }`
  const form = `\n    const form = toForm(values)\n    form.delete('${field.name}')`
  const message = isFile || isChoice ? `Choose ${noun}` : `${toLabel(field.name)} is required`
  return `
  it('are rejected without ${noun}', async () => {
    ${opening}
${values}${isFile ? form : ''}

${requestText('response', `${client}.post`, [`route('${names.path}.store'${parameters})`, isFile ? 'form' : sentText(subject)])}

    response.assertStatus(422)${assertion}
    response.assertErrors({ ${field.name}: '${message}' })
  })
`
}

interface RefusalOptions {
  readonly opening: string
  readonly client: string
  readonly sender: 'form' | 'program'
  /** What follows the name of the route. */
  readonly parameters?: string
  /** The values that a test gives the factory, as code. */
  readonly made?: string
}
