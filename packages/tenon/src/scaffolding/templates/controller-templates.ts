import type { Subject } from './field.ts'
import {
  createdFile,
  diskImports,
  filesOf,
  hasFiles,
  inTransaction,
  keptFile,
  toDisk,
  toFileHandler,
  toFilePath,
  type Lines,
} from './file-templates.ts'
import { fit, fitObject, fits } from './fit.ts'
import type { Names } from './names.ts'
import { toJsonListColumns, toListColumns, toRowName, type Layout } from './page-files.ts'

/**
 * `app/controllers/posts.ts` of an application with pages. With `own`, a new record belongs to the user who is
 * logged in.
 */
export function pageControllerText(subject: Subject, layout: Layout, own?: OwnColumn): string {
  const { names } = subject
  const { model, singular, plural, pages, path } = names
  const hasUser = layout === 'signed-in'
  const user = hasUser ? 'user, ' : ''
  const bound = hasUser ? ['user: auth.user'] : []
  const index = hasUser
    ? `export const index = handler({ user: auth.user }).run(async ({ user }, { query }) =>
  page('${pages}/Index', {
    user,
    ${plural}: ${listText(`${model}.query()`, subject)},
  }),
)

export const create = handler({ user: auth.user }).run(({ user }) =>
  page('${pages}/Create', { user, ${singular}: null }),
)`
    : `export const index = async ({ query }: HttpRequest) =>
  page('${pages}/Index', {
    ${plural}: ${listText(`${model}.query()`, subject)},
  })

${fit(
  `export const create = () => page('${pages}/Create', { ${singular}: null })`,
  `export const create = () =>\n  page('${pages}/Create', { ${singular}: null })`,
)}`
  const request = hasUser ? '' : ', type HttpRequest'
  const end = `return redirect(route('${path}.index'))`
  return `import { handler, page, redirect, route${request} } from 'tenon'
${subjectImports(subject, hasUser || own !== undefined, viewImport(subject))}
${viewText(subject)}${index}

${storeText(names, own, [...createLines(model, subject, own), end])}

${shortHandlerText('edit', [...bound, `${singular}: ${model}`], {
  call: `({ ${user}${singular} }) =>`,
  result: `page('${pages}/Edit', { ${user}${singular} })`,
})}

${updateText(subject, [...updateLines(subject), end])}

${destroyText(names, end)}
${sendTexts(subject)}`
}

/** The query of a list, the newest first: a page at the cursor in the URL, of whole records or of these columns. */
export function listText(
  start: string,
  subject: Subject,
  columns = toListColumns(subject),
): string {
  const select = columns === undefined ? '' : `      .select(${toRowName(subject)})\n`
  return `await ${start}
      .orderByKey('desc')
${select}      .cursorPaginate({ perPage: 50, cursor: query.get('cursor') })`
}

/** What a list shows of a record, if that is not all. */
export function viewText(subject: Subject, columns = toListColumns(subject)): string {
  if (columns === undefined) return ''
  const quoted = columns.map((column) => `'${column}'`)
  const start = `const ${toRowName(subject)} = view(${subject.names.model}, [`
  const spread = quoted.map((column) => `  ${column},\n`).join('')
  return `/** What the list shows: it reads no JSON, which may be large. */
${fit(`${start}${quoted.join(', ')}])`, `${start}\n${spread}])`)}

`
}

export function viewImport(subject: Subject, columns = toListColumns(subject)): string {
  return columns === undefined ? '' : `import { view } from 'tenon/models'\n`
}

/** `app/controllers/posts.ts` of an application without pages. */
export function jsonControllerText(subject: Subject, own?: OwnColumn): string {
  const { names } = subject
  const { model, singular } = names
  const listed = toJsonListColumns(subject)
  return `import { handler, json, noContent, type HttpRequest } from 'tenon'
${subjectImports(subject, own !== undefined, viewImport(subject, listed))}
${viewText(subject, listed)}export const index = async ({ query }: HttpRequest) =>
  json(
    ${listText(`${model}.query()`, subject, listed)},
  )

${shortHandlerText('show', [`${singular}: ${model}`], {
  call: `({ ${singular} }) =>`,
  result: `json(${singular})`,
})}

${jsonStoreText(subject, own)}

${updateText(subject, jsonUpdateLines(subject))}

${destroyText(names, 'return noContent()')}
${sendTexts(subject)}`
}

function jsonStoreText(subject: Subject, own: OwnColumn | undefined): string {
  const { names, fields } = subject
  const { model } = names
  if (hasFiles(fields)) {
    const lines = createLines(model, subject, own, 'const created = await ')
    return storeText(names, own, [...lines, 'return json(created).status(201)'])
  }
  const created = `json(await ${model}.create(${toValues(own)})).status(201)`
  if (own !== undefined) return storeText(names, own, [`return ${created}`])
  return `export const store = handler({ form: ${model}Request }).run(async ({ form }) =>\n  ${created},\n)`
}

function jsonUpdateLines(subject: Subject): Lines {
  if (!hasFiles(subject.fields))
    return [`return json(await ${subject.names.singular}.update(form))`]
  return [...updateLines(subject, 'const updated = await '), 'return json(updated)']
}

/** What handlers need for files, besides the disks. */
export function fileImports({ fields }: Pick<Subject, 'fields'>): string {
  const files = filesOf(fields)
  if (files.length === 0) return ''
  const errors = files.some(({ isNullable }) => isNullable)
  return `import { transaction } from 'tenon/database'\n${errors ? `import { NotFound } from 'tenon/errors'\n` : ''}`
}

/** What a controller imports besides the words of its first line. */
function subjectImports(subject: Subject, isAboutUser: boolean, others = ''): string {
  const { model, file } = subject.names
  const auth = isAboutUser ? `import { auth } from '../auth.ts'\n` : ''
  const disks = diskImports(subject, 'app/controllers')
  const own = `import { ${model} } from '../models/${file}.ts'\n`
  return [fileImports(subject), others, auth, disks, own, requestImport(subject)].join('')
}

export function requestImport({ names: { model, file }, fields }: Subject): string {
  const requests = [`${model}Request`, ...(hasFiles(fields) ? [`${model}UpdateRequest`] : [])]
  const from = `from '../requests/${file}-request.ts'\n`
  return fit(
    `import { ${requests.join(', ')} } ${from}`,
    `import {\n${requests.map((each) => `  ${each},\n`).join('')}} ${from}`,
  )
}

/** Creates a record in what `query` names: the model, or the records of a team. */
export function createLines(
  query: string,
  { names, fields }: Subject,
  own: OwnColumn | undefined,
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

/** The routes of the files of a record. */
function fileRoutes({ names, fields }: Subject): string {
  const { plural, path } = names
  const routes = filesOf(fields).map((field) => {
    const handler = toFileHandler(field)
    return `get('${toFilePath(field, names)}', ${plural}.${handler}).name('${path}.${handler}')`
  })
  return routes.map(routeLine).join('')
}

function routeLine(route: string): string {
  const spread = route.replace(/\.name\((.*)\)$/, '.name(\n      $1,\n    )')
  return `${fit(`    ${route},`, `    ${spread},`)}\n`
}

/** The column of the user whose record it is, and that of the user's key. */
export interface OwnColumn {
  readonly name: string
  readonly key: string
}

export function toValues(own: OwnColumn | undefined): string {
  return own === undefined ? 'form' : `{ ...form, ${own.name}: user.${own.key} }`
}

function storeText({ model }: Names, own: OwnColumn | undefined, body: readonly string[]): string {
  const user = own === undefined ? [] : ['user: auth.user']
  return handlerText('store', [...user, `form: ${model}Request`], body)
}

function updateText(subject: Subject, body: readonly string[]): string {
  const { model, singular } = subject.names
  return handlerText('update', [`${singular}: ${model}`, `form: ${updateRequest(subject)}`], body)
}

function destroyText({ model, singular }: Names, end: string): string {
  return handlerText('destroy', [`${singular}: ${model}`], [`await ${singular}.delete()`, end])
}

/** A handler that takes all of its bindings, or those it is told. */
export function handlerText(
  name: string,
  bindings: readonly string[],
  body: readonly string[],
  taken: readonly string[] = bindings.map((each) => each.split(':')[0] ?? ''),
): string {
  const start = handlerStart(name, bindings)
  const call = `async ({ ${taken.join(', ')} }) => {`
  if (isBroken(start) || fits(start + call)) {
    return [start + call, ...body.map((line) => `  ${line}`), '})'].join('\n')
  }
  return [start, `  ${call}`, ...body.map((line) => `    ${line}`), '  },', ')'].join('\n')
}

/** What a handler is called with, up to its arrow, and what it returns. */
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

/** Whether the bindings have a line each, so that the function begins where they end. */
function isBroken(start: string): boolean {
  return start.includes('\n')
}

/** A controller with one handler, for `make controller`. */
export function plainControllerText(): string {
  return `import { json } from 'tenon'

export const index = () => json({})
`
}

/** The routes of a resource: an item of `routes([…])`, and its imports from Tenon. */
export interface ResourceRoutes {
  readonly item: string
  readonly imports: readonly string[]
  /** Whether they need the file's own `auth`. */
  readonly needsAuth: boolean
}

/** Who may use the routes: everybody, or users who are logged in, by the middleware of `auth`. */
export type Access = 'everybody' | 'required' | 'verified'

function toAccessText(access: Access): string {
  return access === 'everybody' ? '' : `\n    .middleware(auth.${access})\n    .signedIn()`
}

export function pageRoutes(subject: Subject, access: Access): ResourceRoutes {
  const { path, plural, singular } = subject.names
  return toRoutes(subject, access, [
    `get('/', ${plural}.index).name('${path}.index')`,
    `get('/create', ${plural}.create).name('${path}.create')`,
    `post('/', ${plural}.store).name('${path}.store')`,
    `get('/{${singular}}/edit', ${plural}.edit).name('${path}.edit')`,
    `put('/{${singular}}', ${plural}.update).name('${path}.update')`,
    `del('/{${singular}}', ${plural}.destroy).name('${path}.destroy')`,
  ])
}

export function jsonRoutes(subject: Subject, access: Access): ResourceRoutes {
  const { path, plural, singular } = subject.names
  return toRoutes(subject, access, [
    `get('/', ${plural}.index).name('${path}.index')`,
    `post('/', ${plural}.store).name('${path}.store')`,
    `get('/{${singular}}', ${plural}.show).name('${path}.show')`,
    `put('/{${singular}}', ${plural}.update).name('${path}.update')`,
    `del('/{${singular}}', ${plural}.destroy).name('${path}.destroy')`,
  ])
}

function toRoutes(subject: Subject, access: Access, routes: readonly string[]): ResourceRoutes {
  const lines = routes.map(routeLine).join('')
  return {
    imports: ['del', 'get', 'group', 'post', 'put'],
    needsAuth: access !== 'everybody',
    item: `  group('/${subject.names.path}', [
${lines}${fileRoutes(subject)}  ])${toAccessText(access)},
`,
  }
}
