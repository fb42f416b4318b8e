import { fit } from './fit.ts'
import type { Names } from './names.ts'
import type { Layout } from './page-files.ts'

/**
 * `app/controllers/posts.ts` of an application with pages. With `own`, a new record belongs to the user who is
 * logged in.
 */
export function pageControllerText(names: Names, layout: Layout, own?: OwnColumn): string {
  const { model, singular, plural, pages, file, path } = names
  const hasUser = layout === 'signed-in'
  const user = hasUser ? 'user, ' : ''
  const bound = hasUser ? 'user: auth.user, ' : ''
  const index = hasUser
    ? `export const index = handler({ user: auth.user }).run(async ({ user }, { query }) =>
  page('${pages}/Index', {
    user,
    ${plural}: ${listText(`${model}.query()`)},
  }),
)

export const create = handler({ user: auth.user }).run(({ user }) =>
  page('${pages}/Create', { user, ${singular}: null }),
)`
    : `export const index = async ({ query }: HttpRequest) =>
  page('${pages}/Index', {
    ${plural}: ${listText(`${model}.query()`)},
  })

export const create = () => page('${pages}/Create', { ${singular}: null })`
  const request = hasUser ? '' : ', type HttpRequest'
  return `import { handler, page, redirect, route${request} } from 'tenon'
${hasUser || own !== undefined ? `import { auth } from '../auth.ts'\n` : ''}import { ${model} } from '../models/${file}.ts'
import { ${model}Request } from '../requests/${file}-request.ts'

${index}

${storeText(names, own, [`await ${model}.create(${toValues(own)})`, `return redirect(route('${path}.index'))`])}

${fit(
  `export const edit = handler({ ${bound}${singular}: ${model} }).run(({ ${user}${singular} }) => page('${pages}/Edit', { ${user}${singular} }))`,
  `export const edit = handler({ ${bound}${singular}: ${model} }).run(({ ${user}${singular} }) =>
  page('${pages}/Edit', { ${user}${singular} }),
)`,
)}

${updateText(names, [`await ${singular}.update(form)`, `return redirect(route('${path}.index'))`])}

export const destroy = handler({ ${singular}: ${model} }).run(async ({ ${singular} }) => {
  await ${singular}.delete()
  return redirect(route('${path}.index'))
})
`
}

/** The query of a list, the newest first: a page at the cursor in the URL. `indent` is that of its line. */
export function listText(start: string, indent = '    '): string {
  return `await ${start}
${indent}  .orderByKey('desc')
${indent}  .cursorPaginate({ perPage: 50, cursor: query.get('cursor') })`
}

/** `app/controllers/posts.ts` of an application without pages. */
export function jsonControllerText(names: Names, own?: OwnColumn): string {
  const { model, singular, file } = names
  const created = `json(await ${model}.create(${toValues(own)})).status(201)`
  const store =
    own === undefined
      ? `export const store = handler({ form: ${model}Request }).run(async ({ form }) =>\n  ${created},\n)`
      : storeText(names, own, [`return ${created}`])
  return `import { handler, json, noContent, type HttpRequest } from 'tenon'
${own === undefined ? '' : `import { auth } from '../auth.ts'\n`}import { ${model} } from '../models/${file}.ts'
import { ${model}Request } from '../requests/${file}-request.ts'

export const index = async ({ query }: HttpRequest) =>
  json(
    ${listText(`${model}.query()`)},
  )

export const show = handler({ ${singular}: ${model} }).run(({ ${singular} }) => json(${singular}))

${store}

${updateText(names, [`return json(await ${singular}.update(form))`])}

export const destroy = handler({ ${singular}: ${model} }).run(async ({ ${singular} }) => {
  await ${singular}.delete()
  return noContent()
})
`
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

function updateText({ model, singular }: Names, body: readonly string[]): string {
  return handlerText('update', [`${singular}: ${model}`, `form: ${model}Request`], body)
}

/** A handler that takes all of its bindings, or those it is told. */
export function handlerText(
  name: string,
  bindings: readonly string[],
  body: readonly string[],
  taken: readonly string[] = bindings.map((each) => each.split(':')[0] ?? ''),
): string {
  const start = `export const ${name} = handler({ ${bindings.join(', ')} }).run(`
  const call = `async ({ ${taken.join(', ')} }) => {`
  const head = start + call
  if (head === fit(head, '')) return [head, ...body.map((line) => `  ${line}`), '})'].join('\n')
  return [start, `  ${call}`, ...body.map((line) => `    ${line}`), '  },', ')'].join('\n')
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

export function pageRoutes({ path, plural, singular }: Names, access: Access): ResourceRoutes {
  return {
    imports: ['del', 'get', 'group', 'post', 'put'],
    needsAuth: access !== 'everybody',
    item: `  group('/${path}', [
    get('/', ${plural}.index).name('${path}.index'),
    get('/create', ${plural}.create).name('${path}.create'),
    post('/', ${plural}.store).name('${path}.store'),
    get('/{${singular}}/edit', ${plural}.edit).name('${path}.edit'),
    put('/{${singular}}', ${plural}.update).name('${path}.update'),
    del('/{${singular}}', ${plural}.destroy).name('${path}.destroy'),
  ])${toAccessText(access)},
`,
  }
}

export function jsonRoutes({ path, plural, singular }: Names, access: Access): ResourceRoutes {
  return {
    imports: ['del', 'get', 'group', 'post', 'put'],
    needsAuth: access !== 'everybody',
    item: `  group('/${path}', [
    get('/', ${plural}.index).name('${path}.index'),
    post('/', ${plural}.store).name('${path}.store'),
    get('/{${singular}}', ${plural}.show).name('${path}.show'),
    put('/{${singular}}', ${plural}.update).name('${path}.update'),
    del('/{${singular}}', ${plural}.destroy).name('${path}.destroy'),
  ])${toAccessText(access)},
`,
  }
}
