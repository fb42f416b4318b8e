import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * A value that code reaches without being handed it: the running application's, or the one that a
 * test or a transaction put around the current asynchronous call.
 *
 * The storage is entered only by `run`; a process that never calls it pays nothing per request.
 */
export class Ambient<Value> {
  readonly #storage = new AsyncLocalStorage<Value>()
  readonly #registered: Value[] = []

  /** The value around the current call, else the one registered last, else `undefined`. */
  get(): Value | undefined {
    return this.#storage.getStore() ?? this.#registered.at(-1)
  }

  /** Makes `value` the process's own; the function that it returns takes it back. */
  register(value: Value): () => void {
    this.#registered.push(value)
    return () => {
      const index = this.#registered.lastIndexOf(value)
      if (index !== -1) this.#registered.splice(index, 1)
    }
  }

  /** Runs `body`, and all that it awaits, with `value` in place of the registered one. */
  run<Result>(value: Value, body: () => Result): Result {
    return this.#storage.run(value, body)
  }
}
