/** The client's id of a call, unique within its session. */
type CallId = string | number

/** The tool calls that are still running, so that a client can cancel its own. */
export class RunningCalls {
  readonly #calls = new Map<string, AbortController>()

  /** Runs a call with a signal that `cancel` aborts. */
  async run<Result>(
    session: string,
    id: CallId,
    call: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const [key, abort] = [toKey(session, id), new AbortController()]
    this.#calls.set(key, abort)
    try {
      return await call(abort.signal)
    } finally {
      if (this.#calls.get(key) === abort) this.#calls.delete(key)
    }
  }

  /** Cancels a call. Does nothing if the call is finished, or if another process runs it. */
  cancel(session: string, id: CallId): void {
    const reason = new DOMException('The agent has cancelled the call', 'AbortError')
    this.#calls.get(toKey(session, id))?.abort(reason)
  }
}

function toKey(session: string, id: CallId): string {
  return JSON.stringify([session, id])
}
