import type { MaybePromise } from '../../base/support/maybe-promise.ts'

/** The header fields of a request: lower-case names; repeated fields are joined. */
export type IncomingHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * One request, as provided by the HTTP engine that read it.
 *
 * This is the interface between Tenon and an HTTP engine. `node:http`, the reader of sockets and the tests'
 * in-process engine implement it. No code above an engine knows more about a socket than this.
 */
export interface Exchange {
  /** The method exactly as sent, such as `GET`. */
  readonly method: string
  /** The request target in origin form: path and query exactly as sent. */
  readonly target: string
  readonly headers: IncomingHeaders
  /** Returns a header by its lower-case name. An engine may find it without reading all others. */
  header(name: string): IncomingHeaders[string]
  /**
   * `false` if the header `X-Inertia` is missing, which every request checks. An engine that sets it saves parsing the
   * headers of a request that reads no others.
   */
  readonly mayBePageVisit?: boolean
  /** The address of the peer; behind a proxy, the proxy's address. */
  readonly remoteAddress: string
  /** Whether this connection itself is encrypted. */
  readonly isEncrypted: boolean
  /** When it arrived or its body was read, in milliseconds of `performance.now()`. */
  readonly startedAt: number
  /** Fields for the engine's own log lines about this request, such as the trace id. */
  logFields?: Readonly<Record<string, unknown>> | undefined
  /**
   * Reads the whole body, without a promise if it is in memory; throws `PayloadTooLarge` as soon as it exceeds the
   * limit.
   */
  readBody(limitBytes: number): MaybePromise<Uint8Array>
  /**
   * Streams a body that may be too large for memory. The reader enforces limits. If one reader
   * stops early, the next one continues where it stopped.
   */
  streamBody(): AsyncIterable<Uint8Array>
  /**
   * Calls `listener` once when the response is no longer awaited: the client disconnected before it
   * was written, the request timed out, or the server stops. Calls it immediately if that has
   * already happened.
   */
  onAbort(listener: (reason: DOMException) => void): void
  /**
   * Calls `listener` once when the exchange ends, answered or not; immediately if it already has.
   */
  onClose(listener: () => void): void
  /**
   * Calls `listener` once the exchange and its handler have both ended, so resources can be freed.
   */
  onRelease(listener: () => void): void
}
