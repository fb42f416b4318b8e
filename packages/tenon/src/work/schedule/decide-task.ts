import { ticks as decidedTicks, type TickMessage } from '../../base/log/channels.ts'
import type { LogFields } from '../../base/log/log.ts'
import type { WorkLog } from '../lease/work-log.ts'
import type { Cron } from './cron.ts'
import type { Claim, Ledger, TaskCursor } from './ledger.ts'
import { planTicks, type Plan } from './plan.ts'
import type { ScheduledTask } from './scheduled-task.ts'

/** The context in which a replica decides the due ticks of a task. */
export interface DecisionContext {
  readonly task: ScheduledTask
  readonly state: TaskCursor
  /** The schedule that the ledger holds for the task. */
  readonly cron: Cron
  readonly now: number
  readonly owner: string
  readonly historyMs: number
  readonly ledger: Ledger
  readonly log: WorkLog
  readonly isStopping: () => boolean
  readonly start: (claim: Claim) => void
  /** Decides a tick and runs it in one transaction. */
  readonly runTransactional: (
    decide: () => Promise<Claim | undefined>,
  ) => Promise<Claim | undefined>
}

/** The result of trying to decide a task's due ticks. */
export interface Decision {
  /** Time until the next decision; `Infinity` while the task waits for one of its runs. */
  readonly waitMs: number
  readonly hasDecided: boolean
}

/**
 * Decides the due ticks of a task one after another, and starts those it claims.
 *
 * Stops if another replica was first: the next survey shows the decisions of that replica.
 */
export async function decideTask(context: DecisionContext): Promise<Decision> {
  const { state, cron, now } = context
  const plan = planDue(context)
  const lastMissed = plan.missed.at(-1)
  if (lastMissed !== undefined && !(await dropMissed(context, plan.missed))) return REFUSED

  let cursor = lastMissed ?? state.cursor
  let isRunning = state.isRunning
  let hasDecided = lastMissed !== undefined
  for (const { tick, isLate } of plan.runs) {
    if ((isLate && isRunning) || context.isStopping()) return { waitMs: Infinity, hasDecided }

    const claim = await claimTick(context, { cursor, tick, isLate })
    if (claim === undefined) return { ...REFUSED, hasDecided }
    cursor = tick
    isRunning = true
    hasDecided = true
  }

  const next = plan.hasMore ? now : (cron.next(cursor) ?? Infinity)
  return { waitMs: Math.max(next - now, 0), hasDecided }
}

const REFUSED: Decision = { waitMs: 0, hasDecided: false }

/** Skips the start of a long backlog: its rows would be pruned immediately. */
function planDue({ task, state, cron, now, historyMs }: DecisionContext): Plan {
  const { cursor, pausedUntil } = state
  const next = (after: number) => cron.next(after)
  const plan = planTicks({ ...task, next, cursor, now, pausedUntil })

  const historyStart = now - historyMs
  const isFarBehind = plan.hasMore && (plan.missed.at(-1) ?? now) < historyStart
  return isFarBehind ? planTicks({ ...task, next, cursor: historyStart, now, pausedUntil }) : plan
}

async function dropMissed(context: DecisionContext, ticks: readonly number[]): Promise<boolean> {
  const { task, state, ledger, log } = context
  const { cursor, signature, pausedUntil = -Infinity } = state
  const isPaused = (ticks.at(-1) ?? 0) < pausedUntil
  const reason = isPaused
    ? 'The task was paused'
    : `No scheduler ran within ${task.graceMs / 1000} s after the tick`

  const isDropped = await ledger.drop({ task: task.name, signature, cursor, ticks, reason })
  if (isDropped) tell(task, isPaused ? 'paused' : 'missed', ticks.length)
  if (isDropped && !isPaused) {
    const fields = { task: task.name, count: ticks.length, ...toFields(ticks[0]) }
    log.warn(`Scheduled task "${task.name}" missed ${ticks.length} ticks`, fields)
  }
  return isDropped
}

interface Tick {
  readonly cursor: number
  readonly tick: number
  readonly isLate: boolean
}

async function claimTick(context: DecisionContext, { cursor, tick, isLate }: Tick) {
  const { task, state, owner, ledger, log, start, runTransactional } = context
  const decide = () =>
    ledger.claim({
      task: task.name,
      signature: state.signature,
      cursor,
      tick,
      owner,
      startsAlone: isLate,
      yieldsToRunning: task.withoutOverlapping,
    })
  const claim = await (task.isTransactional ? runTransactional(decide) : decide())

  if (claim?.state === 'running') {
    tell(task, isLate ? 'late' : 'run')
    if (!task.isTransactional) start(claim)
  }
  if (claim?.state === 'overlap') {
    tell(task, 'overlap')
    const fields = { task: task.name, ...toFields(tick) }
    log.warn(`Scheduled task "${task.name}" skipped: its earlier run is still in progress`, fields)
  }
  return claim
}

function tell({ name }: ScheduledTask, decision: TickMessage['decision'], count = 1): void {
  if (decidedTicks.isHeard) decidedTicks.tell({ task: name, decision, count })
}

function toFields(tick: number | undefined): LogFields {
  return { tick: tick === undefined ? undefined : new Date(tick).toISOString() }
}
