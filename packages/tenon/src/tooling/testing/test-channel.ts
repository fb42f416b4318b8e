import { LiveEvents } from './live-events.ts'

/** A channel that a client of a test follows: `await using channel = await app.channel('/tickets/1/channel')`. */
export class TestChannel implements AsyncDisposable {
  readonly #messages: unknown[] = []
  #members: readonly unknown[] = []
  #hasEnded = false
  readonly #events: LiveEvents

  constructor(watch: string, stream: ReadableStream<Uint8Array>) {
    this.#events = new LiveEvents(stream, ({ changed = {}, messages = [], here = {} }) => {
      if (watch in changed) this.#hasEnded = true
      this.#messages.push(...messages.flatMap(([to, message]) => (to === watch ? [message] : [])))
      this.#members = here[watch]?.members ?? this.#members
    })
  }

  /** The messages that the client was told since this was last asked. Await what publishes them first. */
  async messages(): Promise<readonly unknown[]> {
    await this.#events.settled()
    return this.#messages.splice(0)
  }

  /** Who is on the channel, as the client was last told. It is told within 50 ms; who leaves, after 2 s. */
  async members(): Promise<readonly unknown[]> {
    await this.#events.settled()
    return this.#members
  }

  /**
   * Whether the client's place has ended, because something has changed that it was let in for. A browser asks
   * the route again, and follows the channel again if it is allowed to.
   */
  async hasEnded(): Promise<boolean> {
    await this.#events.settled()
    return this.#hasEnded
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#events[Symbol.asyncDispose]()
  }
}
