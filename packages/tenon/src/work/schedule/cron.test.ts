import { strict as assert } from 'node:assert'
import { describe, it } from 'node:test'
import { parseCron } from './cron.ts'

describe('parseCron', () => {
  it('finds the next tick strictly after a given time', () => {
    assert.deepEqual(ticks('*/15 * * * *', 'UTC', '2026-01-01T00:15:00Z', 2), [
      '2026-01-01T00:30:00.000Z',
      '2026-01-01T00:45:00.000Z',
    ])
  })

  it('reads six fields with seconds first', () => {
    assert.deepEqual(ticks('*/10 * * * * *', 'UTC', '2026-01-01T00:00:00.001Z', 2), [
      '2026-01-01T00:00:10.000Z',
      '2026-01-01T00:00:20.000Z',
    ])
  })

  it('runs a fixed time inside the spring gap once, at the end of the gap', () => {
    assert.deepEqual(ticks('30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', 2), [
      '2026-03-29T01:00:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ])
  })

  it('runs a fixed time that occurs twice in autumn only the first time', () => {
    assert.deepEqual(ticks('30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z', 2), [
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ])
  })

  it('runs a list of fixed times inside the gap once', () => {
    assert.deepEqual(ticks('0,30 2 * * *', 'Europe/Berlin', '2026-03-29T00:00:00Z', 2), [
      '2026-03-29T01:00:00.000Z',
      '2026-03-30T00:00:00.000Z',
    ])
  })

  it('runs an hourly pattern in both hours of the autumn overlap', () => {
    assert.deepEqual(ticks('0 * * * *', 'Europe/Berlin', '2026-10-24T23:30:00Z', 3), [
      '2026-10-25T00:00:00.000Z',
      '2026-10-25T01:00:00.000Z',
      '2026-10-25T02:00:00.000Z',
    ])
  })

  it('runs on either day if both a day of the month and a day of the week are given', () => {
    assert.deepEqual(ticks('0 0 13 * FRI', 'UTC', '2026-01-01T00:00:00Z', 3), [
      '2026-01-02T00:00:00.000Z',
      '2026-01-09T00:00:00.000Z',
      '2026-01-13T00:00:00.000Z',
    ])
  })

  for (const pattern of ['', '* * * *', '* * * * * * *', '@daily', '60 * * * *', '2026-01-01']) {
    it(`refuses the pattern "${pattern}"`, () => {
      assert.equal(parseCron(pattern, 'UTC').kind, 'bad-pattern')
    })
  }

  it('refuses a time zone that does not exist', () => {
    assert.equal(parseCron('* * * * *', 'Europe/Atlantis').kind, 'bad-time-zone')
  })
})

function ticks(pattern: string, timezone: string, after: string, count: number): string[] {
  const parsed = parseCron(pattern, timezone)
  assert.equal(parsed.kind, 'cron')

  const found: string[] = []
  for (let tick = Date.parse(after); found.length < count;) {
    tick = parsed.cron.next(tick) ?? Number.NaN
    found.push(new Date(tick).toISOString())
  }
  return found
}
