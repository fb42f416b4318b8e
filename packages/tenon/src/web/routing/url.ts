import { Ambient } from '../support/ambient.ts'
import { SetupError } from '../support/setup-error.ts'
import type { PathPattern, Segment } from './path-pattern.ts'
import type { RouteList } from './route-list.ts'
import type { Entry } from './types/entry.ts'
import type {
  KnownArguments,
  KnownRoute,
  RouteArguments,
  RouteName,
  RouteValue,
} from './types/url.ts'

type ParameterSegment = Exclude<Segment, { readonly kind: 'fixed' }>
type Parameters = Readonly<Record<string, RouteValue>>

/** Named paths, by route name. */
export type UrlTable = ReadonlyMap<string, PathPattern>

/** The URL table of the application that runs. */
export const urls = new Ambient<UrlTable>()

/**
 * The path of a named route, each parameter replaced by its value, percent-encoded.
 *
 * A literal name is checked by the compiler, with exactly the parameters of its path; a name that is
 * only known at run time gives `undefined` when no route has it. Throws `E_URL_PARAMETERS` for a value
 * that no request could have: none, an empty segment, `.` or `..`.
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
  // Sound: both signatures above admit nothing else.
  const [parameters = {}] = given as [Parameters?]
  const table = urls.get()
  if (table === undefined) {
    throw new SetupError(
      'E_NO_APPLICATION',
      `route("${name}") was called before an application was started. Call it within a request, or start the application first.`,
    )
  }
  const pattern = table.get(name)
  return pattern === undefined ? undefined : toUrl(name, pattern, parameters)
}

/** Collects the named routes of a list. */
export function toUrlTable(list: RouteList<Entry>): UrlTable {
  return new Map(
    list.routes.flatMap(({ name, pattern }) => (name === undefined ? [] : [[name, pattern]])),
  )
}

/** Fills a pattern in; throws `E_URL_PARAMETERS`, which names the route and all that is missing. */
export function toUrl(name: string, pattern: PathPattern, parameters: Parameters): string {
  const missing = pattern.segments.flatMap((segment) =>
    segment.kind === 'fixed' || isFilled(segment, parameters) ? [] : [`{${segment.name}}`],
  )
  if (missing.length > 0) {
    throw new SetupError(
      'E_URL_PARAMETERS',
      `The URL of route "${name}" (${pattern.path}) needs a value for ${missing.join(', ')}.`,
    )
  }
  return `/${pattern.segments.map((segment) => toUrlSegment(segment, parameters)).join('/')}`
}

/** Dot segments count as missing: every client folds them away, and the URL would be another one. */
function isFilled({ kind, name }: ParameterSegment, parameters: Parameters): boolean {
  if (!Object.hasOwn(parameters, name)) return false
  const value = String(parameters[name] ?? '')
  const parts = kind === 'wildcard' ? value.split('/') : [value]
  return parts.every((part) => part !== '' && part !== '.' && part !== '..')
}

function toUrlSegment(segment: Segment, parameters: Parameters): string {
  if (segment.kind === 'fixed') return encodeURI(segment.text)
  const value = String(parameters[segment.name])
  if (segment.kind === 'parameter') return encodeURIComponent(value)
  return value.split('/').map(encodeURIComponent).join('/')
}
