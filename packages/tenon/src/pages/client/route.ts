import type {
  KnownArguments,
  KnownRoute,
  RouteArguments,
  RouteName,
  RouteValue,
} from '../routing/types/url.ts'
import { getRoute } from './route-table.ts'

/**
 * The path of a named route, each parameter replaced by its value: the server's `route()`, for
 * links and forms. Throws for an unknown name and for a value that is missing, or has an empty segment,
 * `.` or `..`.
 */
export function route<const Name extends RouteName>(
  name: Name,
  ...parameters: RouteArguments<Name>
): string
export function route<const Name extends string>(
  name: KnownRoute<Name>,
  ...parameters: KnownArguments<Name>
): string
export function route(name: string, parameters: Values = {}): string {
  return fill(getRoute(name).path, parameters)
}

/** The values of a path's parameters. */
export type Values = Readonly<Record<string, RouteValue | undefined>>

/** Replaces `{name}`, `{name:column}` and `{name*}` in a path. */
export function fill(path: string, parameters: Values): string {
  return path.replaceAll(parameter, (whole, name: string, star: string | undefined) => {
    const value = String(parameters[name] ?? '')
    const parts = star === undefined ? [value] : value.split('/')
    if (!parts.every(isSegment)) throw new Error(`The path ${path} needs a value for ${whole}.`)
    return parts.map(encodeURIComponent).join('/')
  })
}

/** Browsers fold dot segments away, and the URL would be another one. */
function isSegment(text: string): boolean {
  return text !== '' && text !== '.' && text !== '..'
}

const parameter = /\{(\w+)(?::\w+)?(\*)?\}/g
