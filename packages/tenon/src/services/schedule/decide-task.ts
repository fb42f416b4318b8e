import { ticks as decidedTicks, type TickMessage } from '../log/channels.ts'
import type { LogFields } from '../log/log.ts'
import type { Cron } from './cron.ts'
import type { Claim, Ledger, TaskCursor } from './ledger.ts'
import { planTicks, type Plan } from './plan.ts'
import type { ScheduleLog } from './schedule-log.ts'
import type { ScheduledTask } from './tasks.ts'

/** Where a task stands, and what is needed to decide its due ticks. */
export interface TaskStanding {
  readonly task: ScheduledTask
  readonly state: TaskCursor
  /** The schedule that the ledger holds for the task. */
  readonly cron: Cron
  readonly now: number
  readonly owner: string
  readonly historyMs: number
  readonly ledger: Ledger
  readonly log: ScheduleLog
  readonly isStopping: () => boolean
  readonly start: (claim: Claim) => void
}

/** What came of trying to decide a task's due ticks. */
export interface Decision {
  /** Until there is something to decide again; `Infinity` while the task waits for one of its runs. */
  readonly waitMs: number
  readonly hasDecided: boolean
}

/**
 * Decides the due ticks of a task one after another and starts what it won.
 *
 * Stops where another replica was first: its decisions show in the next survey.
 */
export async function decideTask(standing: TaskStanding): Promise<Decision> {
  const { state, cron, now } = standing
  const plan = planDue(standing)
  const lastMissed = plan.missed.at(-1)
  if (lastMissed !== undefined && !(await dropMissed(standing, plan.missed))) return REFUSED

  let cursor = lastMissed ?? state.cursor
  let isRunning = state.isRunning
  let hasDecided = lastMissed !== undefined
  for (const { tick, isLate } of plan.runs) {
    if ((isLate && isRunning) || standing.isStopping()) return { waitMs: Infinity, hasDecided }

    const claim = await claimTick(standing, { cursor, tick, isLate })
    if (claim === undefined) return { ...REFUSED, hasDecided }
    cursor = tick
    isRunning = true
    hasDecided = true
  }

  const next = plan.hasMore ? now : (cron.next(cursor) ?? Infinity)
  return { waitMs: Math.max(next - now, 0), hasDecided }
}

const REFUSED: Decision = { waitMs: 0, hasDecided: false }

/** Passes over the beginning of a backlog so long that its rows would be pruned at once. */
function planDue({ task, state, cron, now, historyMs }: TaskStanding): Plan {
  const { cursor, pausedUntil } = state
  const next = (after: number) => cron.next(after)
  const plan = planTicks({ ...task, next, cursor, now, pausedUntil })

  const historyStart = now - historyMs
  const isFarBehind = plan.hasMore && (plan.missed.at(-1) ?? now) < historyStart
  return isFarBehind ? planTicks({ ...task, next, cursor: historyStart, now, pausedUntil }) : plan
}

async function dropMissed(standing: TaskStanding, ticks: readonly number[]): Promise<boolean> {
  const { task, state, ledger, log } = standing
  const { cursor, signature, pausedUntil = -Infinity } = state
  const isPaused = (ticks.at(-1) ?? 0) < pausedUntil
  const reason = isPaused
    ? 'The task was paused'
    : `No scheduler ran within ${task.graceMs / 1000} s of it`

  const isDropped = await ledger.drop({ task: task.name, signature, cursor, ticks, reason })
  if (isDropped) tell(task, isPaused ? 'paused' : 'missed', ticks.length)
  if (isDropped && !isPaused) {
    const fields = { task: task.name, count: ticks.length, ...toFields(ticks[0]) }
    log.warn(`Scheduled task "${task.name}" has missed ${ticks.length} ticks`, fields)
  }
  return isDropped
}

interface Tick {
  readonly cursor: number
  readonly tick: number
  readonly isLate: boolean
}

async function claimTick(standing: TaskStanding, { cursor, tick, isLate }: Tick) {
  const { task, state, owner, ledger, log, start } = standing
  const claim = await ledger.claim({
    task: task.name,
    signature: state.signature,
    cursor,
    tick,
    owner,
    startsAlone: isLate,
    yieldsToRunning: task.withoutOverlapping,
  })

  if (claim?.state === 'running') {
    tell(task, isLate ? 'late' : 'run')
    start(claim)
  }
  if (claim?.state === 'overlap') {
    tell(task, 'overlap')
    const fields = { task: task.name, ...toFields(tick) }
    log.warn(`Scheduled task "${task.name}" left out: its earlier run still goes on`, fields)
  }
  return claim
}

function tell({ name }: ScheduledTask, decision: TickMessage['decision'], count = 1): void {
  if (decidedTicks.isHeard) decidedTicks.tell({ task: name, decision, count })
}

function toFields(tick: number | undefined): LogFields {
  return { tick: tick === undefined ? undefined : new Date(tick).toISOString() }
}
