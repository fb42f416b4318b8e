import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FreshPlans } from './job-statement.ts'

/** Runs statements that take so many milliseconds each, and returns which were planned. */
async function run(durations: readonly number[]): Promise<readonly boolean[]> {
  let nowMs = 0
  const plans = new FreshPlans(() => nowMs)
  const planned: boolean[] = []
  for (const duration of durations) {
    await plans.run(async (isFresh) => {
      planned.push(isFresh)
      nowMs += duration
    })
  }
  return planned
}

describe('plans of statements', () => {
  it('are kept while runs are short', async () => {
    assert.deepEqual(await run([5, 20, 5]), [false, false, false])
  })

  it('are made again for two minutes after a long run, and then kept again', async () => {
    assert.deepEqual(await run([21, 60_000, 60_000, 5]), [false, true, true, false])
  })
})
