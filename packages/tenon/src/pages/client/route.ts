import { writeQuery, type QueryFields } from '../../web/body/write-query.ts'
import type {
  KnownArguments,
  KnownRoute,
  RouteArguments,
  RouteName,
  RouteValue,
} from '../../web/routing/types/url.ts'
import { findLanguage } from '../../base/language/current-language.ts'
import { findRoute } from './route-table.ts'
import { getSuppliedOrigin } from './supplied-routes.ts'

/**
 * Returns the URL of a named route, with its parameters and query filled in.
 *
 * This is the server's `route()` for links and forms on the client: a name that is only known at run
 * time gives `undefined` if no route has it. Throws for a missing value, and for a value with a segment
 * that is empty, `.` or `..`.
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
  parameters: Values = {},
  query: QueryFields = {},
): string | undefined {
  const known = findRoute(name)
  if (known === undefined) return undefined
  return getSuppliedOrigin() + fill(known.path, parameters) + writeQuery(query)
}

/** The values of a path's parameters. */
export type Values = Readonly<Record<string, RouteValue | undefined>>

/** Replaces `{name}`, `{name:column}` and `{name*}` in a path, and `/{@en}` by the current language. */
export function fill(path: string, parameters: Values): string {
  if (path.startsWith('/{@')) return fillLanguage(path, parameters)
  return path.replaceAll(parameter, (whole, name: string, star: string | undefined) => {
    const value = String(parameters[name] ?? '')
    const parts = star === undefined ? [value] : value.split('/')
    if (!parts.every(isSegment)) throw new Error(`The path ${path} needs a value for ${whole}.`)
    return parts.map(encodeURIComponent).join('/')
  })
}

/** The default language, which the path names, has no prefix. */
function fillLanguage(path: string, parameters: Values): string {
  const end = path.indexOf('}')
  const language = findLanguage() ?? ''
  const isDefault = language === '' || language === path.slice(3, end)
  const rest = fill(path.slice(end + 1), parameters)
  return (isDefault ? '' : `/${language}`) + rest || '/'
}

/** Rejects dot segments, because browsers fold them away and would request another URL. */
function isSegment(text: string): boolean {
  return text !== '' && text !== '.' && text !== '..'
}

const parameter = /\{(\w+)(?::\w+)?(\*)?\}/g
