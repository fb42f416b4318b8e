/** The server has not answered in time, or at all. The caller continues without it. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
  /** Whether the command was sent and may still be executed. */
  readonly mayHaveRun: boolean

  /** `cause` is the error of a command that was sent. */
  constructor(cause?: unknown) {
    // While the server is unavailable, every call creates one, and a stack trace would be useless.
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
