/** Records that one query fetched, and what is currently being loaded for them. */
export class FetchedTogether {
  readonly records: readonly object[]
  readonly #loading = new Map<string, Promise<void>>()

  constructor(records: readonly object[]) {
    this.records = records
  }

  /** Loads something under a name; further calls for that name share the same promise meanwhile. */
  loadOnce(name: string, load: () => Promise<void>): Promise<void> {
    const running = this.#loading.get(name)
    if (running !== undefined) return running
    const started = load().finally(() => this.#loading.delete(name))
    this.#loading.set(name, started)
    return started
  }
}
