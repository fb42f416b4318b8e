import { randomBytes } from 'node:crypto'
import type { Claim, CacheEntry, EntryTable, Expected, Lifetime } from '../entries.ts'
import { beginSetScript, claimScript, incrementScript, settleScript } from './entry-scripts.ts'
import { extendScript } from './lease-scripts.ts'
import type { KeyTable, RedisConnection, Send } from './redis-connection.ts'
import { StoreUnavailable, whenAway } from './store-unavailable.ts'
import { parseStoredEntry, writeStoredEntry, type StoredEntry } from './stored-entry.ts'

/**
 * Cache entries that replicas share. There are three kinds of keys: `cache:` holds an entry, `claim:` the claim of the
 * process that computes it, and `tag:` the current version of a tag. An entry stores the versions of its tags. It
 * expires when a version changes or is missing.
 *
 * Freshness follows from the remaining lifetime on the server, so it does not depend on the replicas' clocks.
 */
export class RedisEntries implements EntryTable, KeyTable {
  readonly #connection: RedisConnection
  readonly prefix: string
  readonly #heartbeats = new Map<Claim, NodeJS.Timeout>()
  /** Unique per process. With the number of the call, it makes every token unique. */
  readonly #process = randomBytes(9).toString('base64url')
  #calls = 0

  constructor(connection: RedisConnection, prefix: string) {
    this.#connection = connection
    this.prefix = prefix
  }

  find(key: string, { tags = [], stale }: Expected): Promise<CacheEntry | undefined> {
    const entryKey = this.#entryKey(key)
    const isPlain = tags.length === 0 && stale === undefined
    const found = isPlain
      ? this.#connection.send(['GET', entryKey]).then((reply) => {
          const stored = parseStoredEntry(reply)
          return stored === undefined || isBare(stored)
            ? toEntry(stored)
            : this.#look(key, stored.tags)
        })
      : this.#look(key, tags)
    return found.catch(whenAway(undefined))
  }

  async claim(key: string, { ttlMs, staleMs, tags }: Lifetime): Promise<Claim | undefined> {
    const token = this.#createToken()
    const values = [token, claimMs, ttlMs + staleMs + tagSpareMs]
    try {
      const reply = await this.#connection.run(claimScript, this.#toKeys(key, tags), values)
      if (!Array.isArray(reply)) return undefined
      const [versions, text, leftMs]: readonly unknown[] = reply
      const claim = {
        token: `${String(versions)} ${token}`,
        versions: String(versions),
        found: toValidEntry(parseStoredEntry(text), versions, leftMs),
      }
      this.#keepAlive(key, claim)
      return claim
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      if (error.mayHaveRun) await this.#connection.release(this, this.#claimKey(key), token)
      return noClaim
    }
  }

  async isClaimed(key: string): Promise<boolean> {
    const reply = this.#connection.send(['EXISTS', this.#claimKey(key)])
    return (await reply.catch(whenAway(0))) === 1
  }

  async settle(key: string, claim: Claim, text: string, lifetime: Lifetime): Promise<boolean> {
    if (claim === noClaim) return true
    this.#endHeartbeat(claim)
    const { ttlMs, staleMs, tags } = lifetime
    const { token, versions } = claim
    const stored = writeStoredEntry({ text, staleMs, tags, versions })
    const values = [token, versions, ttlMs + staleMs, stored]
    try {
      return (await this.#connection.run(settleScript, this.#toKeys(key, tags), values)) === 1
    } catch (error) {
      whenAway(undefined)(error)
      await this.#connection.release(this, this.#claimKey(key), token)
      return true
    }
  }

  async abandon(key: string, claim: Claim): Promise<void> {
    if (claim === noClaim) return
    this.#endHeartbeat(claim)
    await this.#connection.release(this, this.#claimKey(key), claim.token)
  }

  async set(key: string, text: string, { ttlMs, staleMs, tags }: Lifetime): Promise<void> {
    const lifeMs = ttlMs + staleMs
    const values = [this.#createToken(), lifeMs + tagSpareMs]
    try {
      const reply = await this.#connection.run(beginSetScript, this.#toKeys(key, tags), values)
      const stored = writeStoredEntry({ text, staleMs, tags, versions: String(reply) })
      await this.#connection.send(['SET', this.#entryKey(key), stored, 'PX', String(lifeMs)])
    } catch (error) {
      whenAway(undefined)(error)
      // Delete the stored value: it is outdated.
      await this.#connection.delete(this, this.#toKeys(key, []))
    }
  }

  delete(key: string): Promise<void> {
    return this.#connection.delete(this, this.#toKeys(key, []))
  }

  async invalidate(tags: readonly string[]): Promise<void> {
    if (tags.length > 0) await this.#connection.delete(this, this.#toTagKeys(tags))
  }

  clear(): Promise<number | undefined> {
    return this.empty((command) => this.#connection.send(command)).catch(whenAway(undefined))
  }

  /** Deletes all entries, with their claims and tags; returns how many entries there were. */
  async empty(send: Send): Promise<number> {
    // Delete entries last, so that no computation or `set` in progress stores its result afterwards.
    await deleteAll(send, `${this.prefix}claim:`)
    await deleteAll(send, `${this.prefix}tag:`)
    return deleteAll(send, `${this.prefix}cache:`)
  }

  async increment(
    key: string,
    by: number,
    ttlMs: number,
  ): Promise<number | 'not a number' | undefined> {
    try {
      const sum = await this.#connection.run(incrementScript, this.#toKeys(key, []), [by, ttlMs])
      return Number.isSafeInteger(sum) ? Number(sum) : 'not a number'
    } catch (error) {
      return whenAway(undefined)(error)
    }
  }

  /** Reads an entry, its remaining lifetime and the versions of its tags. Reads again if its tags are not `tags`. */
  async #look(key: string, tags: readonly string[]): Promise<CacheEntry | undefined> {
    const entryKey = this.#entryKey(key)
    const [values, leftMs] = await Promise.all([
      this.#connection.send(['MGET', entryKey, ...this.#toTagKeys(tags)]),
      this.#connection.send(['PTTL', entryKey]),
    ])
    if (!Array.isArray(values)) return undefined
    const [text, ...versions]: readonly unknown[] = values
    const stored = parseStoredEntry(text)
    if (stored === undefined || stored.tags.join('\n') === tags.join('\n')) {
      return toValidEntry(stored, versions.join(), leftMs)
    }
    return this.#look(key, stored.tags)
  }

  /** Extends a claim for as long as the computing process lives. */
  #keepAlive(key: string, claim: Claim): void {
    const beat = (): void => {
      const reply = this.#connection.run(
        extendScript,
        [this.#claimKey(key)],
        [claim.token, claimMs],
      )
      void reply.catch(whenAway(undefined))
    }
    this.#heartbeats.set(claim, setInterval(beat, claimMs / 3))
  }

  #endHeartbeat(claim: Claim): void {
    clearInterval(this.#heartbeats.get(claim))
    this.#heartbeats.delete(claim)
  }

  #createToken(): string {
    this.#calls += 1
    return `${this.#process}${this.#calls.toString(36)}`
  }

  #toKeys(key: string, tags: readonly string[]): readonly string[] {
    return [this.#claimKey(key), this.#entryKey(key), ...this.#toTagKeys(tags)]
  }

  #toTagKeys(tags: readonly string[]): readonly string[] {
    return tags.map((tag) => `${this.prefix}tag:${tag}`)
  }

  #entryKey(key: string): string {
    return `${this.prefix}cache:${key}`
  }

  #claimKey(key: string): string {
    return `${this.prefix}claim:${key}`
  }
}

/** Deletes the keys with this prefix in steps, so that the server can answer others between the steps. */
async function deleteAll(send: Send, beginning: string): Promise<number> {
  const pattern = `${beginning.replaceAll(/[\\*?[\]]/g, '\\$&')}*`
  let deleted = 0
  let cursor = '0'
  do {
    const reply = await send(['SCAN', cursor, 'MATCH', pattern, 'COUNT', '500'])
    const [next, keys]: readonly unknown[] = Array.isArray(reply) ? reply : []
    const found = Array.isArray(keys) ? keys.map(String) : []
    if (found.length > 0) deleted += Number(await send(['DEL', ...found]))
    cursor = typeof next === 'string' ? next : '0'
  } while (cursor !== '0')
  return deleted
}

/** How long others wait for a process that was killed while computing. */
const claimMs = 3000

/**
 * How much longer a tag is kept than its entries, to allow for the time of a computation. Entries without their tag
 * expire.
 */
const tagSpareMs = 600_000

/** The claim of a caller that computes while the server is unavailable. */
const noClaim: Claim = { token: '', versions: '', found: undefined }

function isBare({ staleMs, tags }: StoredEntry): boolean {
  return staleMs === 0 && tags.length === 0
}

function toEntry(stored: StoredEntry | undefined): CacheEntry | undefined {
  return stored === undefined ? undefined : { text: stored.text, isFresh: true }
}

function toValidEntry(
  stored: StoredEntry | undefined,
  versions: unknown,
  leftMs: unknown,
): CacheEntry | undefined {
  if (stored === undefined || stored.versions !== versions) return undefined
  return { text: stored.text, isFresh: stored.staleMs === 0 || Number(leftMs) > stored.staleMs }
}
