import type { Claim, CacheEntry, EntryTable, Lifetime } from '../entries.ts'
import { TagVersions } from './tag-versions.ts'

interface Kept {
  readonly text: string
  readonly bytes: number
  readonly staleAt: number
  readonly endsAt: number
  readonly tags: readonly string[]
  readonly versions: string
}

/**
 * Cache entries in the memory of this process, up to a number of bytes. The least recently used
 * entry is dropped first.
 *
 * A `Map` iterates in insertion order, and a read inserts the entry again, so the first entry is
 * always the least recently used. An expired entry is removed when it is read, or when it becomes
 * the first.
 */
export class MemoryEntries implements EntryTable {
  readonly #limitBytes: number
  readonly #kept = new Map<string, Kept>()
  readonly #claims = new Map<string, Claim>()
  readonly #tags = new TagVersions()
  #bytes = 0
  #tokens = 0

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes
  }

  find(key: string): CacheEntry | undefined {
    const kept = this.#kept.get(key)
    if (kept === undefined) return undefined
    const now = performance.now()
    if (now >= kept.endsAt || !this.#tags.areCurrent(kept.tags, kept.versions)) {
      this.#drop(key)
      return undefined
    }
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    return { text: kept.text, isFresh: now < kept.staleAt }
  }

  claim(key: string, { tags }: Lifetime): Claim | undefined {
    const versions = this.#tags.read(tags)
    if (this.#claims.get(key)?.versions === versions) return undefined
    const claim: Claim = { token: String((this.#tokens += 1)), versions, found: undefined }
    this.#claims.set(key, claim)
    return claim
  }

  isClaimed(key: string): boolean {
    return this.#claims.has(key)
  }

  settle(key: string, claim: Claim, text: string, lifetime: Lifetime): boolean {
    if (this.#claims.get(key) !== claim) return false
    this.#claims.delete(key)
    if (!this.#tags.areCurrent(lifetime.tags, claim.versions)) return false
    this.#keep(key, text, lifetime, claim.versions)
    return true
  }

  abandon(key: string, claim: Claim): void {
    if (this.#claims.get(key) === claim) this.#claims.delete(key)
  }

  set(key: string, text: string, lifetime: Lifetime): void {
    this.#claims.delete(key)
    this.#keep(key, text, lifetime, this.#tags.read(lifetime.tags))
  }

  delete(key: string): void {
    this.#claims.delete(key)
    this.#drop(key)
  }

  invalidate(tags: readonly string[]): void {
    this.#tags.forget(tags)
  }

  clear(): number {
    const count = this.#kept.size
    this.#claims.clear()
    this.#kept.clear()
    this.#bytes = 0
    return count
  }

  increment(key: string, by: number, ttlMs: number): number | 'not a number' {
    const kept = this.find(key) === undefined ? undefined : this.#kept.get(key)
    const sum = kept === undefined ? by : toCount(kept) + by
    if (!Number.isSafeInteger(sum)) return 'not a number'

    this.#claims.delete(key)
    this.#drop(key)
    const text = String(sum)
    if (kept === undefined) this.#keep(key, text, { ttlMs, staleMs: 0, tags: [] }, '')
    else this.#add(key, { ...kept, text })
    return sum
  }

  #keep(key: string, text: string, { ttlMs, staleMs, tags }: Lifetime, versions: string): void {
    const staleAt = performance.now() + ttlMs
    const bytes = toBytes([key, text, versions, ...tags])
    this.#drop(key)
    this.#add(key, { text, bytes, staleAt, endsAt: staleAt + staleMs, tags, versions })
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#limitBytes) return
      this.#drop(oldest)
    }
  }

  #add(key: string, kept: Kept): void {
    this.#kept.set(key, kept)
    this.#bytes += kept.bytes
  }

  #drop(key: string): void {
    const kept = this.#kept.get(key)
    if (kept === undefined) return
    this.#kept.delete(key)
    this.#bytes -= kept.bytes
  }
}

/** As on a server: an entry with tags or `stale` has a header there, so it is not a number. */
function toCount({ text, tags, staleAt, endsAt }: Kept): number {
  return tags.length === 0 && staleAt === endsAt ? Number(text) : Number.NaN
}

/** The memory of an entry in addition to its texts: objects and the slot of the map. Measured: 214 to 220 bytes. */
const entryBytes = 256

function toBytes(texts: readonly string[]): number {
  return texts.reduce((bytes, text) => bytes + Buffer.byteLength(text), entryBytes)
}
