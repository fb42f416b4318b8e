import { strict as assert } from 'node:assert'
import { createDatabase } from '../../src/database/create-database.ts'
import { createScheduler, tasks, type RunRecord } from '../../src/schedule.ts'
import type { StartedRun } from './replica-process.ts'

/** Reads everything that the ledger says of a task, oldest first. */
export async function readLedger(url: string, task: string): Promise<RunRecord[]> {
  await using database = createDatabase(url)
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const scheduler = createScheduler({ database, log, tasks: tasks([]) })
  return (await scheduler.history({ task, limit: 10_000 })).toReversed()
}

/** Every tick from the first to the last has exactly one row. */
export function assertNoHole(records: readonly RunRecord[], periodMs: number): void {
  const ticks = records.map(({ tick }) => tick.getTime())
  const [first = 0] = ticks
  const expected = ticks.map((_, i) => first + i * periodMs)
  assert.deepEqual(ticks, expected)
}

/** No tick started twice, and each that ended well did start. */
export function assertStartedOnce(
  records: readonly RunRecord[],
  runs: readonly StartedRun[],
): void {
  const started = runs.map(({ tick }) => tick)
  assert.equal(new Set(started).size, started.length, 'a tick started twice')

  const ok = records.filter(({ state }) => state === 'ok').map(({ tick }) => tick.getTime())
  assert.deepEqual(
    ok.filter((tick) => !started.includes(tick)),
    [],
  )
}

/** Attempts at a tick follow one another, each under a higher fence, and the last one ended well. */
export function assertRetried(records: readonly RunRecord[], runs: readonly StartedRun[]): void {
  assert.deepEqual([...new Set(records.map(({ state }) => state))], ['ok'])
  for (const { tick, attempt, fence } of records) {
    const attempts = runs.filter((run) => run.tick === tick.getTime())
    const last = attempts.at(-1)
    assert.ok(attempts.length <= attempt)
    assert.deepEqual([last?.attempt, last?.fence], [attempt, fence])
    const fences = attempts.map((run) => run.fence)
    assert.deepEqual(
      fences,
      [...new Set(fences)].toSorted((a, b) => a - b),
    )
  }
}

/** No run started before the one before it had ended or was written off. */
export function assertNoOverlap(records: readonly RunRecord[]): void {
  const ran = records.filter(({ startedAt }) => startedAt !== null)
  for (const [i, { startedAt }] of ran.entries()) {
    const earlier = ran[i - 1]
    if (earlier !== undefined) assert.ok(Number(earlier.finishedAt) <= Number(startedAt))
  }
}

/** No run started before its instant. */
export function assertNoneEarly(runs: readonly StartedRun[]): void {
  // The two clocks compared, of the database and of the process, may be a few milliseconds apart.
  assert.deepEqual(
    runs.filter(({ tick, at }) => at < tick - 20),
    [],
  )
}
