/** Something that a process does at an interval, and sooner if it is asked to. It knows when it is due. */
export class Chore<Result = void> {
  readonly #everyMs: number
  readonly #run: (nowMs: number) => Promise<Result>
  #dueAt = -Infinity

  constructor(everyMs: number, run: (nowMs: number) => Promise<Result>) {
    this.#everyMs = everyMs
    this.#run = run
  }

  /** Makes it due now, or again if it is being done. */
  ask(): void {
    this.#dueAt = -Infinity
  }

  /** Does it if it is due, and returns the result. It stays due if it fails. */
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
