import type { Duration } from '../../../base/support/duration.ts'
import { writeQuery, type QueryFields } from '../../../web/body/write-query.ts'
import type { KnownRoute as KnownName, RouteName } from '../../../web/routing/types/url.ts'
import { fill, type Values } from '../route.ts'
import { findRoute, type KnownRoute } from '../route-table.ts'
import { Call, type CallOptions } from './call.ts'
import type { CallArguments, CallResult, CallValue, KnownCall } from './call-types.ts'

/** Options of `createClient`. */
export interface ApiOptions {
  /** The server, such as `https://shop.example`. Default: the page's own origin. */
  readonly baseUrl?: string
  /** The token to send as `Authorization: Bearer …`, or a function that returns it. Default: none. */
  readonly token?: string | (() => string | undefined | Promise<string | undefined>)
  /** Headers to send with every call. Default: none. */
  readonly headers?: Readonly<Record<string, string>>
  /**
   * The routes, where there is no document with them: the output of `node main.js routes --json`.
   * Default: those of the document.
   */
  readonly routes?: readonly ApiRoute[]
  /** How long a call may take, repetitions included. Default `'30s'`. */
  readonly timeout?: Duration
  /**
   * How often a GET or HEAD is repeated that gets no answer, or 429, 502, 503 or 504. Default 2. Other
   * methods are never repeated, because the first request may have had an effect.
   */
  readonly retries?: number
  /** What sends requests. Default: the global `fetch`. */
  readonly fetch?: typeof fetch
}

/** A route as `routes --json` lists it. */
export interface ApiRoute {
  readonly name: string | null
  readonly method: string
  readonly path: string
}

/**
 * Calls a route by its name. Its parameters come first if the path has any, then the input (the body,
 * or the query of a GET, HEAD, OPTIONS or DELETE), then options.
 */
export interface Api {
  <const Name extends RouteName>(
    name: Name,
    ...rest: CallArguments<Name>
  ): Call<CallValue<Name>, CallResult<Name>>
  // Reached only by calls that the first signature refuses: the compiler reports the last one.
  <const Name extends string>(
    name: KnownName<Name>,
    ...rest: KnownCall<Name>
  ): Name extends RouteName ? Call<CallValue<Name>, CallResult<Name>> : never
}

/**
 * Creates a client for the routes of an application, typed by the registered route list.
 *
 * `await api('todos.show', { todo: 7 })` returns what the handler states, and throws `ApiError` for an
 * error; `.result()` returns every answer by its status. Uses `fetch` alone, so it runs in browsers
 * and in Node. Throws for an unknown name or a missing parameter.
 */
export function createClient(options: ApiOptions = {}): Api {
  const { baseUrl = '', timeout = '30s', retries = 2, token } = options
  const find = options.routes === undefined ? findRoute : finder(options.routes)
  const call = (name: string, ...rest: readonly unknown[]): Call<unknown, unknown> => {
    const route = find(name)
    if (route === undefined) throw new Error(`There is no route named "${name}".`)
    const { parameters, input, own } = toArguments(route, rest)
    const isQuery = bodiless.has(route.method)
    return new Call({
      method: route.method.toUpperCase(),
      url:
        baseUrl.replace(/\/$/, '') +
        fill(route.path, parameters) +
        (isQuery ? writeQuery((input ?? {}) as QueryFields) : ''),
      input: isQuery ? undefined : input,
      timeout,
      retries,
      fetch: options.fetch ?? fetch,
      token: typeof token === 'function' ? token : () => token,
      ...own,
      headers: { ...options.headers, ...own.headers },
    })
  }
  // Sound: the signature of `Api` describes these arguments, one by one.
  return call as Api
}

const bodiless: ReadonlySet<string> = new Set(['get', 'head', 'delete', 'options'])

interface Arguments {
  readonly parameters: Values
  readonly input: unknown
  readonly own: CallOptions
}

/** Splits the arguments as their types do: a path without parameters takes none. */
function toArguments({ path }: KnownRoute, rest: readonly unknown[]): Arguments {
  const [parameters = {}, input, own = {}] = path.includes('{') ? rest : [{}, ...rest]
  return { parameters: parameters as Values, input, own: own as CallOptions }
}

function finder(routes: readonly ApiRoute[]): (name: string) => KnownRoute | undefined {
  const known = new Map(
    routes.map(({ name, method, path }) => [
      name,
      { method: method === 'ANY' ? 'get' : method.toLowerCase(), path },
    ]),
  )
  return (name) => known.get(name)
}
