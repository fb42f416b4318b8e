/** Sizes and times within which the server answers; times in milliseconds. */
export interface ServerLimits {
  /** Longest request target; a longer one is answered 414. */
  readonly targetBytes: number
  /** Largest header block; a larger one is answered 431. */
  readonly headerBytes: number
  /** Header fields of a request; more are answered 431. */
  readonly headerFields: number
  /** For a request's header block to arrive; then 408. */
  readonly headersTimeoutMs: number
  /** For a whole request to arrive; then 408. */
  readonly requestTimeoutMs: number
  /** How long an idle connection stays open: longer than a proxy keeps it, which is usually 60 s. */
  readonly keepAliveTimeoutMs: number
  /** How long a client may take nothing of an answer before its connection is closed. */
  readonly writeTimeoutMs: number
  /** For a handler to answer, reading the body not counted; then 503. */
  readonly handlerTimeoutMs: number
  /** A body that nobody read is skipped up to this size; a larger one ends the connection. */
  readonly skipBytes: number
  /** What is still read, for 5 s at most, of a connection that ends before its request did. */
  readonly lingerBytes: number
  /** Connections that wait to be accepted. */
  readonly backlog: number
}

/** The limits that hold when an application states none. */
export const defaultServerLimits: ServerLimits = {
  targetBytes: 8192,
  headerBytes: 16_384,
  headerFields: 200,
  headersTimeoutMs: 20_000,
  requestTimeoutMs: 45_000,
  keepAliveTimeoutMs: 65_000,
  writeTimeoutMs: 20_000,
  handlerTimeoutMs: 30_000,
  skipBytes: 65_536,
  lingerBytes: 16_777_216,
  backlog: 4096,
}
