import { strict as assert } from 'node:assert'
import { describe, it } from 'node:test'
import { task, type TaskWithoutFunction } from './task.ts'
import { toSchedule, type Task } from './scheduled-task.ts'

const report = task('report')
const finish = (declared: TaskWithoutFunction): Task['~settings'] =>
  declared.run(() => {})['~settings']

describe('the schedule of a task', () => {
  const cases: [string, TaskWithoutFunction][] = [
    ['* * * * * *', report.every('1s')],
    ['*/15 * * * * *', report.every('15s')],
    ['*/30 * * * * *', report.every('30000ms')],
    ['* * * * *', report.every('1m')],
    ['* * * * *', report.every('60s')],
    ['*/5 * * * *', report.every('5m')],
    ['0 * * * *', report.every('1h')],
    ['0 */6 * * *', report.every('6h')],
    ['0 0 * * *', report.every('1d')],
    ['0 0 * * *', report.daily()],
    ['15 3 * * *', report.daily().at('03:15')],
    ['0 1,13 * * *', report.daily().at('1:00', '13:00')],
    ['15 3 * * * | 30 15,16 * * *', report.daily().at('03:15', '15:30', '16:30')],
    ['0 0 * * SUN', report.weekly('sunday')],
    ['30 8 * * MON,THU', report.weekly('monday', 'thursday').at('8:30')],
    ['0 0 1 * *', report.monthly(1)],
    ['0 15 4,20 * *', report.monthly(4, 20).at('15:00')],
    ['0 0 L * *', report.monthly('last')],
    ['0 8 * * MON,TUE,WED,THU,FRI', report.daily().at('8:00').weekdays()],
    ['0 0 1 * +MON,TUE,WED,THU,FRI', report.monthly(1).weekdays()],
    ['0 * * * SAT,SUN', report.every('1h').days('saturday', 'sunday')],
    ['0 0 1 * MON', report.cron('0 0 1 * MON')],
    ['0 8 * * MON', report.cron('0  8 * * MON')],
    ['30 0 8 * * MON', report.cron('30 0 8 * * MON')],
  ]
  for (const [pattern, declared] of cases) {
    it(`can be ${pattern}`, () => {
      assert.equal(finish(declared).pattern, pattern)
    })
  }

  it('requires both the day of the month and the weekday to match', () => {
    const { cron } = finish(report.monthly(1).weekdays())

    // February 1 and March 1, 2026 are Sundays.
    assert.equal(cron.next(Date.UTC(2026, 0, 1)), Date.UTC(2026, 3, 1))
  })

  it('has the earliest of several times next', () => {
    const { cron } = finish(report.daily().at('15:30', '03:15'))

    const first = cron.next(Date.UTC(2026, 0, 1))
    assert.equal(first, Date.UTC(2026, 0, 1, 3, 15))
    assert.equal(cron.next(first ?? 0), Date.UTC(2026, 0, 1, 15, 30))
  })

  it('is not changed by calling a method on it', () => {
    const daily = report.daily()

    daily.at('03:15').withoutOverlapping()

    assert.equal(finish(daily).pattern, '0 0 * * *')
    assert.equal(finish(daily).withoutOverlapping, false)
  })
})

describe('a task', () => {
  const daily = report.daily()
  const refused: [code: string, why: string, declare: () => unknown][] = [
    ['E_TASK_NAME', 'an empty name', () => task('')],
    ['E_TASK_NAME', 'a name with a space', () => task('a b')],
    ['E_TASK_TIME', 'a period that divides no hour', () => report.every('7m')],
    ['E_TASK_TIME', 'a period that divides no day', () => report.every('36h')],
    ['E_TASK_TIME', 'a period below a second', () => report.every('1500ms')],
    ['E_TASK_TIME', 'a day that no month has', () => report.monthly(32)],
    [
      'E_TASK_TIME',
      'an invalid time of day',
      () => daily.at(...(['24:00'] as unknown as ['0:00'])),
    ],
    ['E_TASK_CRON', 'too few fields', () => report.cron('* * *')],
    ['E_TASK_CRON', 'an unknown weekday', () => report.cron('0 8 * * FOO')],
    ['E_TASK_TIME_ZONE', 'an unknown zone', () => daily.timezone('Mars/Base')],
    ['E_TASK_NEVER_DUE', 'a date that never comes', () => finish(report.cron('0 0 30 2 *'))],
    ['E_DURATION', 'a negative grace', () => daily.grace('-1s')],
    ['E_TASK_OPTION', 'a grace of two days', () => daily.grace('2d')],
    ['E_TASK_OPTION', 'half a retry', () => daily.retryOnCrash(0.5)],
    ['E_TASK_OPTION', 'a backlog of 0', () => daily.catchUp({ all: true, max: 0 })],
    [
      'E_TASK_NAME_TAKEN',
      'a duplicate name',
      () => toSchedule([daily.run(() => {}), daily.run(() => {})]),
    ],
  ]
  for (const [code, why, declare] of refused) {
    it(`refuses ${why} with ${code}`, () => {
      assert.throws(declare, { name: 'SetupError', code })
    })
  }

  it('names itself and the value in its errors', () => {
    assert.throws(() => daily.timezone('Mars/Base'), {
      message: /^Task "report" runs in the time zone "Mars\/Base"/,
    })
  })
})

describe('the grace of a task', () => {
  const cases: [number, TaskWithoutFunction][] = [
    [1_000, report.every('1s')],
    [1_000, report.cron('0,30,31 * * * * *')],
    [20_000, report.every('20s')],
    [60_000, report.every('1m')],
    [60_000, report.monthly(1)],
    [90_000, report.every('1s').grace('90s')],
  ]

  it('is at most the period, unless it is set', () => {
    const graces = cases.map(([, declared]) => finish(declared).graceMs)

    assert.deepEqual(
      graces,
      cases.map(([graceMs]) => graceMs),
    )
  })
})
