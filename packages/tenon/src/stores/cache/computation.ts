import { AsyncLocalStorage } from 'node:async_hooks'
import { SetupError } from '../../base/support/setup-error.ts'

/**
 * A running computation of a cached value, and the computations it waits for.
 *
 * The waits form an acyclic graph. A wait that would close a cycle would never end, so it throws. Cycles across several
 * processes are not detected; the `timeout` of `fetch` ends them.
 */
export class Computation {
  readonly #key: string
  readonly #waitsFor = new Set<Computation>()

  constructor(key: string) {
    this.#key = key
  }

  /** Runs `compute`: a `fetch` inside waits on behalf of this computation. */
  run<Result>(compute: () => Result): Result {
    return current.run(this, compute)
  }

  /** Runs `wait`, which ends with this computation. Throws `E_CACHE_CYCLE` if the wait would close a cycle. */
  async whileAwaited<Result>(wait: () => Promise<Result>): Promise<Result> {
    const around = current.getStore()
    if (around === undefined) return wait()

    const path = this.#pathTo(around)
    if (path !== undefined) throw cycle([around.#key, ...path])
    around.#waitsFor.add(this)
    try {
      return await wait()
    } finally {
      around.#waitsFor.delete(this)
    }
  }

  #pathTo(target: Computation): readonly string[] | undefined {
    if (this === target) return [this.#key]
    for (const next of this.#waitsFor) {
      const path = next.#pathTo(target)
      if (path !== undefined) return [this.#key, ...path]
    }
    return undefined
  }
}

const current = new AsyncLocalStorage<Computation>()

function cycle(keys: readonly string[]): SetupError {
  const path = keys.map((key) => `"${key.slice(0, 80)}"`).join(' → ')
  return new SetupError(
    'E_CACHE_CYCLE',
    `A cached value waits for itself: ${path}. Compute one of them without calling cache.fetch() for the next.`,
  )
}
