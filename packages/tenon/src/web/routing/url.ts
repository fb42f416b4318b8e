import { writeQuery, type QueryFields } from '../body/write-query.ts'
import { Ambient } from '../../base/support/ambient.ts'
import { languageContexts, type LanguageContext } from '../../base/language/language-context.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import type { PathPattern, Segment } from './path-pattern.ts'
import type { RouteList } from './route-list.ts'
import type { RouteEntry } from './types/entry.ts'
import type {
  KnownArguments,
  KnownRoute,
  RouteArguments,
  RouteName,
  RouteValue,
} from './types/url.ts'

type ParameterSegment = Exclude<Segment, { readonly kind: 'fixed' }>
/** The parameters of a URL by name. */
export type UrlParameters = Readonly<Record<string, RouteValue>>

/** The data from which the URLs of an application are built. */
export interface UrlTable {
  /** The path of `APP_URL`, which comes before every path; usually empty. */
  readonly base: string
  /** Path patterns by route name. */
  readonly patterns: ReadonlyMap<string, PathPattern>
}

/** The URL table of the running application. */
export const urls = new Ambient<UrlTable>()

/**
 * Returns the URL of a named route with its parameters, percent-encoded, and an optional query.
 *
 * `route('todos.index', {}, { filter: { state: 'open' } })`. The compiler checks literal names and
 * requires exactly the parameters of the path. A name known only at run time returns `undefined` if
 * no route has it. Throws `E_URL_PARAMETERS` for a value that no request could match: a missing
 * one, an empty segment, `.` or `..`. Throws `E_NO_APPLICATION` before an application is started.
 */
export function route<const Name extends RouteName>(
  name: Name,
  ...parameters: RouteArguments<Name>
): string
export function route<const Name extends string>(
  name: string extends Name ? Name : KnownRoute<Name>,
  ...parameters: KnownArguments<Name>
): string | undefined
export function route(name: string, ...given: readonly unknown[]): string | undefined {
  // Sound: the signatures above allow nothing else.
  return findUrl(name, ...(given as [UrlParameters?, QueryFields?]))
}

/** The URL of a route by its name; `undefined` if no route has it. Throws as `route()` does. */
export function findUrl(
  name: string,
  parameters: UrlParameters = {},
  query: QueryFields = {},
): string | undefined {
  const table = urls.get()
  if (table === undefined) {
    throw new SetupError(
      'E_NO_APPLICATION',
      `route("${name}") was called before an application was started. Call it during a request, or start the application first.`,
    )
  }
  const pattern = table.patterns.get(name)
  if (pattern === undefined) return undefined
  return table.base + toLocalizedUrl(pattern, toUrl(name, pattern, parameters)) + writeQuery(query)
}

/** Returns the URL of a path of the running application: puts the path of `APP_URL` before it. */
export function toOwnUrl(path: string): string {
  return (urls.get()?.base ?? '') + path
}

/** Puts the current language before the path of a localized route, unless it is the default one. */
function toLocalizedUrl({ isLocalized }: PathPattern, path: string): string {
  const context = isLocalized === true ? languageContexts.get() : undefined
  return context === undefined ? path : toPathIn(context, context.language, path)
}

/** Returns the path of a localized route in a language, from its path in the default language. */
export function toPathIn(
  { languages }: Pick<LanguageContext, 'languages'>,
  language: string,
  path: string,
): string {
  if (language === languages[0] || !languages.includes(language)) return path
  return path === '/' ? `/${language}` : `/${language}${path}`
}

/** Collects the named routes of a list. */
export function toUrlTable(list: RouteList<RouteEntry>, base = ''): UrlTable {
  const named = list.routes.flatMap(({ name, pattern }) =>
    name === undefined ? [] : [[name, pattern] as const],
  )
  return { base, patterns: new Map(named) }
}

/** Fills in a pattern; throws `E_URL_PARAMETERS`, naming the route and every missing parameter. */
export function toUrl(name: string, pattern: PathPattern, parameters: UrlParameters): string {
  if (pattern.parameterNames.length === 0) return encodeURI(pattern.path)
  const missing = findMissing(pattern, parameters)
  if (missing.length > 0) {
    throw new SetupError(
      'E_URL_PARAMETERS',
      `The URL of route "${name}" (${pattern.path}) needs a value for ${missing.join(', ')}.`,
    )
  }
  return `/${pattern.segments.map((segment) => toUrlSegment(segment, parameters)).join('/')}`
}

/** Whether the pattern can be filled in with these parameters, so that a request matches it. */
export function isFillable(pattern: PathPattern, parameters: UrlParameters): boolean {
  return pattern.parameterNames.length === 0 || findMissing(pattern, parameters).length === 0
}

function findMissing({ segments }: PathPattern, parameters: UrlParameters): readonly string[] {
  return segments.flatMap((segment) =>
    segment.kind === 'fixed' || isFilled(segment, parameters) ? [] : [`{${segment.name}}`],
  )
}

/** Dot segments count as missing: clients would normalize them and request another URL. */
function isFilled({ kind, name }: ParameterSegment, parameters: UrlParameters): boolean {
  if (!Object.hasOwn(parameters, name)) return false
  const value = String(parameters[name] ?? '')
  const parts = kind === 'wildcard' ? value.split('/') : [value]
  return parts.every((part) => part !== '' && part !== '.' && part !== '..')
}

function toUrlSegment(segment: Segment, parameters: UrlParameters): string {
  if (segment.kind === 'fixed') return encodeURI(segment.text)
  const value = String(parameters[segment.name])
  if (segment.kind === 'parameter') return encodeURIComponent(value)
  return value.split('/').map(encodeURIComponent).join('/')
}
