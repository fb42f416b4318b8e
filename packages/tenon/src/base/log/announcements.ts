import { channel, type Channel } from 'node:diagnostics_channel'

/**
 * A channel of `node:diagnostics_channel` that carries one type of message: what a process tells
 * whoever listens. While nobody does, asking `isHeard` is all that it costs.
 */
export class Announcements<Message> {
  readonly #channel: Channel

  constructor(name: string) {
    this.#channel = channel(name)
  }

  /** Whether anybody listens. */
  get isHeard(): boolean {
    return this.#channel.hasSubscribers
  }

  tell(message: Message): void {
    this.#channel.publish(message)
  }

  /** Calls `listener` with every message until the function that it returns is called. */
  listen(listener: (message: Message) => void): () => void {
    // Sound: `tell` is the only writer of a channel of ours, and it takes a `Message`.
    const onMessage = (message: unknown): void => listener(message as Message)
    this.#channel.subscribe(onMessage)
    return () => {
      this.#channel.unsubscribe(onMessage)
    }
  }
}
