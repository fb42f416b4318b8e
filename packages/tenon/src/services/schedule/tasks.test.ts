import { strict as assert } from 'node:assert'
import { describe, it } from 'node:test'
import { task, type Task } from './task.ts'
import { tasks } from './tasks.ts'

const plain = task('report', () => {})

describe('the schedule of a task', () => {
  const cases: [string, Task][] = [
    ['* * * * * *', plain.everySecond()],
    ['*/2 * * * * *', plain.everyTwoSeconds()],
    ['*/5 * * * * *', plain.everyFiveSeconds()],
    ['*/10 * * * * *', plain.everyTenSeconds()],
    ['*/15 * * * * *', plain.everyFifteenSeconds()],
    ['*/20 * * * * *', plain.everyTwentySeconds()],
    ['*/30 * * * * *', plain.everyThirtySeconds()],
    ['* * * * *', plain.everyMinute()],
    ['*/2 * * * *', plain.everyTwoMinutes()],
    ['*/3 * * * *', plain.everyThreeMinutes()],
    ['*/4 * * * *', plain.everyFourMinutes()],
    ['*/5 * * * *', plain.everyFiveMinutes()],
    ['*/10 * * * *', plain.everyTenMinutes()],
    ['*/15 * * * *', plain.everyFifteenMinutes()],
    ['*/30 * * * *', plain.everyThirtyMinutes()],
    ['0 * * * *', plain.hourly()],
    ['17 * * * *', plain.hourlyAt(17)],
    ['0 */2 * * *', plain.everyTwoHours()],
    ['0 */3 * * *', plain.everyThreeHours()],
    ['0 */4 * * *', plain.everyFourHours()],
    ['0 */6 * * *', plain.everySixHours()],
    ['0 0 * * *', plain.daily()],
    ['15 3 * * *', plain.daily().at('03:15')],
    ['0 1,13 * * *', plain.twiceDaily(1, 13)],
    ['0 0 * * SUN', plain.weekly()],
    ['30 8 * * MON', plain.weeklyOn('monday', '8:30')],
    ['0 0 1 * *', plain.monthly()],
    ['0 15 4 * *', plain.monthlyOn(4, '15:00')],
    ['0 0 L * *', plain.lastDayOfMonth()],
    ['0 0 1 1,4,7,10 *', plain.quarterly()],
    ['0 0 1 1 *', plain.yearly()],
    ['0 9 24 12 *', plain.yearlyOn(12, 24, '09:00')],
    ['0 8 * * MON,TUE,WED,THU,FRI', plain.weekdays().at('8:00')],
    ['0 0 1 * +MON,TUE,WED,THU,FRI', plain.monthly().weekdays()],
    ['0 0 1 * MON', plain.cron('0 0 1 * MON')],
    ['0 * * * SAT,SUN', plain.hourly().weekends()],
    ['0 8 * * MON', plain.cron('0 8 * * MON')],
    ['30 0 8 * * MON', plain.cron('30 0 8 * * MON')],
    ['30 9 * * MON', plain.cron('0 8 * * MON').at('9:30')],
    ['0 8 * * MON', plain.monthly().cron('0  8 * * MON')],
  ]
  for (const [pattern, declared] of cases) {
    it(`can be ${pattern}`, () => {
      assert.equal(tasks([declared])[0]?.pattern, pattern)
    })
  }

  it('requires both the day of the month and the weekday to match', () => {
    const [monthly] = tasks([plain.monthly().weekdays()])

    // February 1 and March 1, 2026 are Sundays.
    assert.equal(monthly?.cron.next(Date.UTC(2026, 0, 1)), Date.UTC(2026, 3, 1))
  })

  it('is not changed by calling a method on it', () => {
    const daily = plain.daily()

    daily.at('03:15').withoutOverlapping()

    assert.equal(tasks([daily])[0]?.pattern, '0 0 * * *')
    assert.equal(daily.definition.withoutOverlapping, false)
  })
})

describe('tasks', () => {
  const refused: [code: string, why: string, declare: () => unknown][] = [
    ['E_TASK_NAME', 'an empty name', () => tasks([task('', () => {}).daily()])],
    ['E_TASK_NAME', 'a name with a space', () => tasks([task('a b', () => {}).daily()])],
    ['E_TASK_NAME_TAKEN', 'a duplicate name', () => tasks([plain.daily(), plain.hourly()])],
    ['E_TASK_WITHOUT_TIME', 'a task without a time', () => tasks([plain])],
    ['E_TASK_WITHOUT_TIME', 'days without a time', () => tasks([plain.weekdays()])],
    ['E_TASK_CRON', 'too few fields', () => plain.cron('* * *')],
    ['E_TASK_CRON', 'a minute out of range', () => tasks([plain.hourlyAt(60)])],
    ['E_TASK_CRON', 'an unknown weekday', () => tasks([plain.cron('0 8 * * FOO')])],
    ['E_TASK_TIME', 'an invalid time of day', () => plain.at('24:00')],
    ['E_TASK_TIME_ZONE', 'an unknown zone', () => tasks([plain.daily().timezone('Mars/Base')])],
    ['E_TASK_NEVER_DUE', 'a date that never comes', () => tasks([plain.yearlyOn(2, 30)])],
    ['E_DURATION', 'a negative grace', () => plain.daily().grace('-1s')],
    ['E_TASK_OPTION', 'half a retry', () => tasks([plain.daily().retryOnCrash(0.5)])],
    [
      'E_TASK_OPTION',
      'a backlog of 0',
      () => tasks([plain.daily().catchUp({ all: true, max: 0 })]),
    ],
  ]
  for (const [code, why, declare] of refused) {
    it(`refuses ${why} with ${code}`, () => {
      assert.throws(declare, { name: 'SetupError', code })
    })
  }

  it('names the task and the value in its errors', () => {
    assert.throws(() => tasks([plain.daily().timezone('Mars/Base')]), {
      message: /^Task "report" runs in the time zone "Mars\/Base"/,
    })
  })
})

describe('the grace of a task', () => {
  const cases: [number, Task][] = [
    [1_000, plain.everySecond()],
    [1_000, plain.cron('0,30,31 * * * * *')],
    [20_000, plain.everyTwentySeconds()],
    [60_000, plain.everyMinute()],
    [60_000, plain.monthly()],
    [90_000, plain.everySecond().grace('90s')],
  ]

  it('is at most the period, unless it is set', () => {
    const graces = cases.map(([, declared]) => tasks([declared])[0]?.graceMs)

    assert.deepEqual(
      graces,
      cases.map(([graceMs]) => graceMs),
    )
  })
})
