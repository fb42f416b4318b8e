import type { LaneRules } from './new-job.ts'

/** A lane with jobs that are behind, as it is read. */
export interface LaneRow {
  readonly lane: string
  readonly now: number
  /** The rules of its first job, as JSON; `null`: one at a time. */
  readonly rules: string | null
  readonly ready: number
  readonly running: number
  readonly empty_at: number | null
}

/** How many jobs of a lane may become ready now. */
export interface LaneRoom {
  readonly room: number
  /** How long until its rate allows more. */
  readonly waitMs: number
  /** When its bucket is empty after some more jobs; `undefined` if it has no rate. */
  readonly emptyAfter: ((count: number) => number) | undefined
}

/**
 * At most ten of a lane are ready at a time. They are claimed in the order in which they became ready, so a lane
 * with few jobs waits for no more than ten of each other one.
 */
const MOST_READY = 10

export function toRoom({ rules, ready, running, empty_at, now }: LaneRow): LaneRoom {
  // Sound: only `toRulesText` writes them.
  const { atATime, rate } = rules === null ? ONE_AT_A_TIME : (JSON.parse(rules) as LaneRules)
  const free = Math.min((atATime ?? Infinity) - ready - running, MOST_READY - ready)
  if (rate === undefined) return { room: free, waitMs: Infinity, emptyAfter: undefined }

  const intervalMs = rate.perMs / rate.limit
  const start = Math.max(empty_at ?? 0, now)
  const allowed = Math.floor((now + rate.perMs - start) / intervalMs)
  return {
    room: Math.min(free, allowed),
    waitMs:
      allowed < 1 ? start + intervalMs - rate.perMs - now : allowed <= free ? intervalMs : Infinity,
    emptyAfter: (count) => start + count * intervalMs,
  }
}

const ONE_AT_A_TIME: LaneRules = { atATime: 1 }
