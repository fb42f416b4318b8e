/** Something that a process does at an interval, and earlier on request. */
export class Chore<Result = void> {
  readonly #everyMs: number
  readonly #run: (nowMs: number) => Promise<Result>
  #dueAt = -Infinity

  constructor(everyMs: number, run: (nowMs: number) => Promise<Result>) {
    this.#everyMs = everyMs
    this.#run = run
  }

  /** Makes the chore due now, or due again if it is running. */
  ask(): void {
    this.#dueAt = -Infinity
  }

  /** Runs the chore if it is due, and returns its result. It stays due if it fails. */
  async tend(nowMs = performance.now()): Promise<Result | undefined> {
    if (nowMs < this.#dueAt) return undefined
    this.#dueAt = nowMs + this.#everyMs
    try {
      return await this.#run(nowMs)
    } catch (error) {
      this.ask()
      throw error
    }
  }
}
