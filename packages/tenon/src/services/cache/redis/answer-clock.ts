/**
 * Expires if a command gets no answer for a while, not counting time in which the event loop was
 * busy.
 *
 * The client writes commands in `setImmediate`, so synchronous work may run before the command is
 * sent. Afterwards, the answer may already wait unread in the socket.
 */
export class AnswerClock {
  readonly #limitMs: number
  readonly #onExpired: () => void
  #immediate: NodeJS.Immediate | undefined
  #timer: NodeJS.Timeout | undefined
  #wasLate = false

  /**
   * Create it after the command was passed to the client: callbacks of one turn keep their order.
   */
  constructor(limitMs: number, onExpired: () => void) {
    this.#limitMs = limitMs
    this.#onExpired = onExpired
    this.#immediate = setImmediate(() => this.#start())
  }

  stop(): void {
    clearImmediate(this.#immediate)
    clearTimeout(this.#timer)
  }

  #start(): void {
    const dueAt = performance.now() + this.#limitMs
    this.#timer = setTimeout(() => this.#look(dueAt), this.#limitMs)
  }

  /** Extends only once: a loop that is always late must not wait forever. */
  #look(dueAt: number): void {
    const isLate = performance.now() - dueAt > LATE_LOOP_MS
    if (isLate && !this.#wasLate) {
      this.#wasLate = true
      this.#start()
      return
    }
    // The socket is read before `setImmediate` callbacks run.
    this.#immediate = setImmediate(this.#onExpired)
  }
}

/** A timer that is this late shows that the event loop was busy. */
const LATE_LOOP_MS = 10
