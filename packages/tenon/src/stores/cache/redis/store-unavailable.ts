/** The server did not answer, or not in time; the caller continues without it. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
  /** Whether the command was sent and may still be executed. */
  readonly mayHaveRun: boolean

  /** `cause` is the failure of a command that was sent. */
  constructor(cause?: unknown) {
    // Created for every call while the server is unavailable, where a stack trace is useless.
    const traceLimit = Error.stackTraceLimit
    Error.stackTraceLimit = 0
    super('The key-value store is unavailable', { cause })
    Error.stackTraceLimit = traceLimit
    this.mayHaveRun = cause !== undefined
  }
}

/** Replaces the result of a call while the server is unavailable. */
export function whenAway<Value>(fallback: Value): (error: unknown) => Value {
  return (error) => {
    if (error instanceof StoreUnavailable) return fallback
    throw error
  }
}
