/** The server did not answer, or not in time; what asked for it goes on without. */
export class StoreAway extends Error {
  override readonly name = 'StoreAway'
  /** Whether the command was sent, and may still be carried out. */
  readonly mayHaveRun: boolean

  /** `cause` is what became of a command that was sent. */
  constructor(cause?: unknown) {
    // Made for every call while the server is away: its place in our code tells nothing.
    const traceLimit = Error.stackTraceLimit
    Error.stackTraceLimit = 0
    super('The key-value store is away', { cause })
    Error.stackTraceLimit = traceLimit
    this.mayHaveRun = cause !== undefined
  }
}

/** What a call gives while the server is away, in place of its answer. */
export function whenAway<Value>(fallback: Value): (error: unknown) => Value {
  return (error) => {
    if (error instanceof StoreAway) return fallback
    throw error
  }
}
