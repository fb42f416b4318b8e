import { channel, type Channel } from 'node:diagnostics_channel'

/** A typed `node:diagnostics_channel`. With no subscribers, checking `isHeard` is its only cost. */
export class Announcements<Message> {
  /** For code that runs in every request: reading `channel.hasSubscribers` saves the call of `isHeard`. */
  readonly channel: Pick<Channel, 'hasSubscribers'>
  readonly #channel: Channel

  constructor(name: string) {
    this.#channel = channel(name)
    this.channel = this.#channel
  }

  /** Whether the channel has subscribers. */
  get isHeard(): boolean {
    return this.#channel.hasSubscribers
  }

  tell(message: Message): void {
    this.#channel.publish(message)
  }

  /** Calls `listener` with every message until you call the returned function. */
  listen(listener: (message: Message) => void): () => void {
    // Sound: only `tell` writes to our channels, and it takes a `Message`.
    const onMessage = (message: unknown): void => listener(message as Message)
    this.#channel.subscribe(onMessage)
    return () => {
      this.#channel.unsubscribe(onMessage)
    }
  }
}
