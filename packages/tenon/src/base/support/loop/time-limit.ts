/**
 * A time limit for something outside this process: a database, a key-value store, a mail server.
 *
 * It begins with the next turn of the event loop. Until then, synchronous work may continue, and clients
 * that write in `setImmediate` have not sent anything.
 *
 * If the timer fires late, our own event loop was blocked, and the answer may wait unread in the socket.
 * So the limit is extended by the delay, within bounds. It is extended only once, because a loop that is
 * always late must not wait forever. Before the limit expires, the sockets are always read once more.
 */
export class TimeLimit {
  readonly #limitMs: number
  readonly #onExpired: (busyMs: number) => void
  #turn: NodeJS.Immediate
  #timer: NodeJS.Timeout | undefined
  #isExtended = false
  #isUnref = false

  /**
   * `onExpired` gets how long this process was busy at the end; 0 if the other side was silent.
   *
   * Create it after passing the request to the client: the callbacks of one turn keep their order.
   */
  constructor(limitMs: number, onExpired: (busyMs: number) => void) {
    this.#limitMs = limitMs
    this.#onExpired = onExpired
    this.#turn = setImmediate(() => this.#start(limitMs))
  }

  /** Does not keep the process alive. */
  unref(): this {
    this.#isUnref = true
    this.#timer?.unref()
    return this
  }

  stop(): void {
    clearTimeout(this.#timer)
    clearImmediate(this.#turn)
  }

  #start(ms: number): void {
    const dueAt = performance.now() + ms
    this.#timer = setTimeout(() => this.#look(performance.now() - dueAt), ms)
    if (this.#isUnref) this.#timer.unref()
  }

  #look(lateMs: number): void {
    const busyMs = lateMs > LATE_MS ? Math.round(lateMs) : 0
    if (busyMs > 0 && !this.#isExtended) {
      this.#isExtended = true
      return this.#start(Math.min(Math.max(busyMs, LEAST_MS), MOST_MS, this.#limitMs))
    }
    // The sockets are read before `setImmediate` callbacks run.
    this.#turn = setImmediate(() => this.#onExpired(busyMs))
  }
}

/** A timer that is this late shows that the event loop was blocked. */
const LATE_MS = 10

/** The bounds of the extension, which is never longer than the limit: time for the round trips of a connection. */
const LEAST_MS = 100
const MOST_MS = 1000
