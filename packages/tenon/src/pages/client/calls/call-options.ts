import type { Duration } from '../../../base/support/duration.ts'

/** Options of one call. */
export interface CallOptions {
  /** Aborts the call. */
  readonly signal?: AbortSignal
  /** Headers in addition to those of the client. */
  readonly headers?: Readonly<Record<string, string>>
  /** How long the call may take, repetitions included, or until a stream begins. Default: the client's. */
  readonly timeout?: Duration
}
