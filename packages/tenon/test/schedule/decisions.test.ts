import { strict as assert } from 'node:assert'
import { it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { task, type TaskRun } from '../../src/schedule.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { Stage, type Declare } from './stage.ts'

const beat: Declare = (record) => [task('beat').every('1m').run(record)]

forEachDialect('schedule:run', (open) => {
  it('runs nothing early', async () => {
    const stage = await Stage.on(await open(), beat)

    await stage.runDueAt('10:00:59.999')

    assert.deepEqual(stage.ticks(), [])
  })

  it('passes the task, tick, attempt and a growing fence to the function', async () => {
    const stage = await Stage.on(await open(), beat)

    await stage.runDueAt('10:01:00')
    await stage.runDueAt('10:02:00')

    assert.deepEqual(stage.runs.map(withoutSignal), [
      { task: 'beat', tick: new Date('2026-01-01T10:01:00Z'), attempt: 1, fence: 1 },
      { task: 'beat', tick: new Date('2026-01-01T10:02:00Z'), attempt: 1, fence: 2 },
    ])
  })

  it('runs a tick once, however many processes check it at the same time', async () => {
    const stage = await Stage.on(await open(), beat)
    stage.clock.set('2026-01-01T10:01:00Z')

    await Promise.all(Array.from({ length: 8 }, () => stage.scheduler().runDue()))

    assert.deepEqual(stage.ticks(), ['10:01:00'])
  })

  it('starts now when eight processes create the tables at once', async () => {
    const stage = new Stage(await open(), beat)

    await Promise.all(Array.from({ length: 8 }, () => stage.scheduler().runDue()))

    assert.deepEqual(await stage.history(), [])
  })

  it('records and logs the error of a task, and runs the others', async () => {
    const stage = await Stage.on(await open(), (record) => [
      task('bad')
        .every('1m')
        .run(() => Promise.reject(new TypeError('no such file'))),
      task('good').every('1m').run(record),
    ])

    const outcomes = await stage.runDueAt('10:01:00')

    const [failed] = await stage.scheduler().history({ task: 'bad' })
    assert.equal(failed?.state, 'failed')
    assert.equal(failed.error, 'TypeError: no such file')
    assert.deepEqual(outcomes.map(({ state }) => state).toSorted(), ['failed', 'ok'])
    assert.ok(stage.log.messages.includes('error Scheduled task "bad" failed'))
  })

  it('records an error whatever characters it contains', async () => {
    const stage = await Stage.on(await open(), () => [
      task('binary')
        .every('1m')
        .run(() => Promise.reject(new Error(`a\0b${'😀'.repeat(1000)}`))),
      task('odd')
        .every('1m')
        .run(() => Promise.reject(Object.create(null))),
    ])

    const outcomes = await stage.runDueAt('10:01:00')

    const [binary] = await stage.scheduler().history({ task: 'binary' })
    const [odd] = await stage.scheduler().history({ task: 'odd' })
    assert.deepEqual(
      outcomes.map(({ state }) => state),
      ['failed', 'failed'],
    )
    assert.match(binary?.error ?? '', /^Error: a\ufffdb/)
    assert.equal(odd?.error, '[Object: null prototype] {}')
  })

  it('runs late ticks within the grace period and records those beyond it as missed', async () => {
    const stage = await Stage.on(await open(), beat)

    await stage.runDueAt('10:03:30')

    assert.deepEqual(await stage.history(), ['10:01:00 missed', '10:02:00 missed', '10:03:00 ok'])
    assert.ok(stage.log.messages.includes('warn Scheduled task "beat" missed 2 ticks'))
  })

  it('runs the last missed tick with catchUp("latest")', async () => {
    const stage = await Stage.on(await open(), (record) => [
      task('report').every('1h').catchUp('latest').run(record),
    ])

    await stage.runDueAt('13:30:00')

    assert.deepEqual(await stage.history(), ['11:00:00 missed', '12:00:00 missed', '13:00:00 ok'])
  })

  it('runs missed ticks one after another with catchUp({ all, max })', async () => {
    let going = 0
    const stage = await Stage.on(await open(), (record) => [
      task('report')
        .every('1h')
        .catchUp({ all: true, max: 2 })
        .run(async (run) => {
          going += 1
          await nextTurn()
          record(run)
          assert.equal(going, 1)
          going -= 1
        }),
    ])

    await stage.runDueAt('13:30:00')

    assert.deepEqual(await stage.history(), ['11:00:00 missed', '12:00:00 ok', '13:00:00 ok'])
    assert.deepEqual(stage.ticks(), ['12:00:00', '13:00:00'])
  })

  it('gives each tick of a long outage one row', async () => {
    const stage = await Stage.on(await open(), (record) => [
      task('beat').every('1s').grace(false).run(record),
    ])

    await stage.runDueAt('10:10:00')

    const history = await stage.history()
    assert.equal(history.length, 600)
    assert.deepEqual(history.slice(-2), ['10:09:59 missed', '10:10:00 ok'])
  })

  it('skips the part of a long backlog that is older than the history', async () => {
    const stage = await Stage.on(await open(), (record) => [
      task('beat').every('1s').grace(false).run(record),
    ])

    await stage.runDueAt('20:00:00', { history: '300s' })

    const history = await stage.history()
    assert.equal(history[0], '19:55:01 missed')
    assert.equal(history.at(-1), '20:00:00 ok')
    assert.equal(history.length, 300)
  })

  it('catches up on a rare tick that is older than the history', async () => {
    const stage = await Stage.on(await open(), (record) => [
      task('report').every('1h').catchUp('latest').run(record),
    ])

    await stage.runDueAt('13:30:00', { history: '60s' })

    assert.deepEqual(stage.ticks(), ['13:00:00'])
    assert.equal((await stage.history()).length, 3)
  })

  it('skips a tick while an earlier run is in progress, with withoutOverlapping', async () => {
    const end = Promise.withResolvers<void>()
    const stage = await Stage.on(await open(), () => [
      task('slow')
        .every('10s')
        .withoutOverlapping()
        .run(() => end.promise),
    ])
    const first = stage.runDueAt('10:00:10')
    await stage.untilNewest('running')

    await stage.runDueAt('10:00:20')
    end.resolve()
    await first
    await stage.runDueAt('10:00:30')

    assert.deepEqual(await stage.history(), ['10:00:10 ok', '10:00:20 overlap', '10:00:30 ok'])
  })

  it('writes off the run of a process that stopped reporting, whatever it reports later', async () => {
    const end = Promise.withResolvers<void>()
    const stage = await Stage.on(await open(), () => [
      task('slow')
        .every('1h')
        .run(() => end.promise),
    ])
    const frozen = stage.runDueAt('11:00:00')
    await stage.untilNewest('running')

    await stage.runDueAt('11:00:31')
    end.resolve()
    const outcomes = await frozen

    assert.deepEqual(await stage.history(), ['11:00:00 lost'])
    assert.deepEqual(
      outcomes.map(({ state }) => state),
      ['lost'],
    )
  })

  it('runs a tick again with retryOnCrash, with a fence that excludes the first run', async () => {
    const end = Promise.withResolvers<void>()
    const stage = await Stage.on(await open(), (record) => [
      task('slow')
        .every('1h')
        .retryOnCrash(1)
        .run((run) => {
          record(run)
          return run.attempt === 1 ? end.promise : undefined
        }),
    ])
    const frozen = stage.runDueAt('11:00:00')
    await stage.untilNewest('running')

    await Promise.all([stage.runDueAt('11:00:31'), stage.runDueAt('11:00:31')])
    end.resolve()
    const outcomes = await frozen

    const [first, second, ...more] = stage.runs
    assert.deepEqual(more, [])
    assert.equal(second?.attempt, 2)
    assert.ok(second.fence > (first?.fence ?? Infinity))
    assert.deepEqual(await stage.history(), ['11:00:00 ok'])
    assert.equal(outcomes[0]?.state, 'lost')
  })

  it('marks the last crash as lost when retryOnCrash is used up', async () => {
    const end = Promise.withResolvers<void>()
    const stage = await Stage.on(await open(), () => [
      task('slow')
        .every('1h')
        .retryOnCrash(1)
        .run(() => end.promise),
    ])
    const frozen = [stage.runDueAt('11:00:00')]
    await stage.untilNewest('running')
    frozen.push(stage.runDueAt('11:00:31'))
    await stage.untilNewest('running', 2)

    await stage.runDueAt('11:01:02')

    assert.deepEqual(await stage.history(), ['11:00:00 lost'])
    end.resolve()
    await Promise.all(frozen)
  })

  it('drops the ticks of a pause and continues after it', async () => {
    const stage = await Stage.on(await open(), beat)

    await stage.scheduler().pause('beat', new Date('2026-01-01T10:02:00Z'))
    await stage.runDueAt('10:01:00')
    await stage.runDueAt('10:02:00')

    assert.deepEqual(await stage.history(), ['10:01:00 missed', '10:02:00 ok'])
  })

  it('pauses until it is resumed', async () => {
    const stage = await Stage.on(await open(), beat)

    await stage.scheduler().pause('beat')
    await stage.runDueAt('10:01:00')
    await stage.scheduler().resume('beat')
    await stage.runDueAt('10:02:00')

    assert.deepEqual(await stage.history(), ['10:01:00 missed', '10:02:00 ok'])
  })

  it('restarts a task when its schedule has changed', async () => {
    const database = await open()
    const before = await Stage.on(database, beat)
    await before.runDueAt('10:01:00')
    const after = new Stage(database, (record) => [task('beat').every('1s').run(record)])

    await after.runDueAt('10:01:30')
    await after.runDueAt('10:01:31')

    assert.deepEqual(after.ticks(), ['10:01:31'])
  })

  it('keeps the newest 100 ticks of a task and prunes the rest after `history`', async () => {
    const stage = await Stage.on(await open(), (record) => [
      task('beat').every('1s').grace(false).run(record),
    ])
    await stage.runDueAt('10:10:00')

    stage.clock.set('2026-01-09T10:00:00Z')
    await stage.scheduler().pause('beat')
    await stage.scheduler({ history: '1s' }).runDue()

    const history = await stage.scheduler().history({ limit: 1000 })
    assert.equal(history.length, 100)
  })

  it('prunes the ticks of a task that the code no longer has', async () => {
    const stage = await Stage.on(await open(), (record) => [
      task('gone').every('1s').grace(false).run(record),
    ])
    await stage.runDueAt('10:10:00')

    stage.clock.set('2026-01-09T10:00:00Z')
    const other = task('other')
      .every('1h')
      .run(() => {})
    await stage.scheduler({ tasks: [other], history: '1s' }).runDue()

    const history = await stage.scheduler().history({ limit: 1000 })
    assert.equal(history.length, 100)
  })

  it('writes off the run of a task that the code no longer has, after `history`', async () => {
    const end = Promise.withResolvers<void>()
    const stage = await Stage.on(await open(), () => [
      task('gone')
        .every('1h')
        .run(() => end.promise),
    ])
    const frozen = stage.runDueAt('11:00:00')
    await stage.untilNewest('running')
    const tasks = [
      task('other')
        .every('1d')
        .run(() => {}),
    ]

    await stage.runDueAt('11:59:00', { tasks, history: '1h' })
    const before = await stage.history()
    await stage.runDueAt('12:01:00', { tasks, history: '1h' })
    const after = await stage.history()

    assert.deepEqual([before, after], [['11:00:00 running'], ['11:00:00 lost']])
    end.resolve()
    await frozen
  })

  it('filters the history by task, state and time', async () => {
    const stage = await Stage.on(await open(), (record) => [
      task('beat').every('1m').run(record),
      task('other').every('1m').run(record),
    ])
    await stage.runDueAt('10:03:00')

    const records = await stage.scheduler().history({
      task: 'beat',
      state: 'ok',
      before: new Date('2026-01-01T10:03:00Z'),
      limit: 5,
    })

    assert.deepEqual(
      records.map(({ task, tick }) => [task, tick.toISOString()]),
      [['beat', '2026-01-01T10:02:00.000Z']],
    )
  })

  it('lists the tasks of the environment with next ticks, zone, pause and last outcome', async () => {
    const stage = await Stage.on(await open(), (record) => [
      task('report').daily().at('12:00').timezone('Europe/Berlin').run(record),
      task('elsewhere').daily().environments('production').run(record),
    ])
    await stage.runDueAt('11:00:00')

    const [report, ...others] = await stage.scheduler().list()

    assert.deepEqual(others, [])
    assert.equal(report?.pattern, '0 12 * * *')
    assert.equal(report.timezone, 'Europe/Berlin')
    assert.deepEqual(report.next[0], new Date('2026-01-02T11:00:00Z'))
    assert.equal(report.pausedUntil, null)
    assert.equal(report.last?.state, 'ok')
    assert.match(String(report.last.owner), /:\d+:/)
  })

  it('lists tasks before anything has run', async () => {
    const stage = new Stage(await open(), beat)

    const [listed] = await stage.scheduler().list()

    assert.equal(listed?.last, null)
    assert.deepEqual(await stage.scheduler().history(), [])
  })

  it('refuses to pause a task that does not exist', async () => {
    const stage = await Stage.on(await open(), beat)

    await assert.rejects(() => stage.scheduler().pause('bead'), { code: 'E_TASK_UNKNOWN' })
  })
})

function withoutSignal({ task, tick, attempt, fence }: TaskRun): object {
  return { task, tick, attempt, fence }
}
