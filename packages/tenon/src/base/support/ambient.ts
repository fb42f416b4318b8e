import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * A value that code can read without receiving it as an argument.
 *
 * It is the running application's value, or the one that a test or a transaction set for the
 * current asynchronous call. Only `run` enters the storage; a process that never calls `run` pays
 * nothing per request.
 */
export class Ambient<Value> {
  readonly #storage = new AsyncLocalStorage<Value>()
  readonly #registered: Value[] = []

  /** Returns the value of the current call, else the one registered last, else `undefined`. */
  get(): Value | undefined {
    return this.#storage.getStore() ?? this.#registered.at(-1)
  }

  /** Makes `value` the default of the process; call the returned function to undo that. */
  register(value: Value): () => void {
    this.#registered.push(value)
    return () => {
      const index = this.#registered.lastIndexOf(value)
      if (index !== -1) this.#registered.splice(index, 1)
    }
  }

  /** Runs `body` and everything it awaits with `value` instead of the registered one. */
  run<Result>(value: Value, body: () => Result): Result {
    return this.#storage.run(value, body)
  }
}
