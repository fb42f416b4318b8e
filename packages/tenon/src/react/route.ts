import type { RouteArguments, RouteName, RouteValue } from '../routing/types/url.ts'

/**
 * The path of a named route, each parameter replaced by its value: the server's `route()`, for
 * links and forms. Throws for an unknown name and a missing value.
 */
export function route<const Name extends RouteName>(
  name: Name,
  ...parameters: RouteArguments<Name>
): string
export function route(name: string, parameters: Values = {}): string {
  const path = readPaths()[name]
  if (path === undefined) throw new Error(`There is no route named "${name}".`)
  return fill(path, parameters)
}

type Values = Readonly<Record<string, RouteValue | undefined>>

/** Replaces `{name}`, `{name:column}` and `{name*}` in a path. */
export function fill(path: string, parameters: Values): string {
  return path.replaceAll(parameter, (whole, name: string, star: string | undefined) => {
    const value = String(parameters[name] ?? '')
    if (value === '') throw new Error(`The path ${path} needs a value for ${whole}.`)
    return star === undefined
      ? encodeURIComponent(value)
      : value.split('/').map(encodeURIComponent).join('/')
  })
}

const parameter = /\{(\w+)(?::\w+)?(\*)?\}/g

let paths: Readonly<Record<string, string>> | undefined

/** The paths of all named routes, which the server put into the document. */
function readPaths(): Readonly<Record<string, string>> {
  return (paths ??= parsePaths(document.querySelector('script[data-routes]')?.textContent))
}

function parsePaths(text: string | null | undefined): Readonly<Record<string, string>> {
  const parsed: unknown = JSON.parse(text ?? '{}')
  // Sound: the server writes this block, names and paths, and nothing else does.
  return parsed as Record<string, string>
}
