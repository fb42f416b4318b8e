import { toMs, type Duration } from '../../../base/support/duration.ts'
import { isJson, isStream, readBody, toFields } from './answer-body.ts'
import { ApiError } from './api-error.ts'
import { toBody } from './to-body.ts'

/** Options of one call. */
export interface CallOptions {
  /** Aborts the call. */
  readonly signal?: AbortSignal
  /** Headers in addition to those of the client. */
  readonly headers?: Readonly<Record<string, string>>
  /** How long the call may take, repetitions included, or until a stream begins. Default: the client's. */
  readonly timeout?: Duration
}

/** What a call sends, and how. */
export interface CallRequest extends CallOptions {
  readonly method: string
  readonly url: string
  readonly input: unknown
  readonly timeout: Duration
  /** How often a GET or HEAD is repeated. */
  readonly retries: number
  readonly fetch: typeof fetch
  readonly token: () => string | undefined | Promise<string | undefined>
}

/** A call of a route. It is sent when it is awaited, or when one of its methods is called. */
export class Call<Value, Result> implements PromiseLike<Value> {
  readonly #request: CallRequest
  #response: Promise<Response> | undefined
  #answer: Promise<ReadAnswer> | undefined

  constructor(request: CallRequest) {
    this.#request = request
  }

  // oxlint-disable-next-line unicorn/no-thenable -- a call is awaited
  then<Fulfilled = Value, Rejected = never>(
    onFulfilled?: ((value: Value) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.#value().then(onFulfilled, onRejected)
  }

  /** The answer by its status, errors included. Throws `ApiError` only if no such answer arrives. */
  async result(): Promise<Result> {
    const { response, body } = await this.#read()
    const { ok, status, headers } = response
    const failure = ok ? undefined : new ApiError(response, body)
    if (failure && typeof toFields(body)['message'] !== 'string' && !isJson(response)) throw failure
    // Errors may have a format of the application's own, so `message` and `errors` are read as they can be.
    const { message, errors } = failure ?? {}
    // Sound for a server of this application: the types are derived from its routes.
    return { ok, status, headers, value: body, message, errors, body } as Result
  }

  /** The response as it arrives, for streams and files. */
  response(): Promise<Response> {
    this.#response ??= send(this.#request)
    return this.#response
  }

  async #value(): Promise<Value> {
    const { response, body } = await this.#read()
    if (!response.ok) throw new ApiError(response, body)
    // Sound for a server of this application: the type is derived from its route.
    return body as Value
  }

  /** Reads the body once, however often the call is awaited. */
  #read(): Promise<ReadAnswer> {
    this.#answer ??= this.response().then(async (response) => ({
      response,
      body: await readBody(response),
    }))
    return this.#answer
  }
}

interface ReadAnswer {
  readonly response: Response
  readonly body: unknown
}

async function send(request: CallRequest): Promise<Response> {
  const timeout = AbortSignal.timeout(toMs(request.timeout, 'timeout of a call'))
  const ended = new AbortController()
  const end = (): void => ended.abort(timeout.reason)
  timeout.addEventListener('abort', end)
  const signal = AbortSignal.any([
    ended.signal,
    ...(request.signal === undefined ? [] : [request.signal]),
  ])
  const isRepeatable = request.method === 'GET' || request.method === 'HEAD'
  for (let left = isRepeatable ? request.retries : 0; ; left--) {
    const response = await attempt(request, signal, left > 0)
    if (response !== undefined && (left === 0 || !passing.has(response.status))) {
      if (isStream(response)) timeout.removeEventListener('abort', end)
      return response
    }
    await pause(response, signal)
  }
}

/** Statuses that a repetition may not meet again. */
const passing: ReadonlySet<number> = new Set([429, 502, 503, 504])

async function attempt(
  { fetch, method, url, input, headers, token }: CallRequest,
  signal: AbortSignal,
  isRepeated: boolean,
): Promise<Response | undefined> {
  const secret = await token()
  const { body, type } = toBody(input)
  try {
    return await fetch(url, {
      method,
      signal,
      headers: {
        accept: 'application/json',
        ...(type === undefined ? {} : { 'content-type': type }),
        ...(secret === undefined ? {} : { authorization: `Bearer ${secret}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    })
  } catch (error) {
    if (isRepeated && !signal.aborted) return undefined
    throw signal.aborted ? signal.reason : new ApiError(undefined, undefined, error)
  }
}

/** Waits as long as the server says, at most 10 s, or a random part of half a second. */
async function pause(response: Response | undefined, signal: AbortSignal): Promise<void> {
  const seconds = Number(response?.headers.get('retry-after') ?? NaN)
  const ms = seconds > 0 ? Math.min(seconds, 10) * 1000 : Math.random() * 500
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
