/**
 * Runs tasks one after the other: the page clients of Vue and Svelte keep the page in their modules,
 * and were two renders under way at once, one visitor would be shown the props of another.
 */
export class OneAtATime {
  #last: Promise<unknown> = Promise.resolve()

  /** Settles as the task does, which is begun when all earlier ones have ended. */
  run<Result>(task: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(task)
    this.#last = result.catch(() => {}) // who asked for the result is told
    return result
  }
}
