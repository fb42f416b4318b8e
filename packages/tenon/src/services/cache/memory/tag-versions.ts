/**
 * The current version of each tag. An entry remembers the versions of its tags and ends as soon as
 * one of them is another, or gone: forgetting a tag, for whatever reason, can only end entries.
 */
export class TagVersions {
  readonly #versions = new Map<string, number>()
  #last = 0

  /** The versions of some tags, in order, for a comparison later on. */
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
