/**
 * How to restore objects that a transaction has changed along with their rows, in the order of the changes.
 *
 * A transaction may write a million records, one after the other. So after the first ones, objects are held weakly, and
 * what nobody uses any more is dropped from time to time. Holding all weakly would make each update a third slower.
 */
export class Restorations {
  #restorations: Restoration[] = []
  #pruneAt = 2 * FEW

  /** `restore` gets the object, and must not refer to it by itself. */
  add(object: object, restore: (object: object) => void): void {
    if (this.#restorations.length >= this.#pruneAt) this.#prune()
    const isHeld = this.#restorations.length < FEW
    this.#restorations.push({ object: isHeld ? object : new WeakRef(object), restore })
  }

  /** Adds those of a savepoint that is kept. */
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

/** So many objects are held in any case. */
const FEW = 1000

function dereference(object: object): object | undefined {
  return object instanceof WeakRef ? object.deref() : object
}
