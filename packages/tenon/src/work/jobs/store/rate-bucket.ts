/** How many jobs may start in a time. */
export interface JobRate {
  readonly limit: number
  readonly perMs: number
}

/** What a rate allows now. */
export interface RateBucket {
  /** How many jobs may start now. */
  readonly allowed: number
  /** How long until the first one may start that may not now. */
  readonly waitMs: number
  /** When the bucket is empty after some more jobs. */
  readonly emptyAfter: (count: number) => number
}

/**
 * Reads a leaky bucket (GCRA), which is stored as the time at which it is empty. A burst of `limit` may start at once.
 *
 * Multiplies before it divides: 1000 / (1000 / 30) is less than 30.
 */
export function readBucket(
  { limit, perMs }: JobRate,
  { emptyAt, now }: { readonly emptyAt: number; readonly now: number },
): RateBucket {
  const start = Math.max(emptyAt, now)
  const room = (now + perMs - start) * limit
  const allowed = Math.floor(room / perMs)
  return {
    allowed,
    waitMs: ((Math.max(allowed, 0) + 1) * perMs - room) / limit,
    emptyAfter: (count) => Math.ceil(start + (count * perMs) / limit),
  }
}
