import { randomUUID } from 'node:crypto'
import type { BodyLimits } from '../body/body-limits.ts'
import type { UploadedFile } from '../body/uploaded-file.ts'
import { parseCookies } from './cookie.ts'
import type { Exchange } from './exchange.ts'
import { InternalExchange } from './internal-exchange.ts'
import { readOrigin, type Origin, type TrustedProxies } from './origin.ts'
import { RequestBody } from './request-body.ts'
import type { StateKey } from './state-key.ts'
import { toWebRequest } from './web-request.ts'

/** What an application has settled about every request. */
export interface RequestSettings {
  readonly trustedProxies: TrustedProxies
  readonly bodyLimits: BodyLimits
}

/** The route that a request was matched with, as far as a request needs to know it. */
export interface RequestRoute {
  /** The route's whole pattern, such as `/todos/{todo}`. */
  readonly path: string
  readonly name: string | undefined
  /** The name of the route whose page the route's form is on, when it was declared. */
  readonly formPage: string | undefined
  readonly parameterNames: readonly string[]
}

/**
 * A request as handlers and middleware see it: a lazy view, where each part is computed when it is
 * first asked for.
 */
export class HttpRequest {
  /** The method that the request is routed as; a form's `_method` has been applied. */
  method: string
  /** The path and the query as they were sent. */
  readonly target: string
  readonly #exchange: Exchange
  readonly #settings: RequestSettings
  readonly #queryAt: number
  #route: RequestRoute | undefined
  #parameters: readonly string[]
  #query: URLSearchParams | undefined
  #cookies: ReadonlyMap<string, string> | undefined
  #origin: Origin | undefined
  #body: RequestBody | undefined
  #state: Map<StateKey<unknown>, unknown> | undefined
  #abort: AbortController | undefined
  #id: string | undefined

  constructor(exchange: Exchange, settings: RequestSettings) {
    this.method = exchange.method
    this.target = exchange.target
    this.#exchange = exchange
    this.#settings = settings
    this.#queryAt = exchange.target.indexOf('?')
    this.#route = undefined
    this.#parameters = noParameters
    this.#query = undefined
    this.#cookies = undefined
    this.#origin = undefined
    this.#body = undefined
    this.#state = undefined
    this.#abort = undefined
    this.#id = undefined
  }

  /** The path as it was sent: percent-encoded, without the query. */
  path(): string {
    return this.#queryAt === -1 ? this.target : this.target.slice(0, this.#queryAt)
  }

  /** The value of a route parameter, decoded; `undefined` when the route has no such parameter. */
  param(name: string): string | undefined {
    const index = this.#route?.parameterNames.indexOf(name) ?? -1
    return index === -1 ? undefined : this.#parameters[index]
  }

  /** The decoded value of the route's parameter at `index`; handlers use `param(name)`. */
  parameterAt(index: number): string {
    return this.#parameters[index] ?? ''
  }

  /** The route that answers, from global middleware on; `undefined` where the path has none. */
  get route(): RequestRoute | undefined {
    return this.#route
  }

  /** The query, parsed. */
  get query(): URLSearchParams {
    return (this.#query ??= new URLSearchParams(
      this.#queryAt === -1 ? '' : this.target.slice(this.#queryAt + 1),
    ))
  }

  /** The value of a header; the name's case does not matter. */
  header(name: string): string | undefined {
    const value = this.#exchange.headers[name.toLowerCase()]
    return typeof value === 'string' ? value : value?.join(', ')
  }

  /** Every header, by lower-case name. */
  get headers(): Exchange['headers'] {
    return this.#exchange.headers
  }

  /** The value of a cookie. */
  cookie(name: string): string | undefined {
    return (this.#cookies ??= parseCookies(this.header('cookie'))).get(name)
  }

  /** The client's address; forwarded headers count only from trusted proxies. */
  get ip(): string {
    return this.origin.ip
  }

  /** `http` or `https`, as the client spoke it. */
  get protocol(): 'http' | 'https' {
    return this.origin.protocol
  }

  /** The host and port that the client addressed. */
  get host(): string {
    return this.origin.host
  }

  /** Address, protocol and host of the client in one object. */
  get origin(): Origin {
    return (this.#origin ??= readOrigin(this.#exchange, this.#settings.trustedProxies))
  }

  /** The request's id: `X-Request-Id` when it is sane, else a random one. Stands in every log line. */
  get id(): string {
    return (this.#id ??= toRequestId(this.header('x-request-id')))
  }

  /** The body as JSON. Throws `BadRequest`, `UnsupportedMediaType` or `PayloadTooLarge`. */
  json(): Promise<unknown> {
    return this.body.json()
  }

  /** The fields of a form, urlencoded or multipart; bracketed names become nested. */
  form(): Promise<Record<string, unknown>> {
    return this.body.form()
  }

  /** The body as text, UTF-8 only. */
  text(): Promise<string> {
    return this.body.text()
  }

  /** The body as bytes. */
  bytes(): Promise<Uint8Array> {
    return this.body.bytes()
  }

  /** An uploaded file of a multipart form, or `undefined`. */
  file(name: string): Promise<UploadedFile | undefined> {
    return this.body.file(name)
  }

  /** The body in whatever form it came: what a validated request is made from. */
  get body(): RequestBody {
    return (this.#body ??= new RequestBody(this.#exchange, this.#settings.bodyLimits))
  }

  /** Aborted when the client leaves before the answer was written, or the deadline has passed. */
  get signal(): AbortSignal {
    if (this.#abort === undefined) {
      const abort = new AbortController()
      this.#abort = abort
      this.#exchange.onAbort((reason) => abort.abort(reason))
    }
    return this.#abort.signal
  }

  /**
   * A standard web `Request` of the same content, made anew at each call. Its body is read when it is
   * asked for, and limited like an upload: beyond that, reading it throws `PayloadTooLarge`. What was
   * read as JSON, text, bytes or an urlencoded form can be read again here; what was read here is gone
   * for every other reader. Throws `BadRequest` for a method or host that a `Request` cannot have.
   */
  web(): Request {
    return toWebRequest(this)
  }

  /** A GET of another path on behalf of this request, for the application to answer internally. */
  internal(target: string): HttpRequest {
    return new HttpRequest(new InternalExchange(this.#exchange, target), this.#settings)
  }

  /** What middleware left under `key`, or `undefined`. */
  get<Value>(key: StateKey<Value>): Value | undefined {
    // Sound: `set` is the only writer, and it takes a value of the key's own type.
    return this.#state?.get(key) as Value | undefined
  }

  /** Leaves a value for whatever runs later in this request. */
  set<Value>(key: StateKey<Value>, value: Value): void {
    const state = (this.#state ??= new Map())
    state.set(key, value)
  }

  /** Notes the route and its parameter values; called once, by the router. */
  matched(route: RequestRoute, parameters: readonly string[]): void {
    this.#route = route
    this.#parameters = parameters
  }
}

const noParameters: readonly string[] = []
const saneRequestId = /^[A-Za-z0-9._:+/=-]{8,128}$/

function toRequestId(sent: string | undefined): string {
  return sent !== undefined && saneRequestId.test(sent) ? sent : randomUUID()
}
