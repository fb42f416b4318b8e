import type { Duration } from './duration.ts'
import { toMs } from './duration.ts'
import type { Lifetime } from './entries.ts'

/** How long a value is kept. */
export interface KeepOptions {
  /** How long it counts as fresh. */
  readonly ttl: Duration
  /**
   * How much longer it may be served by `fetch` while one caller computes it anew. Default: not at
   * all.
   */
  readonly stale?: Duration
  /** Names by which `invalidateTags` ends it sooner. Default: none. */
  readonly tags?: readonly string[]
}

/** How much a counter grows, and how long it is kept. */
export interface IncrementOptions {
  /** How long a counter is kept that this call begins; later calls do not prolong it. */
  readonly ttl: Duration
  /** A whole number, which may be negative. Default 1. */
  readonly by?: number
}

/** Reads options; throws `E_DURATION`. */
export function toLifetime({ ttl, stale, tags = noTags }: KeepOptions): Lifetime {
  const staleMs = stale === undefined ? 0 : toMs(stale, 'stale')
  return { ttlMs: toMs(ttl, 'ttl'), staleMs, tags }
}

const noTags: readonly string[] = []
