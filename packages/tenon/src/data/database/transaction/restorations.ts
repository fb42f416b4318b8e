/**
 * Restores the objects that a transaction has changed along with their rows, if the transaction is rolled back.
 *
 * A transaction may write a million records, one after the other. So only the first objects are held strongly. The
 * others are held weakly, and entries of collected objects are dropped from time to time. Holding all objects weakly
 * would make each update a third slower.
 */
export class Restorations {
  #restorations: Restoration[] = []
  #pruneAt = 2 * FEW

  /** Adds an object. `restore` receives it and must not hold a reference to it. */
  add(object: object, restore: (object: object) => void): void {
    if (this.#restorations.length >= this.#pruneAt) this.#prune()
    const isHeld = this.#restorations.length < FEW
    this.#restorations.push({ object: isHeld ? object : new WeakRef(object), restore })
  }

  /** Adds the restorations of a released savepoint. */
  addAll(later: Restorations): void {
    for (const { object, restore } of later.#restorations) {
      const found = dereference(object)
      if (found !== undefined) this.add(found, restore)
    }
  }

  /** Restores all objects, the last change first. */
  run(): void {
    for (const { object, restore } of this.#restorations.toReversed()) {
      const found = dereference(object)
      if (found !== undefined) restore(found)
    }
  }

  #prune(): void {
    this.#restorations = this.#restorations.filter(({ object }) => dereference(object))
    this.#pruneAt = Math.max(2 * FEW, 2 * this.#restorations.length)
  }
}

interface Restoration {
  readonly object: object
  readonly restore: (object: object) => void
}

/** How many objects are held strongly. */
const FEW = 1000

function dereference(object: object): object | undefined {
  return object instanceof WeakRef ? object.deref() : object
}
