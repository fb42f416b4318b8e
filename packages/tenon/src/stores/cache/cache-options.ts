import { type Duration, toMs } from '../../base/support/duration.ts'
import { toStoredKey } from '../../base/support/values/stored-key.ts'
import type { Lifetime } from './entries.ts'

/** How long a value is cached. */
export interface KeepOptions {
  /** How long the value is fresh. */
  readonly ttl: Duration
  /** How much longer `fetch` may serve it while one caller recomputes it. Default: not at all. */
  readonly stale?: Duration
  /** Tags for `invalidateTags`, which can expire the value earlier. Default: none. */
  readonly tags?: readonly string[]
}

/** How a value is computed and cached. */
export interface FetchOptions extends KeepOptions {
  /**
   * How long a computation may take. After that, every waiting caller gets `ServiceUnavailable` (503), and the next
   * caller starts a new computation. Default: `1m`.
   */
  readonly timeout?: Duration
}

/** How much a counter is incremented, and how long it is kept. */
export interface IncrementOptions {
  /** How long a counter is kept that this call creates. Later calls do not extend it. */
  readonly ttl: Duration
  /** A whole number, which may be negative. Default: 1. */
  readonly by?: number
}

/** The options with tags in their stored form. Like keys, tags often contain text from clients. */
export function withStoredTags<Options extends KeepOptions>(options: Options): Options {
  return options.tags === undefined ? options : { ...options, tags: options.tags.map(toStoredKey) }
}

/** Parses the options. Throws `E_DURATION`. */
export function toLifetime({ ttl, stale, tags = noTags }: KeepOptions): Lifetime {
  const staleMs = stale === undefined ? 0 : toMs(stale, 'stale')
  return { ttlMs: toMs(ttl, 'ttl'), staleMs, tags }
}

const noTags: readonly string[] = []
