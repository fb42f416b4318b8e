import { capitalize } from '../../base/support/values/capitalize.ts'
import { toOwners, toSelfReferences, type Field, type Subject } from './field.ts'
import {
  createdFile,
  diskImports,
  filesOf,
  hasFiles,
  inTransaction,
  keptFile,
  toDisk,
  toFileHandler,
  toNoun,
  type Lines,
} from './file-templates.ts'
import { fit, fitObject, fits } from './fit.ts'
import { toPascal, withArticle, type Names } from './names.ts'
import {
  findRelated,
  toListColumns,
  toOptionsName,
  toRowName,
  type Layout,
  type Related,
} from './page-files.ts'
import { narrowText, toOwnColumn, type Whose } from './whose/whose.ts'
import { redirectLines, titledFor, titlesProp, titlesText, toListLine } from './show/details.ts'
import {
  toMessageName,
  toNotices,
  type Notices,
  type SpokenSubject,
} from './words/resource-words.ts'

/**
 * `app/controllers/posts.ts` of an application with pages. With `whose`, the list shows only the records that the policy
 * lets the user view, and a new record belongs to the user who is logged in.
 */
export function pageControllerText(subject: SpokenSubject, layout: Layout, whose?: Whose): string {
  const own = toOwnColumn(whose)
  const { names } = subject
  const { model, singular, plural, pages, path } = names
  const hasUser = layout === 'signed-in'
  const asksUser = hasUser || whose !== undefined
  const list = `${plural}: ${listText(viewable(names, whose), subject)}`
  const index = asksUser
    ? `export const index = handler({ user: auth.user }).run(async ({ user }, { query }) =>
  page('${pages}/Index', {
${hasUser ? '    user,\n' : ''}    ${list},
  }),
)`
    : `export const index = async ({ query }: HttpRequest) =>
  page('${pages}/Index', {
    ${list},
  })`
  const offered = offeredTo(subject)
  const formUser = hasUser || offered === 'user' ? ['user: auth.user'] : []
  const props = [...(hasUser ? ['user'] : []), ...optionsProp(subject)]
  const create = recordPage({
    name: 'create',
    bindings: formUser,
    call: `page('${pages}/Create'`,
    props: [...props, `${singular}: null`],
  })
  const showUser = hasUser || titledFor(subject) === 'user' ? ['user: auth.user'] : []
  const show = recordPage({
    name: 'show',
    bindings: [...showUser, `${singular}: ${model}`],
    call: `page('${pages}/Show'`,
    props: [...(hasUser ? ['user'] : []), singular, ...titlesProp(subject)],
  })
  const edit = recordPage({
    name: 'edit',
    bindings: [...formUser, `${singular}: ${model}`],
    call: `page('${pages}/Edit'`,
    props: [...props, singular],
  })
  const request = asksUser ? '' : ', type HttpRequest'
  const toRecord = redirectLines(subject)
  // Only the layout of the accounts kit shows notices.
  const { created, saved, deleted } = hasUser ? toTellings(toNotices(subject)) : silent
  const others = viewImport(subject) + (hasUser ? flashImport : '')
  return `import { handler, page, redirect, route${request} } from 'tenon'
${fileImports(subject)}${subjectImports(subject, whose, { hasUser, others })}
${viewText(subject)}${optionsText(subject)}${titlesText(subject)}${index}

${create}

${storeText(names, own, [...createLines(model, subject, own, `const ${singular} = await `), ...created, ...toRecord])}

${show}

${edit}

${updateText(subject, [...refuseSelf(subject), ...updateLines(subject), ...saved, ...toRecord])}

${destroyText(names, [...deleted, toListLine(path)])}
${sendTexts(subject)}`
}

interface RecordPageText {
  readonly name: 'create' | 'show' | 'edit'
  readonly bindings: readonly string[]
  readonly call: string
  readonly props: readonly string[]
}

/** The handler of a page about one record. It is async if it reads options for the form, or titles of other records. */
function recordPage({ name, bindings, call, props }: RecordPageText): string {
  const isAsync = props.some((prop) => prop.includes('await ')) ? 'async ' : ''
  const result = `${call}, { ${props.join(', ')} })`
  if (bindings.length > 0) {
    const taken = bindings.map((each) => each.split(':')[0]).join(', ')
    return shortHandlerText(name, bindings, { call: `${isAsync}({ ${taken} }) =>`, result })
  }
  const start = `export const ${name} = ${isAsync}() =>`
  return fit(`${start} ${result}`, `${start}\n${fitObject(`  ${result}`)}`)
}

/** The columns for which a form offers records to choose from. */
export function toChoices({ fields }: Subject): readonly Field[] {
  return fields.filter(({ choice }) => choice !== undefined)
}

/** Whether a form offers only the records of a team or of the user; `undefined` if it offers all. */
function offeredTo(subject: Subject): 'team' | 'user' | undefined {
  return toChoices(subject).find(({ choice }) => choice?.binding)?.choice?.binding
}

/** The props with the options of a form. */
export function optionsProp(subject: Subject): readonly string[] {
  if (toChoices(subject).length === 0) return []
  return [`...(await findOptions(${offeredTo(subject) ?? ''}))`]
}

/** The function that reads the options of a form. */
export function optionsText(subject: Subject): string {
  const choices = toChoices(subject)
  if (choices.length === 0) return ''
  const binding = offeredTo(subject)
  const parameter = binding === undefined ? '' : `${binding}: ${toPascal([binding])}`
  return `/** What the form offers: enough for a list to choose from. Let users search if there are more. */
const findOptions = async (${parameter}) => ({
${choices.map(optionText).join('')}})

`
}

function optionText(field: Field): string {
  const { owner, choice, theirs } = field
  if (owner === undefined || choice === undefined) return ''
  const { binding, title } = choice
  const { model } = owner.names
  const columns = [...new Set([owner.key, title])].map((column) => `'${column}'`)
  const start = binding === 'team' ? `${model}.of(team)` : `${model}.query()`
  const sorted = [`.orderBy('${title}')`, '.limit(500)']
  const calls = needsView(field)
    ? [...sorted, `.select(view(${model}, [${columns.join(', ')}]))`, '.all()']
    : [`.select(${columns.join(', ')})`, ...sorted, '.all()']
  const line = `  ${toOptionsName(field)}: await ${start}`
  const place = { start: '    ', end: '', indent: '    ' }
  const narrowed = theirs === undefined ? [] : [narrowText(theirs, 'user', place).trimStart()]
  const all = [...narrowed, ...calls]
  const spread = `${line}\n    ${all.join('\n    ')},`
  // Formatters break a chain that contains a function.
  const hasFunction = theirs !== undefined && theirs.steps.length > 0
  return `${hasFunction ? spread : fit(`${line}${all.join('')},`, spread)}\n`
}

/** Whether a view must convert the keys of the records that a form offers: JSON has no `bigint`. */
function needsView({ kind }: Field): boolean {
  return kind === 'bigint'
}

/** Imports the models of the records that pages name, and `User` if a form offers only the user's own. */
export function optionImports(subject: Subject): string {
  const { model } = subject.names
  const named = [...subject.fields, ...(subject.readOnly ?? [])].filter(({ choice }) => choice)
  const models = toOwners(named).filter(({ names }) => names.model !== model)
  const imports = models.map(
    ({ names }) => `import { ${names.model} } from '../models/${names.file}.ts'\n`,
  )
  const user =
    offeredTo(subject) === 'user' ? `import type { User } from '../models/user.ts'\n` : ''
  return imports.join('') + user
}

/** The query of the records that a user may view: all of them, unless each belongs to one user. */
function viewable({ model }: Names, whose: Whose | undefined): string {
  const query = `${model}.query()`
  return whose ? `${query}\n      .scope(${model}Policy.scope(user))` : query
}

/** The query of a list, newest first: the page at the cursor in the URL, with whole records or only these columns. */
export function listText(
  start: string,
  subject: Subject,
  columns = toListColumns(subject),
): string {
  const select = columns === undefined ? '' : `      .select(${toRowName(subject)})\n`
  return `await ${start}
      .orderByKey('desc')
${select}      .cursorPaginate({ perPage: 50, cursor: query.get('cursor'), orNearest: true })`
}

/** Declares the view of a record that a list shows; empty if it shows whole records. */
export function viewText(subject: Subject, columns = toListColumns(subject)): string {
  if (columns === undefined) return ''
  const quoted = columns.map((column) => `'${column}'`)
  const start = `const ${toRowName(subject)} = view(${subject.names.model}, [`
  const line = `${start}${quoted.join(', ')}])`
  const spread = `${start}\n${quoted.map((column) => `  ${column},\n`).join('')}])`
  const related = findRelated(subject)
  const text = related === undefined ? fit(line, spread) : withRelated(related, line, spread)
  return `/** What the list shows, and all that it reads. */
${text}

`
}

/** A view with the title of another record, as formatters break it. */
function withRelated({ name, model, title }: Related, line: string, spread: string): string {
  const parts = [`'${name}'`, `view(${model}, ['${title}'])`]
  const call = `.with(${parts.join(', ')})`
  if (fits(line + call)) return line + call
  const broken = `${line}.with(\n${parts.map((part) => `  ${part},\n`).join('')})`
  return fits(`${line}.with(`) ? broken : spread + call
}

export function viewImport(subject: Subject, columns = toListColumns(subject)): string {
  const isUsed = columns !== undefined || toChoices(subject).some(needsView)
  return isUsed ? `import { view } from 'tenon/models'\n` : ''
}

/** The imports of what handlers of files need, besides the disks, and of the errors that handlers throw. */
export function fileImports(subject: Subject): string {
  const files = filesOf(subject.fields)
  const errors = [
    ...(files.some(({ isNullable }) => isNullable) ? ['NotFound'] : []),
    ...(toSelfReferences(subject).length > 0 ? ['ValidationFailed'] : []),
  ]
  return [
    files.length === 0 ? '' : `import { transaction } from 'tenon/database'\n`,
    errors.length === 0 ? '' : `import { ${errors.join(', ')} } from 'tenon/errors'\n`,
  ].join('')
}

interface ControllerImports {
  /** Whether its pages show the user; absent if it has none. */
  readonly hasUser?: boolean
  readonly others: string
}

/** The imports of a controller: `others`, and those from the application. */
export function subjectImports(
  subject: Subject,
  whose: Whose | undefined,
  { hasUser, others }: ControllerImports,
): string {
  const { model, file } = subject.names
  // Only pages have forms.
  const hasPages = hasUser !== undefined
  const isAboutUser = hasUser || whose !== undefined || (hasPages && offeredTo(subject) === 'user')
  const auth = isAboutUser ? `import { auth } from '../auth.ts'\n` : ''
  const disks = diskImports(subject, 'app/controllers')
  const offered = hasPages ? optionImports(subject) : ''
  const models = `import { ${model} } from '../models/${file}.ts'\n${offered}`
  const policy = whose ? `import { ${model}Policy } from '../policies/${file}-policy.ts'\n` : ''
  return [others, auth, disks, models, policy, requestImport(subject)].join('')
}

export function requestImport({ names: { model, file }, fields }: Subject): string {
  const requests = [`${model}Request`, ...(hasFiles(fields) ? [`${model}UpdateRequest`] : [])]
  const from = `from '../requests/${file}-request.ts'\n`
  return fit(
    `import { ${requests.join(', ')} } ${from}`,
    `import {\n${requests.map((each) => `  ${each},\n`).join('')}} ${from}`,
  )
}

/** Creates a record through `query`: the model, or the records of a team. */
export function createLines(
  query: string,
  { names, fields }: Subject,
  own: Whose | undefined,
  start = 'await ',
): Lines {
  const files = filesOf(fields)
  if (files.length === 0) return [`${start}${query}.create(${toValues(own)})`]
  return inTransaction(start, `${query}.create`, [
    '...form',
    ...(own === undefined ? [] : [`${own.name}: user.${own.key}`]),
    ...files.map((field) => createdFile(field, names)),
  ])
}

/** Changes a record. */
export function updateLines({ names, fields }: Subject, start = 'await '): Lines {
  const call = `${names.singular}.update`
  const files = filesOf(fields)
  if (files.length === 0) return [`${start}${call}(form)`]
  return inTransaction(start, call, ['...form', ...files.map((field) => keptFile(field, names))])
}

/** Refuses a change by which a record would belong to itself. */
export function refuseSelf(subject: SpokenSubject): Lines {
  const { singular, label } = subject.names
  return toSelfReferences(subject).flatMap(({ name, owner, kind, isNullable }) => {
    const text = `${capitalize(withArticle(label))} cannot be its own ${toNoun({ name: owner?.relation ?? name })}`
    const { code } = subject.words.say(toMessageName({ name }, 'IsSelf'), text)
    // A form may send a UUID in capitals. The key of a record has none.
    const lower = kind === 'uuid' ? `${isNullable ? '?' : ''}.toLowerCase()` : ''
    return [
      `if (form.${name}${lower} === ${singular}.${owner?.key}) {`,
      `  throw new ValidationFailed({ ${name}: ${code} })`,
      '}',
    ]
  })
}

/** The name of the request that changes a record. */
export function updateRequest({ names, fields }: Subject): string {
  return `${names.model}${hasFiles(fields) ? 'Update' : ''}Request`
}

/** The handlers that answer with files. */
export function sendTexts({ names, fields }: Subject, outer: readonly string[] = []): string {
  const { singular, model } = names
  const texts = filesOf(fields).map((field) => {
    const key = `${singular}.${field.name}`
    const check = field.isNullable ? [`if (${key} === null) throw new NotFound()`] : []
    const body = [...check, `return ${toDisk(field, names).name}.send(${key})`]
    const bindings = [...outer, `${singular}: ${model}`]
    return `\n${handlerText(toFileHandler(field), bindings, body, [singular])}\n`
  })
  return texts.join('')
}

export function toValues(own: Whose | undefined): string {
  return own === undefined ? 'form' : `{ ...form, ${own.name}: user.${own.key} }`
}

function storeText({ model }: Names, own: Whose | undefined, body: readonly string[]): string {
  const user = own === undefined ? [] : ['user: auth.user']
  return handlerText('store', [...user, `form: ${model}Request`], body)
}

function updateText(subject: Subject, body: readonly string[]): string {
  const { model, singular } = subject.names
  return handlerText('update', [`${singular}: ${model}`, `form: ${updateRequest(subject)}`], body)
}

function destroyText({ model, singular }: Names, end: Lines): string {
  return handlerText('destroy', [`${singular}: ${model}`], [`await ${singular}.delete()`, ...end])
}

/** The lines that show a notice on the next page. */
export function toTellings(notices: Notices): Record<keyof Notices, Lines> {
  const tell = ({ code }: Notices['saved']): Lines => [`${flashCall} { notice: ${code} })`]
  const { created, saved, deleted } = notices
  return { created: tell(created), saved: tell(saved), deleted: tell(deleted) }
}

const silent: Record<keyof Notices, Lines> = { created: [], saved: [], deleted: [] }
const flashCall = 'flash(request,'

export const flashImport = `import { flash } from 'tenon/pages'\n`

/** A handler. Its function takes all bindings or those in `taken`, and the request if a line uses it. */
export function handlerText(
  name: string,
  bindings: readonly string[],
  body: readonly string[],
  taken: readonly string[] = bindings.map((each) => each.split(':')[0] ?? ''),
): string {
  const start = handlerStart(name, bindings)
  const request = body.some((line) => line.startsWith(flashCall) || line.includes('request.query'))
    ? ', request'
    : ''
  const call = `async ({ ${taken.join(', ')} }${request}) => {`
  if (isBroken(start) || fits(start + call)) {
    return [start + call, ...body.map((line) => fitLine(`  ${line}`)), '})'].join('\n')
  }
  return [start, `  ${call}`, ...body.map((line) => fitLine(`    ${line}`)), '  },', ')'].join('\n')
}

/** A line of a handler. If a redirect with a query is too long, the route gets its own line, or each argument does. */
function fitLine(line: string): string {
  const [, indent = '', name = '', parameters = '', query = ''] =
    /^( *)return redirect\(route\(('.*'), (\{.*\}), (\{.*\})\)\)$/.exec(line) ?? []
  if (fits(line) || name === '') return fitObject(line)
  const inner = `${indent}  `
  const each = [name, parameters, query].map((argument) => `${inner}  ${argument},\n`)
  const spread = `${inner}route(\n${each.join('')}${inner}),`
  const call = fit(`${inner}route(${name}, ${parameters}, ${query}),`, spread)
  return `${indent}return redirect(\n${call}\n${indent})`
}

/** The start of a handler's function, up to its arrow, and what it returns. */
interface ShortHandler {
  readonly call: string
  readonly result: string
}

/** A handler that is one expression. */
export function shortHandlerText(
  name: string,
  bindings: readonly string[],
  { call, result }: ShortHandler,
): string {
  const start = handlerStart(name, bindings)
  const line = `${start}${call} ${result})`
  if (fits(line)) return line
  if (isBroken(start) || fits(start + call)) {
    return `${start}${call}\n${fitObject(`  ${result},`)}\n)`
  }
  return `${start}\n${fit(`  ${call} ${result},`, `  ${call}\n${fitObject(`    ${result},`)}`)}\n)`
}

function handlerStart(name: string, bindings: readonly string[]): string {
  return fitObject(`export const ${name} = handler({ ${bindings.join(', ')} }).run(`)
}

/** Whether each binding has its own line. The function then begins on the line after the last one. */
function isBroken(start: string): boolean {
  return start.includes('\n')
}

/** A controller with one handler, for `make controller`. */
export function plainControllerText(): string {
  return `import { json } from 'tenon'

export const index = () => json({})
`
}
