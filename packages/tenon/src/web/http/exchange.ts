/** Header fields of a request: lower-case names; a field that came several times is joined. */
export type IncomingHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * One request as the engine that read it from the wire hands it over.
 *
 * The seam between Tenon and an HTTP engine: `node:http` and the in-process engine of the tests
 * implement it, and nothing above an engine knows more of a socket than this.
 */
export interface Exchange {
  /** The method as it was sent, such as `GET`. */
  readonly method: string
  /** The request target in origin form: path and query as they were sent. */
  readonly target: string
  readonly headers: IncomingHeaders
  /** The address of the peer, which is the proxy's behind a proxy. */
  readonly remoteAddress: string
  /** Whether this very connection is encrypted. */
  readonly isEncrypted: boolean
  /** What the engine's own lines of the log about this request carry, such as the id of its trace. */
  logFields?: Readonly<Record<string, unknown>> | undefined
  /** Reads the whole body; throws `PayloadTooLarge` as soon as it exceeds the limit. */
  readBody(limitBytes: number): Promise<Uint8Array>
  /** The body piece by piece, for what is too large to be held. The reader counts. */
  streamBody(): AsyncIterable<Uint8Array>
  /**
   * Calls back once when nobody waits for the answer any more: the client left before it was
   * written, or the deadline has passed; at once when that is so already.
   */
  onAbort(listener: (reason: DOMException) => void): void
  /** Calls back once when the exchange is over, answered or not; at once when it is already. */
  onClose(listener: () => void): void
  /** Calls back once nobody uses what came with the request: its handler has ended as well. */
  onRelease(listener: () => void): void
}
