import { writeQuery, type QueryFields } from '../../web/body/write-query.ts'
import type {
  KnownArguments,
  KnownRoute,
  RouteArguments,
  RouteName,
} from '../../web/routing/types/url.ts'
import { findLanguage } from '../../base/language/current-language.ts'
import { pseudoLanguage } from '../../base/language/pseudo-language.ts'
import { fill, type PathValues } from '../../base/support/values/fill-path.ts'
import { findRoute } from './route-table.ts'
import { getSuppliedOrigin } from './supplied-routes.ts'

/**
 * Returns the URL of a named route, with its parameters and query filled in.
 *
 * This is the server's `route()` for links and forms on the client. If the name is only known at run time,
 * it returns `undefined` for a name that no route has. Throws for a missing value, and for a value with a
 * segment that is empty, `.` or `..`.
 */
export function route<const Name extends RouteName>(
  name: Name,
  ...parameters: RouteArguments<Name>
): string
export function route<const Name extends string>(
  name: string extends Name ? Name : KnownRoute<Name>,
  ...parameters: KnownArguments<Name>
): string extends Name ? string | undefined : string
export function route(
  name: string,
  parameters: PathValues = {},
  query: QueryFields = {},
): string | undefined {
  const known = findRoute(name)
  if (known === undefined) return undefined
  return getSuppliedOrigin() + fillLocalized(known.path, parameters) + writeQuery(query)
}

/** Fills in the parameters of a path, and replaces `/{@en}` by the prefix of the current language. */
export function fillLocalized(path: string, parameters: PathValues): string {
  const start = path.indexOf('/{@')
  if (start === -1) return fill(path, parameters)
  const end = path.indexOf('}', start)
  const language = findLanguage() ?? ''
  // The language in the path is the default language, which has no prefix.
  const isDefault = ['', path.slice(start + 3, end), pseudoLanguage].includes(language)
  const rest = fill(path.slice(end + 1), parameters)
  return path.slice(0, start) + ((isDefault ? '' : `/${language}`) + rest || '/')
}
