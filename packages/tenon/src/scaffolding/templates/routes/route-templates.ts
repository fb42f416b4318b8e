import type { Subject } from '../field.ts'
import { filesOf, toFileHandler, toFilePath } from '../file-templates.ts'
import { fit } from '../fit.ts'
import type { Names } from '../names.ts'

/** The routes of a resource: an item of `routes([…])`, and its imports from Tenon. */
export interface ResourceRoutes {
  readonly item: string
  readonly imports: readonly string[]
  /** The names that they need from `app/auth.ts`. */
  readonly fromAuth: readonly string[]
  /** Whether they ask the policy of the model. */
  readonly asksPolicy: boolean
}

/** Who may use the routes: everybody, or users who are logged in or have a token, by the middleware of `auth`. */
export type Access = 'everybody' | PageAccess | TokenAccess

/** Programs with a token; `limited-token` if `app/auth.ts` has `perToken`, which limits the requests of each. */
export type TokenAccess = 'token' | 'limited-token'

/** Who may use pages behind a login. */
export type PageAccess = 'required' | 'verified'

export function pageRoutes(subject: Subject, access: Access, asksPolicy: boolean): ResourceRoutes {
  return toRoutes(subject, { access, asksPolicy }, pageRouteParts(subject))
}

/** The routes of a resource with pages. */
export function pageRouteParts({ names: { singular } }: Subject): readonly RouteParts[] {
  return [
    [`get('/'`, 'index', 'viewAny'],
    [`get('/create'`, 'create', 'create'],
    [`post('/'`, 'store', 'create'],
    [`get('/{${singular}}'`, 'show', 'view'],
    [`get('/{${singular}}/edit'`, 'edit', 'update'],
    [`put('/{${singular}}'`, 'update', 'update'],
    [`del('/{${singular}}'`, 'destroy', 'delete'],
  ]
}

export function jsonRoutes(subject: Subject, access: Access, asksPolicy: boolean): ResourceRoutes {
  const { singular } = subject.names
  return toRoutes(subject, { access, asksPolicy }, [
    [`get('/'`, 'index', 'viewAny'],
    [`post('/'`, 'store', 'create'],
    [`get('/{${singular}}'`, 'show', 'view'],
    [`put('/{${singular}}'`, 'update', 'update'],
    [`del('/{${singular}}'`, 'destroy', 'delete'],
  ])
}

/** A route: how it starts, its handler, and the ability that a policy is asked about. */
type RouteParts = readonly [start: string, handler: string, ability: string]

interface WhoseRoutes {
  readonly access: Access
  /** Whether they ask the policy of the model. */
  readonly asksPolicy: boolean
}

function toRoutes(
  subject: Subject,
  { access, asksPolicy }: WhoseRoutes,
  routes: readonly RouteParts[],
): ResourceRoutes {
  const { names } = subject
  const toText = asksPolicy ? policedRoute : openRoute
  const lines = [...routes, ...fileRoutes(subject)].map((route) => `${toText(names, route)}\n`)
  return {
    imports: ['del', 'get', 'group', 'post', 'put'],
    fromAuth: toAuthNames(access),
    asksPolicy,
    item: `  group('/${names.path}', [
${lines.join('')}  ])${toAccessText(access, asksPolicy)},
`,
  }
}

/** The routes of the files of a record. */
export function fileRoutes({ names, fields }: Subject): readonly RouteParts[] {
  return filesOf(fields).map((field) => [
    `get('${toFilePath(field, names)}'`,
    toFileHandler(field),
    'view',
  ])
}

/** A route that asks no policy. */
function openRoute({ plural, path }: Names, [start, handler]: RouteParts): string {
  const call = `    ${start}, ${plural}.${handler})`
  const name = `'${path}.${handler}'`
  return fit(`${call}.name(${name}),`, `${call}.name(\n      ${name},\n    ),`)
}

/** A route that asks the policy what a user may do. */
export function policedRoute(
  { plural, path, model }: Names,
  [start, handler, ability]: RouteParts,
): string {
  const calls = [`.name('${path}.${handler}')`, `.can(${model}Policy.${ability})`]
  const call = `    ${start}, ${plural}.${handler})`
  return fit(
    `${call}${calls.join('')},`,
    `${call}\n${calls.map((each) => `      ${each}`).join('\n')},`,
  )
}

/** The middleware of the routes. Without a policy, `signedIn()` states that every user may use them. */
function toAccessText(access: Access, asksPolicy: boolean): string {
  if (access === 'everybody') return ''
  const guard = isTokenAccess(access) ? 'auth.token()' : `auth.${access}`
  const calls = [
    `.middleware(${guard})`,
    ...(access === 'limited-token' ? ['.middleware(perToken)'] : []),
    ...(asksPolicy ? [] : ['.signedIn()']),
  ]
  return calls.length === 1 ? calls.join('') : calls.map((call) => `\n    ${call}`).join('')
}

function toAuthNames(access: Access): readonly string[] {
  if (access === 'everybody') return []
  return access === 'limited-token' ? ['auth', 'perToken'] : ['auth']
}

/** Whether the routes are for programs with a token. */
export function isTokenAccess(access: Access): access is TokenAccess {
  return access === 'token' || access === 'limited-token'
}
