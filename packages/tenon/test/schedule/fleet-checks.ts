import { strict as assert } from 'node:assert'
import { createDatabase } from '../../src/data/drivers/create-database.ts'
import type { RunRecord } from '../../src/work/schedule/history.ts'
import { createScheduler } from '../../src/work/schedule/scheduler.ts'
import type { StartedRun } from './replica-process.ts'

/** Reads all of the ledger's records of a task, oldest first. */
export async function readLedger(url: string, task: string): Promise<RunRecord[]> {
  await using database = createDatabase(url)
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const scheduler = createScheduler({ database, log, tasks: [] })
  return (await scheduler.history({ task, limit: 10_000 })).toReversed()
}

/** Asserts that every tick from first to last has exactly one row. */
export function assertNoHole(records: readonly RunRecord[], periodMs: number): void {
  const ticks = records.map(({ tick }) => tick.getTime())
  const [first = 0] = ticks
  const expected = ticks.map((_, i) => first + i * periodMs)
  assert.deepEqual(ticks, expected)
}

/** Asserts that no tick started twice, and that each successful one did start. */
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

/**
 * Asserts that attempts follow one another with growing fences, and that the last one succeeded.
 */
export function assertRetried(records: readonly RunRecord[], runs: readonly StartedRun[]): void {
  assert.deepEqual([...new Set(records.map(({ state }) => state))], ['ok'])
  for (const { tick, attempt, fence } of records) {
    const attempts = runs.filter((run) => run.tick === tick.getTime())
    const last = attempts.at(-1)
    assert.ok(attempts.length <= attempt, tick.toJSON())
    assert.deepEqual([last?.attempt, last?.fence], [attempt, fence])
    const fences = attempts.map((run) => run.fence)
    assert.deepEqual(
      fences,
      [...new Set(fences)].toSorted((a, b) => a - b),
    )
  }
}

/** Asserts that no run started before the previous one had ended or was written off. */
export function assertNoOverlap(records: readonly RunRecord[]): void {
  const ran = records.filter(({ startedAt }) => startedAt !== null)
  for (const [i, { startedAt }] of ran.entries()) {
    const earlier = ran[i - 1]
    if (earlier === undefined) continue
    assert.ok(Number(earlier.finishedAt) <= Number(startedAt), startedAt?.toJSON())
  }
}

/** Asserts that no run started early. */
export function assertNoneEarly(runs: readonly StartedRun[]): void {
  // The clocks of the database and of the process may differ by a few milliseconds.
  assert.deepEqual(
    runs.filter(({ tick, at }) => at < tick - 20),
    [],
  )
}
