import { randomUUID } from 'node:crypto'
import type { MaybePromise } from '../../../base/support/maybe-promise.ts'
import type { CacheEntry, Claim, EntryTable, Expected, Lifetime } from '../entries.ts'
import { whenAway } from '../redis/store-unavailable.ts'
import type { GuardedStore } from './guarded-store.ts'

/**
 * Cache entries in an application's own store. A key holds the value and the claim of the process that computes the
 * next one. So one comparison detects a change of either: setting or deleting the key also revokes the claim.
 *
 * `tag:` keys hold the current version of each tag. An entry stores the versions of its tags. It expires when a version
 * changes or is missing.
 */
export class CustomEntries implements EntryTable {
  readonly #store: GuardedStore
  readonly #prefix: string
  readonly #heartbeats = new Map<Claim, NodeJS.Timeout>()

  constructor(store: GuardedStore, prefix: string) {
    this.#store = store
    this.#prefix = prefix
  }

  find(key: string, _expected: Expected): Promise<CacheEntry | undefined> {
    return this.#find(key).catch(whenAway(undefined))
  }

  claim(key: string, { tags }: Lifetime): Promise<Claim | undefined> {
    return this.#claim(key, tags).catch(whenAway(noClaim))
  }

  async isClaimed(key: string): Promise<boolean> {
    const stored = this.#store.get(this.#toKey(key)).then(parseStored)
    const { claim } = await stored.catch(whenAway(nothing))
    return claim !== undefined && claim.until > Date.now()
  }

  async settle(key: string, claim: Claim, text: string, lifetime: Lifetime): Promise<boolean> {
    if (claim === noClaim) return true
    this.#endHeartbeat(claim)
    const settled = this.#change(key, async (stored) => {
      if (stored.claim?.token !== claim.token) return { result: false }
      const isCurrent = (await this.#readVersions(lifetime.tags)) === claim.versions
      const value = isCurrent ? toValue(text, lifetime, claim.versions) : stored.value
      return { stored: { value }, result: isCurrent }
    })
    return settled.catch(whenAway(true))
  }

  async abandon(key: string, claim: Claim): Promise<void> {
    if (claim === noClaim) return
    this.#endHeartbeat(claim)
    const abandoned = this.#change(key, (stored) =>
      stored.claim?.token === claim.token
        ? { stored: { value: stored.value }, result: undefined }
        : { result: undefined },
    )
    await abandoned.catch(whenAway(undefined))
  }

  async set(key: string, text: string, lifetime: Lifetime): Promise<void> {
    try {
      const versions = await this.#beginTags(lifetime.tags)
      const stored = { value: toValue(text, lifetime, versions) }
      await this.#store.set(this.#toKey(key), JSON.stringify(stored), toTtl(stored))
    } catch (error) {
      whenAway(undefined)(error)
      // Delete the stored value: it is outdated.
      await this.delete(key)
    }
  }

  delete(key: string): Promise<void> {
    return this.#store.delete(this.#toKey(key)).catch(whenAway(undefined))
  }

  async invalidate(tags: readonly string[]): Promise<void> {
    const deleted = Promise.all(tags.map((tag) => this.#store.delete(this.#toTagKey(tag))))
    await deleted.catch(whenAway([]))
  }

  clear(): Promise<number | undefined> {
    return this.#store.clear(this.#toKey('')).catch(whenAway(undefined))
  }

  increment(key: string, by: number, ttlMs: number): Promise<number | 'not a number' | undefined> {
    const sum = this.#change<number | 'not a number'>(key, async (stored) => {
      const { value } = stored
      const counted = value !== undefined && (await this.#isValid(value)) ? value : undefined
      const result = counted === undefined ? by : toCount(counted) + by
      if (!Number.isSafeInteger(result)) return { result: 'not a number' }
      const text = String(result)
      const next = counted ?? toValue(text, { ttlMs, staleMs: 0, tags: [] }, '')
      return { stored: { value: { ...next, text } }, result }
    })
    return sum.catch(whenAway(undefined))
  }

  async #find(key: string): Promise<CacheEntry | undefined> {
    const { value } = parseStored(await this.#store.get(this.#toKey(key)))
    if (value === undefined || !(await this.#isValid(value))) return undefined
    return { text: value.text, isFresh: value.staleAt > Date.now() }
  }

  async #claim(key: string, tags: readonly string[]): Promise<Claim | undefined> {
    const versions = await this.#beginTags(tags)
    const token = randomUUID()
    const claim = await this.#change<Claim | undefined>(key, async (stored) => {
      const { value, claim: held } = stored
      // A claim with other versions is ignored, because its result would already be outdated.
      const isHeld = held?.versions === versions && held.until > Date.now()
      if (isHeld) return { result: undefined }
      const isFound = value !== undefined && (await this.#isValid(value))
      const found = isFound ? { text: value.text, isFresh: value.staleAt > Date.now() } : undefined
      const until = Date.now() + claimMs
      return {
        stored: { value, claim: { token, versions, until } },
        result: { token, versions, found },
      }
    })
    if (claim !== undefined) this.#keepAlive(key, claim)
    return claim
  }

  /** Extends a claim for as long as the computing process lives. */
  #keepAlive(key: string, claim: Claim): void {
    const beat = (): void => {
      const extended = this.#change(key, ({ value, claim: held }) =>
        held?.token === claim.token
          ? {
              stored: { value, claim: { ...held, until: Date.now() + claimMs } },
              result: undefined,
            }
          : { result: undefined },
      )
      void extended.catch(whenAway(undefined))
    }
    this.#heartbeats.set(claim, setInterval(beat, claimMs / 3))
  }

  #endHeartbeat(claim: Claim): void {
    clearInterval(this.#heartbeats.get(claim))
    this.#heartbeats.delete(claim)
  }

  #change<Result>(key: string, change: ChangeEntry<Result>): Promise<Result> {
    return this.#store.change(this.#toKey(key), async (before) => {
      const { stored, result } = await change(parseStored(before))
      if (stored === undefined) return { result }
      return { text: JSON.stringify(stored), ttlMs: toTtl(stored), result }
    })
  }

  async #isValid({ tags, versions, endsAt }: Value): Promise<boolean> {
    if (endsAt <= Date.now()) return false
    return tags.length === 0 || (await this.#readVersions(tags)) === versions
  }

  async #readVersions(tags: readonly string[]): Promise<string> {
    return (await Promise.all(tags.map((tag) => this.#store.get(this.#toTagKey(tag))))).join()
  }

  /** Returns the versions of the tags. Creates missing versions. */
  async #beginTags(tags: readonly string[]): Promise<string> {
    const begin = (tag: string): Promise<string> =>
      this.#store.change(this.#toTagKey(tag), (version) => {
        if (version !== undefined) return { result: version }
        const fresh = randomUUID()
        return { text: fresh, ttlMs: tagMs, result: fresh }
      })
    return (await Promise.all(tags.map(begin))).join()
  }

  #toKey(key: string): string {
    return `${this.#prefix}cache:${key}`
  }

  #toTagKey(tag: string): string {
    return `${this.#prefix}tag:${tag}`
  }
}

type ChangeEntry<Result> = (stored: Stored) => MaybePromise<{
  readonly stored?: Stored
  readonly result: Result
}>

/** The content of an entry's key. */
interface Stored {
  readonly value?: Value | undefined
  readonly claim?: {
    readonly token: string
    readonly versions: string
    readonly until: number
  }
}

interface Value {
  readonly text: string
  readonly staleAt: number
  readonly endsAt: number
  readonly tags: readonly string[]
  readonly versions: string
}

const nothing: Stored = {}

/** The claim of a caller that computes while the store is unavailable. */
const noClaim: Claim = { token: '', versions: '', found: undefined }

/** How long others wait for a process that was killed while computing. */
const claimMs = 9000

/** How long a tag is kept. Entries expire with their tag, so this limits the lifetime of entries with tags. */
const tagMs = 30 * 24 * 3_600_000

function parseStored(text: string | undefined): Stored {
  // Sound: only this class writes these keys.
  return text === undefined ? nothing : (JSON.parse(text) as Stored)
}

function toValue(text: string, { ttlMs, staleMs, tags }: Lifetime, versions: string): Value {
  const staleAt = Date.now() + ttlMs
  return { text, staleAt, endsAt: staleAt + staleMs, tags, versions }
}

/** As with Redis, an entry with tags or `stale` is not a number. */
function toCount({ text, tags, staleAt, endsAt }: Value): number {
  return tags.length === 0 && staleAt === endsAt ? Number(text) : Number.NaN
}

function toTtl({ value, claim }: Stored): number {
  const until = Math.max(value?.endsAt ?? 0, claim?.until ?? 0)
  return Math.max(1, Math.ceil(until - Date.now()))
}
