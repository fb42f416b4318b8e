import type { LiveProps } from '../../pages/live/live-tickets.ts'
import { LiveEvents } from './live-events.ts'

/** A live page that a test client shows: `await using page = await app.live('/todos')`. */
export class LiveTestPage implements AsyncDisposable {
  readonly #told = new Set<string>()
  readonly #events: LiveEvents

  constructor(props: LiveProps, stream: ReadableStream<Uint8Array>) {
    this.#events = new LiveEvents(stream, ({ changed = {} }) => {
      for (const [prop, { watch }] of Object.entries(props)) {
        if (watch in changed) this.#told.add(prop)
      }
    })
  }

  /**
   * Returns the names of the props that the page was told to request again, since the last call. Await the changes
   * first.
   */
  async told(): Promise<readonly string[]> {
    await this.#events.settled()
    const told = [...this.#told].toSorted()
    this.#told.clear()
    return told
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#events[Symbol.asyncDispose]()
  }
}
