import type { ChangeFeed } from '../../stores/changes/change-feed.ts'
import { eventBuses } from './event-bus.ts'

/** Calls a function within the running application. */
export type InApplication = <Result>(body: () => Result) => Result

/** Calls this process's listeners for events of other processes. Disposing waits for running listeners. */
export class ToldEvents implements AsyncDisposable {
  readonly #running = new Set<Promise<void>>()

  constructor(feed: ChangeFeed, inApplication: InApplication = (body) => body()) {
    feed.onEvent((name, payload) => {
      const running = inApplication(() => eventBuses.get()?.hear(name, payload))
      if (running === undefined) return
      this.#running.add(running)
      void running.then(() => this.#running.delete(running))
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#running)
  }
}
