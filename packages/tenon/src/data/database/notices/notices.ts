/** Reports commits of other processes. The first listener starts it; removing the last listener stops it. */
export interface NoticeSource {
  /** Calls `tell` with a channel's name and a text; without a channel if any channel may be concerned. */
  start(
    tell: (channel?: string, text?: string) => void,
    channels: () => readonly string[],
  ): NoticeWatch
}

/**
 * Called for each notice with its text. The text is absent if the notice has none, or if notices may have been lost.
 */
export type Listener = (text?: string) => void

/** A source that is running. */
export interface NoticeWatch extends Disposable {
  /** Called after the first listener of a channel was added. */
  follow(channel: string): void
}

/**
 * The listeners of a database's channels in this process.
 *
 * A notice only says that it is worth looking: a notice may arrive without a change, or late.
 */
export class Notices {
  readonly #source: NoticeSource | undefined
  readonly #listeners = new Map<string, Set<Listener>>()
  #watch: NoticeWatch | undefined

  constructor(source: NoticeSource | undefined) {
    this.#source = source
  }

  listen(channel: string, listener: Listener): Disposable {
    const known = this.#listeners.get(channel)
    const listeners = known ?? new Set()
    this.#listeners.set(channel, listeners.add(listener))
    this.#watch ??= this.#source?.start(
      (told, text) => this.tell(told, text),
      () => [...this.#listeners.keys()],
    )
    if (known === undefined) this.#watch?.follow(channel)
    return { [Symbol.dispose]: () => this.#remove(channel, listener) }
  }

  /** Calls the listeners of a channel, or of all channels. */
  tell(channel?: string, text?: string): void {
    const told = channel === undefined ? this.#listeners.values() : [this.#listeners.get(channel)]
    for (const listeners of told) for (const listener of listeners ?? []) listener(text)
  }

  close(): void {
    this.#listeners.clear()
    this.#stop()
  }

  #remove(channel: string, listener: Listener): void {
    const listeners = this.#listeners.get(channel)
    listeners?.delete(listener)
    if (listeners?.size === 0) this.#listeners.delete(channel)
    if (this.#listeners.size === 0) this.#stop()
  }

  #stop(): void {
    this.#watch?.[Symbol.dispose]()
    this.#watch = undefined
  }
}
