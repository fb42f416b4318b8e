/**
 * Runs tasks one after the other. The Inertia clients for Vue and Svelte keep the page in module
 * state: if two renders ran at once, one visitor would see the props of another.
 */
export class OneAtATime {
  #last: Promise<unknown> = Promise.resolve()

  /** Starts the task after all earlier tasks have ended. Settles with the result of the task. */
  run<Result>(task: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(task)
    this.#last = result.catch(() => {}) // The caller gets the error.
    return result
  }
}
