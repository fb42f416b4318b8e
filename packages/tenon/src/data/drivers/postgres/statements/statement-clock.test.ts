import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { until } from '../../../../../test/support/until.ts'
import { StatementClock } from './statement-clock.ts'

describe('the clock of a connection', () => {
  it('times the statement that is running, not those behind it', async () => {
    const clock = new StatementClock({ timeoutMs: 0, onLate: () => {}, onTimeout: () => {} })
    clock.sent()
    clock.sent()
    await until(() => clock.runningMs > 20)
    const firstMs = clock.runningMs

    clock.answered()

    assert.ok(clock.runningMs < firstMs)
    assert.equal(clock.pending, 1)
  })

  it('reports that a statement is late before its time is over', async () => {
    const told = Promise.withResolvers<readonly string[]>()
    const events: string[] = []
    const clock = new StatementClock({
      timeoutMs: 40,
      onLate: () => events.push('late'),
      onTimeout: () => told.resolve([...events, 'over']),
    })
    const alive = setInterval(() => {}, 1000)

    clock.sent()

    assert.deepEqual(await told.promise, ['late', 'over'])
    clearInterval(alive)
  })

  it('resets the late state once the statement is answered', async () => {
    const events: string[] = []
    const clock = new StatementClock({
      timeoutMs: 100,
      onLate: () => (events.push('late'), clock.answered()),
      onTimeout: () => events.push('over'),
    })
    clock.sent()

    await until(() => events.length > 0)
    await delay(50) // time: the limit passes

    assert.deepEqual(events, ['late'])
  })
})
