import { parseDuration, type Duration } from '../../../base/support/duration.ts'
import { shownPage } from '../visits/viewer.ts'
import type { ApiRoute, Revive } from '../revival/revive.ts'
import { ApiError, toUnreachable } from './api-error.ts'
import { isJson, isStream, readBody, toBody } from './call-body.ts'
import type { KeyedCallOptions } from './call-options.ts'
import type { Operation, ResultOf } from './operation.ts'

/** The request of a call. */
export interface CallRequest extends KeyedCallOptions {
  /** The name of the route. */
  readonly name: string
  readonly method: string
  readonly url: string
  readonly body: unknown
  readonly timeout: Duration
  /** How often a GET, a HEAD or a request with an idempotency key is retried. */
  readonly retries: number
  readonly fetch: typeof fetch
  readonly token?: string | (() => string | undefined | Promise<string | undefined>)
  readonly routes?: readonly ApiRoute[]
  readonly revive?: Revive
}

/** A promise of a route's answer. The request is sent when it is awaited, or when one of its methods is called. */
// It inherits from `Promise`, because libraries check `instanceof Promise` and infer the type of their data from it.
export class Call<Value, Route extends Operation> extends Promise<Value> {
  /** Makes `finally` create a plain `Promise`, because the constructor of this class takes no function. */
  static override readonly [Symbol.species] = Promise

  readonly #request: CallRequest
  #response: Promise<Response> | undefined
  #answer: Promise<ReadAnswer> | undefined

  constructor(request: CallRequest) {
    super(() => {}) // Never settles: `then` is overridden, and all other methods call it.
    this.#request = request
  }

  // oxlint-disable-next-line unicorn/no-thenable -- a call is awaited
  override then<Fulfilled = Value, Rejected = never>(
    onFulfilled?: ((value: Value) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.#value().then(onFulfilled, onRejected)
  }

  /**
   * The answer by its status, including errors. Throws `ApiError` if no answer arrives, or an error that is not JSON.
   */
  async result(): Promise<ResultOf<Route>> {
    const { response, body } = await this.#read()
    const { ok, status, headers } = response
    const failure = new ApiError(response, body)
    // Statuses below 400 are not checked: a 304 has no body.
    if (status > 399 && !isJson(response)) throw failure
    // An application may have its own format of errors; then `message` and `errors` are read as far as possible.
    const { message, errors } = ok ? {} : failure
    const result: unknown = { ok, status, headers, value: body, message, errors, body }
    // Sound for a server of this application: the type is derived from its route.
    return result as ResultOf<Route>
  }

  /** The response as it arrives, for streams and files. */
  response(): Promise<Response> {
    this.#response ??= send(this.#request)
    return this.#response
  }

  /** Returns the same call with this signal instead of the option `signal`. */
  withSignal(signal: AbortSignal): Call<Value, Route> {
    return new Call({ ...this.#request, signal })
  }

  async #value(): Promise<Value> {
    const { response, body } = await this.#read()
    if (!response.ok) throw new ApiError(response, body)
    // Sound for a server of this application: the type is derived from its route.
    return body as Value
  }

  /** Reads the body once, however often the call is awaited. */
  #read(): Promise<ReadAnswer> {
    this.#answer ??= this.response().then(async (response) => {
      const { revive, name, routes } = this.#request
      const body = await readBody(response)
      return { response, body: revive?.(body, response.status, name, routes) ?? body }
    })
    return this.#answer
  }
}

interface ReadAnswer {
  readonly response: Response
  readonly body: unknown
}

async function send(request: CallRequest): Promise<Response> {
  const timeout = AbortSignal.timeout(toTimeoutMs(request))
  const ended = new AbortController()
  const end = (): void => ended.abort(timeout.reason)
  timeout.addEventListener('abort', end)
  const signal = AbortSignal.any([ended.signal, request.signal ?? ended.signal])
  const isRepeatable = request.idempotencyKey !== undefined || /^(?:GET|HEAD)$/.test(request.method)
  for (let left = isRepeatable ? request.retries : 0; ; left--) {
    const response = await attempt(request, signal, left > 0)
    if (response !== undefined && (left === 0 || !passing.includes(response.status))) {
      if (isStream(response)) timeout.removeEventListener('abort', end)
      return response
    }
    await pause(response, signal)
  }
}

function toTimeoutMs({ timeout }: CallRequest): number {
  const ms = parseDuration(timeout)
  if (ms === undefined) throw new Error(`Invalid timeout "${timeout}"`)
  return ms
}

/** Temporary statuses, after which a retry may succeed. */
const passing: readonly number[] = [429, 502, 503, 504]

async function attempt(
  { fetch, method, url, body: input, headers, token }: CallRequest,
  signal: AbortSignal,
  isRepeated: boolean,
): Promise<Response | undefined> {
  const secret = await (typeof token === 'function' ? token() : token)
  const { body, type } = toBody(input)
  try {
    return await fetch(url, {
      method,
      signal,
      headers: {
        accept: 'application/json',
        ...shownPage.viewer?.(method, url),
        ...(type && { 'content-type': type }),
        ...(secret && { authorization: `Bearer ${secret}` }),
        ...headers,
      },
      ...(body && { body }),
    })
  } catch (error) {
    if (signal.aborted) throw signal.reason
    const failure = toUnreachable(url, error)
    if (isRepeated && failure instanceof ApiError) return undefined
    throw failure
  }
}

/** Waits as long as `Retry-After` says, but at most 10 s. Without it, waits a random time of up to half a second. */
async function pause(response: Response | undefined, signal: AbortSignal): Promise<void> {
  const wait = toWaitMs(response?.headers.get('retry-after') ?? '')
  const ms = wait > 0 ? Math.min(wait, 10_000) : Math.random() * 500
  // An answer that nobody reads would keep its connection, and a browser has six for a server.
  response?.body?.cancel().catch(() => {})
  signal.throwIfAborted()
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}

/** Reads `Retry-After`: seconds, or a date (RFC 9110, 10.2.3). NaN for anything else. */
function toWaitMs(retryAfter: string): number {
  return /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now()
}
