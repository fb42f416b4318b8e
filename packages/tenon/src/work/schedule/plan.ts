import type { CatchUp } from './task-settings.ts'

/**
 * What to do with the due ticks of one task, oldest first.
 *
 * The ledger's cursor moves over them in order, so `missed` (recorded in one statement) always
 * comes before `runs`. Every due tick is in exactly one of the lists, or later than all of them.
 */
export interface Plan {
  readonly missed: readonly number[]
  readonly runs: readonly PlannedRun[]
  /** Whether there are more due ticks than this plan covers. */
  readonly hasMore: boolean
}

export interface PlannedRun {
  readonly tick: number
  /**
   * The grace period has passed. The run waits until no run of its task is in progress, so a backlog keeps its order.
   */
  readonly isLate: boolean
}

/** The state of a task and the current time, as input of `planTicks`. */
export interface PlanInput {
  readonly next: (after: number) => number | undefined
  readonly cursor: number
  readonly now: number
  readonly pausedUntil: number | undefined
  readonly graceMs: number
  readonly catchUp: CatchUp
}

/** Limits the work of one plan: an evaluation takes about 60 µs on the event loop. */
const PLAN_LIMIT = 250

/** Decides what to do with the due ticks of a task. A pure function. */
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

  // The list is incomplete, so the last late ticks are not known yet.
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
