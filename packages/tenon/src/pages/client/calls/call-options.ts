import type { Duration } from '../../../base/support/duration.ts'

/** Options of one call. */
export interface CallOptions {
  /** Aborts the call. */
  readonly signal?: AbortSignal
  /** Headers in addition to those of the client. */
  readonly headers?: Readonly<Record<string, string>>
  /** What sends this request, such as `fetchWithProgress()`. Default: the client's. */
  readonly fetch?: typeof fetch
  /** How long the call may take, repetitions included, or until a stream begins. Default: the client's. */
  readonly timeout?: Duration
}

/** Options of a call of a route that reads the header `Idempotency-Key`. */
export interface KeyedCallOptions extends CallOptions {
  /**
   * The key of the request, or `true` for a new one. The call is then repeated like a GET, because the
   * server recognises it. Pass your own to repeat it later, such as after an error.
   */
  readonly idempotencyKey?: string | true
}
