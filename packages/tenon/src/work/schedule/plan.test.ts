import { strict as assert } from 'node:assert'
import { describe, it } from 'node:test'
import { planTicks, type PlanInput } from './plan.ts'

// A task that is due every 10 s; its grace period starts at second 940.
const every10Seconds: PlanInput = {
  next: (after) => Math.floor(after / 10_000) * 10_000 + 10_000,
  cursor: 980_000,
  now: 1_000_000,
  pausedUntil: undefined,
  graceMs: 60_000,
  catchUp: 'skip',
}

describe('planTicks', () => {
  it('plans nothing when nothing is due', () => {
    const plan = planTicks({ ...every10Seconds, cursor: 1_000_000 })

    assert.deepEqual(plan, { missed: [], runs: [], hasMore: false })
  })

  it('runs every tick within the grace period, whatever the policy', () => {
    const plan = planTicks(every10Seconds)

    assert.deepEqual(plan.missed, [])
    assert.deepEqual(plan.runs, [
      { tick: 990_000, isLate: false },
      { tick: 1_000_000, isLate: false },
    ])
  })

  it('drops ticks beyond the grace period with "skip"', () => {
    const plan = planTicks({ ...every10Seconds, cursor: 910_000 })

    assert.deepEqual(plan.missed, [920_000, 930_000])
    assert.equal(plan.runs[0]?.tick, 940_000)
    assert.equal(plan.runs.length, 7)
  })

  it('drops ticks beyond the grace period with "latest" if a newer one is due', () => {
    const plan = planTicks({ ...every10Seconds, cursor: 910_000, catchUp: 'latest' })

    assert.deepEqual(plan.missed, [920_000, 930_000])
  })

  it('runs the last tick beyond the grace period with "latest" if nothing newer is due', () => {
    const plan = planTicks({
      ...every10Seconds,
      cursor: 970_000,
      graceMs: 0,
      now: 995_000,
      catchUp: 'latest',
    })

    assert.deepEqual(plan.missed, [980_000])
    assert.deepEqual(plan.runs, [{ tick: 990_000, isLate: true }])
  })

  it('runs the last ticks beyond the grace period with { all, max }, then the newer ones', () => {
    const plan = planTicks({ ...every10Seconds, cursor: 900_000, catchUp: { all: true, max: 2 } })

    assert.deepEqual(plan.missed, [910_000])
    assert.deepEqual(plan.runs.slice(0, 3), [
      { tick: 920_000, isLate: true },
      { tick: 930_000, isLate: true },
      { tick: 940_000, isLate: false },
    ])
  })

  it('drops ticks that were due during a pause', () => {
    const plan = planTicks({ ...every10Seconds, cursor: 970_000, pausedUntil: 1_000_000 })

    assert.deepEqual(plan.missed, [980_000, 990_000])
    assert.deepEqual(plan.runs, [{ tick: 1_000_000, isLate: false }])
  })

  it('drops the ticks of a long outage in portions, running nothing before the last portion', () => {
    const plan = planTicks({ ...every10Seconds, now: 10_000_000, cursor: 0, catchUp: 'latest' })

    assert.equal(plan.missed.length, 250)
    assert.deepEqual(plan.runs, [])
    assert.equal(plan.hasMore, true)
  })

  it('decides every tick of an outage exactly once', () => {
    const input: PlanInput = { ...every10Seconds, now: 5_000_000, catchUp: { all: true, max: 7 } }
    const decided: number[] = []
    let cursor = 0

    for (let hasMore = true; hasMore;) {
      const plan = planTicks({ ...input, cursor })
      decided.push(...plan.missed, ...plan.runs.map((run) => run.tick))
      cursor = decided.at(-1) ?? 0
      hasMore = plan.hasMore
    }

    assert.deepEqual(
      decided,
      Array.from({ length: 500 }, (_, i) => (i + 1) * 10_000),
    )
  })
})
