import type { Duration } from '../../../base/support/duration.ts'
import { writeQuery, type QueryFields } from '../../../web/body/write-query.ts'
import type { ApiRoute, Revive } from '../revival/revive.ts'
import { fill, type PathValues } from '../../../base/support/values/fill-path.ts'
import { getRoute, type KnownRoute } from '../route-table.ts'
import type { RouteTable } from '../supplied-routes.ts'
import { Call } from './call.ts'
import type { KeyedCallOptions } from './call-options.ts'
import type { Operation } from './operation.ts'

/** Options of `createClient`. */
export interface ApiOptions {
  /** The server, such as `https://shop.example`. Default: the page's own origin. */
  readonly baseUrl?: string
  /** The token to send as `Authorization: Bearer …`, or a function that returns it. Default: none. */
  readonly token?: string | (() => string | undefined | Promise<string | undefined>)
  /** Headers to send with every call. Default: none. */
  readonly headers?: Readonly<Record<string, string>>
  /**
   * The routes, if there is no document that contains them: the output of `node main.js routes --json`.
   * Default: the routes in the document.
   */
  readonly routes?: readonly ApiRoute[]
  /** How long a call may take, including retries. Default `'30s'`. */
  readonly timeout?: Duration
  /**
   * How often a GET, a HEAD or a request with an idempotency key is retried if it gets no answer, or 429,
   * 502, 503 or 504. Default 2. Other requests are never retried, because the first request may have had an
   * effect.
   */
  readonly retries?: number
  /** The function that sends requests. Default: the global `fetch`. */
  readonly fetch?: typeof fetch
}

/** Options of a client whose answers have dates and big integers. */
export interface RevivingOptions extends ApiOptions {
  readonly routes: readonly ApiRoute[]
  /** Converts text to `Date` and `bigint` where the server has them. Pass `revive` of the same door. */
  readonly revive: Revive
}

/** Calls a route by its name, without types. `createClient` adds them. */
export function createSender(options: ApiOptions & { readonly revive?: Revive }): Sender {
  const { baseUrl = '', timeout = '30s', retries = 2, routes } = options
  const table = routes === undefined ? undefined : toTable(routes)
  return (name, ...rest) => {
    const route = getRoute(name, table)
    const { parameters, input, own } = toArguments(route, rest)
    const sent = queried.includes(route.method)
      ? { query: input, body: own.body }
      : { query: own.query, body: input }
    return new Call({
      ...options,
      name,
      method: route.method.toUpperCase(),
      url:
        baseUrl.replace(/\/$/, '') +
        fill(route.path, parameters) +
        writeQuery((sent.query ?? {}) as QueryFields),
      timeout,
      retries,
      fetch: options.fetch ?? fetch,
      ...own,
      body: sent.body,
      headers: { ...options.headers, ...toKeyHeader(own), ...own.headers },
    })
  }
}

function toKeyHeader({ idempotencyKey: key }: KeyedCallOptions) {
  return (
    key && {
      // Unlike `randomUUID()`, `getRandomValues()` exists on pages without TLS too.
      'idempotency-key': key === true ? crypto.getRandomValues(new Uint32Array(4)).join('-') : key,
    }
  )
}

/** Calls a route by its name. `ServiceApi` describes the arguments. */
export type Sender = (name: string, ...rest: readonly unknown[]) => Call<unknown, Operation>

/** The methods whose input is the query. The input of all other methods is the body. */
const queried: readonly string[] = ['get', 'head', 'delete', 'options']

interface Arguments {
  readonly parameters: PathValues
  readonly input: unknown
  readonly own: KeyedCallOptions & { readonly query?: unknown; readonly body?: unknown }
}

/** Splits the arguments as their types do: a path without parameters takes none. */
function toArguments({ path }: KnownRoute, rest: readonly unknown[]): Arguments {
  const [parameters = {}, input, own = {}] = path.includes('{') ? rest : [{}, ...rest]
  return { parameters: parameters as PathValues, input, own: own as Arguments['own'] }
}

function toTable(routes: readonly ApiRoute[]): RouteTable {
  const named = routes.filter(({ name }) => name !== null)
  return Object.fromEntries(
    named.map(({ name, method, path }) => [name, `${method === 'ANY' ? 'GET' : method} ${path}`]),
  )
}
