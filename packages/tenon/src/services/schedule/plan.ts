import type { CatchUp } from './task-definition.ts'

/**
 * What to do with the ticks of one task that are due, oldest first.
 *
 * The ledger's cursor moves over them in order, so `missed` (which it records in one go) always
 * comes before `runs`. Every due tick is in exactly one of the lists, or later than all of them.
 */
export interface Plan {
  readonly missed: readonly number[]
  readonly runs: readonly PlannedRun[]
  /** There are due ticks which this plan does not yet cover. */
  readonly hasMore: boolean
}

/** A tick to run. */
export interface PlannedRun {
  readonly tick: number
  /** Beyond the grace: it waits until no run of its task is going on, so that a backlog keeps order. */
  readonly isLate: boolean
}

/** What `planTicks` needs to know of a task and of the present. */
export interface PlanInput {
  readonly next: (after: number) => number | undefined
  readonly cursor: number
  readonly now: number
  readonly pausedUntil: number | undefined
  readonly graceMs: number
  readonly catchUp: CatchUp
}

/** Bounds the work of one plan: an evaluation costs about 60 µs on the event loop. */
const PLAN_LIMIT = 250

/** Decides over the due ticks of a task. Pure. */
export function planTicks(input: PlanInput): Plan {
  const surviving = toSurviving(input.catchUp)
  const due = dueTicks(input, PLAN_LIMIT + surviving)
  const hasMore = due.length === PLAN_LIMIT + surviving

  const pausedUntil = input.pausedUntil ?? -Infinity
  const active = due.filter((tick) => tick >= pausedUntil)
  const late = active.filter((tick) => tick < input.now - input.graceMs)
  const isSuperseded = input.catchUp === 'latest' && late.length < active.length
  const kept = isSuperseded ? 0 : Math.min(surviving, late.length)
  const missed = due.slice(0, due.length - active.length + late.length - kept)

  // Of an incomplete list nobody knows yet which late ticks are the last ones.
  if (hasMore && late.length === active.length) return { missed, runs: [], hasMore }

  const runs = due.slice(missed.length).map((tick, i) => ({ tick, isLate: i < kept }))
  return { missed, runs, hasMore }
}

function dueTicks({ next, cursor, now }: PlanInput, limit: number): number[] {
  const ticks: number[] = []
  for (let tick = next(cursor); tick !== undefined && tick <= now; tick = next(tick)) {
    ticks.push(tick)
    if (ticks.length === limit) break
  }
  return ticks
}

function toSurviving(catchUp: CatchUp): number {
  if (catchUp === 'skip') return 0
  if (catchUp === 'latest') return 1
  return catchUp.max
}
