/**
 * The current version of each tag. An entry stores the versions of its tags, and expires as soon as a version changes
 * or is missing. So forgetting a tag can only expire entries.
 */
export class TagVersions {
  readonly #versions = new Map<string, number>()
  #last = 0

  /** Returns the versions of some tags, in order, for a later comparison. */
  read(tags: readonly string[]): string {
    if (tags.length === 0) return ''
    return tags.map((tag) => this.#versions.get(tag) ?? this.#begin(tag)).join()
  }

  areCurrent(tags: readonly string[], versions: string): boolean {
    if (tags.length === 0) return true
    return tags.map((tag) => this.#versions.get(tag)).join() === versions
  }

  forget(tags: readonly string[]): void {
    for (const tag of tags) this.#versions.delete(tag)
  }

  #begin(tag: string): number {
    const [oldest] = this.#versions.keys()
    if (this.#versions.size >= tagLimit && oldest !== undefined) this.#versions.delete(oldest)
    this.#last += 1
    this.#versions.set(tag, this.#last)
    return this.#last
  }
}

const tagLimit = 100_000
