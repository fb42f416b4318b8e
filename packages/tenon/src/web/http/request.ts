import { randomUUID } from 'node:crypto'
import type { BodyLimits } from '../body/body-limits.ts'
import type { UploadedFile } from '../body/uploaded-file.ts'
import { toInnerPath } from '../../base/support/values/base-path.ts'
import { parseCookies } from './cookie.ts'
import type { Exchange } from './exchange.ts'
import { InternalExchange, type InternalRequest } from './internal-exchange.ts'
import { readOrigin, type Origin, type TrustedProxies } from './origin.ts'
import { RequestBody } from './request-body.ts'
import type { FinishedReply } from './reply.ts'
import type { MaybePromise } from '../../base/support/maybe-promise.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { stateKey, type StateKey } from './state-key.ts'
import { toWebRequest } from './web-request.ts'

/** The settings of the application that apply to every request. */
export interface RequestSettings {
  readonly trustedProxies: TrustedProxies
  readonly bodyLimits: BodyLimits
  /** The path of `APP_URL`; `undefined` if it has none. */
  readonly base?: string | undefined
  /** The values that the application provides to every request, by their keys for `get`. */
  readonly provided?: ReadonlyMap<StateKey<unknown>, unknown>
}

/** The matched route, reduced to what a request needs. */
export interface RequestRoute {
  /** The complete pattern of the route, such as `/todos/{todo}`. */
  readonly path: string
  readonly name: string | undefined
  /** The name of the route that shows this route's form, if declared. */
  readonly formPage: string | undefined
  /** Whether its handler declares its responses, so that its clients are programs. */
  readonly statesAnswers: boolean
  readonly parameterNames: readonly string[]
  /** The language of the path, below `localized()`. */
  readonly language: string | undefined
  /** The parameters of all routes of the application. */
  readonly knownParameters: ReadonlySet<string>
}

/** A request as handlers and middleware see it. Each part is computed on first access. */
export class HttpRequest {
  /** The method used for routing, after a form's `_method` has been applied. */
  method: string
  /** The path and query exactly as sent. */
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
  /** The request for which the application sent this internal one. */
  #outer: HttpRequest | undefined

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
    this.#outer = undefined
  }

  /**
   * The path as routes match it: as sent and percent-encoded, without the query, and without the path of `APP_URL`.
   */
  path(): string {
    const path = this.#queryAt === -1 ? this.target : this.target.slice(0, this.#queryAt)
    const { base } = this.#settings
    return base === undefined ? path : toInnerPath(base, path)
  }

  /** The query exactly as sent, with its question mark; empty without one. */
  get search(): string {
    return this.#queryAt === -1 ? '' : this.target.slice(this.#queryAt)
  }

  /** The path of `APP_URL`, which comes before every path in a URL of the application; usually empty. */
  get base(): string {
    return this.#settings.base ?? ''
  }

  /**
   * Returns the decoded value of a route parameter; `undefined` if the route does not have it. Throws
   * `E_PARAMETER_UNKNOWN` if no route of the application has it.
   */
  param(name: string): string | undefined {
    if (this.#route === undefined) return undefined
    const index = this.#route.parameterNames.indexOf(name)
    if (index !== -1) return this.#parameters[index]
    if (this.#route.knownParameters.has(name)) return undefined
    throw unknownParameter(name, this.#route)
  }

  /** Returns the decoded route parameter at `index`; handlers use `param(name)`. */
  parameterAt(index: number): string {
    return this.#parameters[index] ?? ''
  }

  /** The matched route, available from global middleware on; `undefined` if no route matched. */
  get route(): RequestRoute | undefined {
    return this.#route
  }

  /** The parsed query. */
  get query(): URLSearchParams {
    return (this.#query ??= new URLSearchParams(
      this.#queryAt === -1 ? '' : this.target.slice(this.#queryAt + 1),
    ))
  }

  /** Returns the value of a header; names are case-insensitive. */
  header(name: string): string | undefined {
    const value = this.#exchange.header(name.toLowerCase())
    if (value === undefined || typeof value === 'string') return value
    // Every object has a property such as `constructor`, which is not a header.
    return Array.isArray(value) ? value.join(', ') : undefined
  }

  /** When it arrived or its body was read, in milliseconds of `performance.now()`. */
  get startedAt(): number {
    return this.#exchange.startedAt
  }

  /** All headers, by lower-case name. */
  get headers(): Exchange['headers'] {
    return this.#exchange.headers
  }

  /** Whether the method is GET or HEAD. */
  get isRead(): boolean {
    return this.method === 'GET' || this.method === 'HEAD'
  }

  /** Whether the request is a page visit (`X-Inertia`), which is answered with a page object. */
  get isPageVisit(): boolean {
    const exchange = this.#exchange
    return exchange.mayBePageVisit !== false && exchange.header('x-inertia') === 'true'
  }

  /** Whether a live page requests its props again (`Purpose: live`), without an action of its user. */
  get isLive(): boolean {
    return this.#exchange.header('purpose') === 'live'
  }

  /** Returns the value of a cookie. */
  cookie(name: string): string | undefined {
    return this.cookies.get(name)
  }

  /** All cookies, by name. */
  get cookies(): ReadonlyMap<string, string> {
    return (this.#cookies ??= parseCookies(this.header('cookie')))
  }

  /** The client's IP address; forwarded headers count only from trusted proxies. */
  get ip(): string {
    return this.origin.ip
  }

  /** The client's protocol, `http` or `https`. */
  get protocol(): 'http' | 'https' {
    return this.origin.protocol
  }

  /** The host and port that the client requested. */
  get host(): string {
    return this.origin.host
  }

  /** The client's address, protocol and host in one object. */
  get origin(): Origin {
    return (this.#origin ??= readOrigin(this.#exchange, this.#settings.trustedProxies))
  }

  /**
   * The request's id, included in every log line: `X-Request-Id` if it is well-formed, else random.
   */
  get id(): string {
    return (this.#id ??= this.#outer?.id ?? toRequestId(this.header('x-request-id')))
  }

  /** Reads the body as JSON. Throws `BadRequest`, `UnsupportedMediaType` or `PayloadTooLarge`. */
  json(): Promise<unknown> {
    return this.body.json()
  }

  /** Reads the fields of an urlencoded or multipart form; bracketed names are nested. */
  form(): Promise<Record<string, unknown>> {
    return this.body.form()
  }

  /** Reads the body as UTF-8 text. */
  text(): Promise<string> {
    return this.body.text()
  }

  /** Reads the body as bytes. */
  bytes(): Promise<Uint8Array> {
    return this.body.bytes()
  }

  /** Returns an uploaded file of a multipart form, or `undefined`. */
  file(name: string): Promise<UploadedFile | undefined> {
    return this.body.file(name)
  }

  /** The request's body; validated requests read their input from it. */
  get body(): RequestBody {
    return (this.#body ??= new RequestBody(this.#exchange, this.#settings.bodyLimits))
  }

  /**
   * Aborted when the client disconnects before the response is written, on timeout, and when the
   * server stops: at once for an event stream, otherwise 2 s before the connection is cut off.
   */
  get signal(): AbortSignal {
    if (this.#abort === undefined) {
      const abort = new AbortController()
      this.#abort = abort
      this.#exchange.onAbort((reason) => abort.abort(reason))
    }
    return this.#abort.signal
  }

  /**
   * Creates a standard web `Request` with the same content; a new one on each call. Its body is
   * read on demand and limited like an upload: beyond the limit, reading throws `PayloadTooLarge`.
   * If the body was already read as JSON, text, bytes or an urlencoded form, it can be read again
   * here; but once it has been read here, it is not available anywhere else. Throws `BadRequest`
   * for a method or host that a `Request` cannot represent.
   */
  web(): Request {
    return toWebRequest(this)
  }

  /**
   * Creates an internal GET of another path on behalf of this request. It has the same id and the
   * state that middleware has set.
   */
  internal(target: string): HttpRequest {
    const inner = new HttpRequest(new InternalExchange(this.#exchange, target), this.#settings)
    inner.#outer = this
    if (this.#state !== undefined) inner.#state = new Map(this.#state)
    return inner
  }

  /** Creates an exchange for a whole request on behalf of this one, which passes all middleware. */
  internalExchange(target: string, sent: InternalRequest): Exchange {
    return new InternalExchange(this.#exchange, target, sent)
  }

  /**
   * Calls `hook` with the finished reply just before it is sent, and sends the reply that it returns.
   * Use it to store something or to set a cookie. Error replies go through it too.
   */
  beforeSend(hook: SendHook): void {
    if (this.#outer !== undefined) this.#outer.beforeSend(hook)
    else this.set(sendHooksKey, [...(this.get(sendHooksKey) ?? noHooks), hook])
  }

  /** Returns the hooks registered by `beforeSend` and forgets them, so that each runs once. */
  takeSendHooks(): readonly SendHook[] {
    const hooks = this.#state?.get(sendHooksKey)
    if (hooks === undefined) return noHooks
    this.set(sendHooksKey, noHooks)
    // Sound: only `beforeSend` and this method set the key.
    return hooks as readonly SendHook[]
  }

  /**
   * Calls `listener` once when the exchange ends, answered or not; immediately if it already has.
   */
  onClose(listener: () => void): void {
    this.#exchange.onClose(listener)
  }

  /** Returns the value that middleware stored under `key`, or `undefined`. */
  get<Value>(key: StateKey<Value>): Value | undefined {
    // Sound: only `set` writes, and it takes a value of the key's own type.
    return (this.#state?.get(key) ?? this.#settings.provided?.get(key)) as Value | undefined
  }

  /** Stores a value for code that runs later in this request. */
  set<Value>(key: StateKey<Value>, value: Value): void {
    const state = (this.#state ??= new Map())
    state.set(key, value)
  }

  /** Stores the matched route, if any, and its parameter values; called once, by the router. */
  matched(route: RequestRoute | undefined, parameters: readonly string[]): void {
    this.#route = route
    this.#parameters = parameters
  }
}

/** A request and its reply. */
export interface Answered<Given = FinishedReply> {
  readonly request: HttpRequest
  readonly reply: Given
}

/** Receives the reply that is about to be sent, and returns the one to send. */
export type SendHook = (reply: FinishedReply) => MaybePromise<FinishedReply>

const noParameters: readonly string[] = []
const noHooks: readonly SendHook[] = []
// Not a field: with one more, V8 keeps a request as a dictionary, which costs 25,000 instructions more.
const sendHooksKey = stateKey<readonly SendHook[]>('what waits for the finished reply')
const saneRequestId = /^[A-Za-z0-9._:+/=-]{8,128}$/

function unknownParameter(name: string, { path, parameterNames }: RequestRoute): SetupError {
  const known = parameterNames.map((each) => `{${each}}`).join(', ') || 'none'
  return new SetupError(
    'E_PARAMETER_UNKNOWN',
    `No route has a parameter {${name}}, so request.param('${name}') never has a value. The parameters of "${path}": ${known}.`,
  )
}

function toRequestId(sent: string | undefined): string {
  return sent !== undefined && saneRequestId.test(sent) ? sent : randomUUID()
}
