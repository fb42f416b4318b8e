/**
 * An abort signal that is created on first use. Most functions never use theirs. Creating one for every job took a
 * third of the CPU time of a small job, most of it in the garbage collector.
 */
export class Cancellation {
  #controller: AbortController | undefined
  #reason: Error | undefined

  get isAborted(): boolean {
    return this.#reason !== undefined
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.#reason !== undefined) this.#controller.abort(this.#reason)
    return this.#controller.signal
  }

  abort(reason: Error): void {
    this.#reason ??= reason
    this.#controller?.abort(this.#reason)
  }
}
