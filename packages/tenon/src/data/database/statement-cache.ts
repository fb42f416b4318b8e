/**
 * A cache of prepared statements that keeps the most recently used.
 *
 * It has two generations instead of a list in order of use: a hit in the young generation costs one
 * lookup and moves nothing. A full young generation becomes the old one, and the previous old one is
 * dropped. So a full cache keeps between half of `capacity` and all of it.
 */
export class StatementCache<Key, Prepared> {
  readonly #generationSize: number
  readonly #drop: (prepared: Prepared) => void
  #young = new Map<Key, Prepared>()
  #old = new Map<Key, Prepared>()

  /** Calls `drop` for every evicted statement. */
  constructor(capacity: number, drop: (prepared: Prepared) => void = () => {}) {
    this.#generationSize = Math.ceil(capacity / 2)
    this.#drop = drop
  }

  get(key: Key): Prepared | undefined {
    return this.#young.get(key) ?? this.#revive(key)
  }

  set(key: Key, prepared: Prepared): void {
    if (this.#young.size >= this.#generationSize) this.#age()
    this.#young.set(key, prepared)
  }

  delete(key: Key): void {
    this.#young.delete(key)
    this.#old.delete(key)
  }

  #revive(key: Key): Prepared | undefined {
    const prepared = this.#old.get(key)
    if (prepared === undefined) return undefined
    this.#old.delete(key)
    this.set(key, prepared)
    return prepared
  }

  #age(): void {
    const dropped = this.#old
    this.#old = this.#young
    this.#young = new Map()
    dropped.forEach(this.#drop)
  }
}
