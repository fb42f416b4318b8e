import type { Duration } from '../../../base/support/duration.ts'

/** Options of one call. */
export interface CallOptions {
  /** Aborts the call. */
  readonly signal?: AbortSignal
  /** Headers in addition to those of the client. */
  readonly headers?: Readonly<Record<string, string>>
  /** The function that sends this request, such as `fetchWithProgress()`. Default: the client's. */
  readonly fetch?: typeof fetch
  /** How long the call may take, including retries; for a stream, until it begins. Default: the client's. */
  readonly timeout?: Duration
}

/** Options of a call of a route that reads the header `Idempotency-Key`. */
export interface KeyedCallOptions extends CallOptions {
  /**
   * The key of the request, or `true` for a new key. The call is then retried like a GET, because the
   * server recognises the repetition. Pass your own key to repeat the call later, for example after an error.
   */
  readonly idempotencyKey?: string | true
}
