import { LiveEvents } from './live-events.ts'

/** A channel that a test client follows: `await using channel = await app.channel('/tickets/1/channel')`. */
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

  /**
   * Returns the messages that the client has received since the last call. Await the code that publishes them first.
   */
  async messages(): Promise<readonly unknown[]> {
    await this.#events.settled()
    return this.#messages.splice(0)
  }

  /**
   * The members of the channel, as the client last heard. It hears about joining within 50 ms, about leaving after 2 s.
   */
  async members(): Promise<readonly unknown[]> {
    await this.#events.settled()
    return this.#members
  }

  /**
   * Whether the client's subscription has ended, because something has changed on which its access depended. A browser
   * requests the route again, and follows the channel again if it may.
   */
  async hasEnded(): Promise<boolean> {
    await this.#events.settled()
    return this.#hasEnded
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#events[Symbol.asyncDispose]()
  }
}
