/** The size and time limits of the server; times are in milliseconds. */
export interface ServerLimits {
  /** Longest request target; a longer one is answered with 414. */
  readonly targetBytes: number
  /** Largest header block; a larger one is answered with 431. */
  readonly headerBytes: number
  /** Maximum number of header fields; more are answered with 431. */
  readonly headerFields: number
  /** Time for a request's header block to arrive; then 408. */
  readonly headersTimeoutMs: number
  /** Time for a complete request to arrive; then 408. */
  readonly requestTimeoutMs: number
  /** How long an idle connection stays open. Must exceed a proxy's timeout, usually 60 s. */
  readonly keepAliveTimeoutMs: number
  /** How long a client may accept no part of a response before it is disconnected. */
  readonly writeTimeoutMs: number
  /** Time for a handler to respond, not counting reading the body; then 503. */
  readonly handlerTimeoutMs: number
  /** Fields up to this size are awaited before the handler starts; of a chunked body at most so many bytes. */
  readonly awaitedBytes: number
  /** The most memory for awaited fields of all requests. Beyond it, a handler starts with what has arrived. */
  readonly allAwaitedBytes: number
  /** An unread body up to this size is skipped; a larger one closes the connection. */
  readonly skipBytes: number
  /** How much is still read, for at most 5 s, when a connection closes before its request ends. */
  readonly lingerBytes: number
  /** Maximum number of connections waiting to be accepted. */
  readonly backlog: number
}

/** The limits of a server without configured limits. */
export const defaultServerLimits: ServerLimits = {
  targetBytes: 8192,
  headerBytes: 16_384,
  headerFields: 200,
  headersTimeoutMs: 20_000,
  requestTimeoutMs: 45_000,
  keepAliveTimeoutMs: 65_000,
  writeTimeoutMs: 20_000,
  handlerTimeoutMs: 30_000,
  awaitedBytes: 1_048_576,
  allAwaitedBytes: 67_108_864,
  skipBytes: 65_536,
  lingerBytes: 16_777_216,
  backlog: 4096,
}
