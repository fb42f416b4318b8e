/** Holds requests back until a test lets them pass. */
export class Gate {
  #opened = Promise.withResolvers<void>()
  #reached = Promise.withResolvers<void>()

  /** Resolves when a request has come to the gate. */
  get reached(): Promise<void> {
    return this.#reached.promise
  }

  close(): void {
    this.#opened = Promise.withResolvers()
    this.#reached = Promise.withResolvers()
  }

  open(): void {
    this.#opened.resolve()
  }

  pass(): Promise<void> {
    this.#reached.resolve()
    return this.#opened.promise
  }
}
