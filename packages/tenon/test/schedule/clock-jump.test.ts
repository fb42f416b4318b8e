import { strict as assert } from 'node:assert'
import { it } from 'node:test'
import { task } from '../../src/schedule.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { Stage, type Declare } from './stage.ts'

const hourly: Declare = (record) => [task('beat').every('1h').run(record)]

forEachDialect('a clock that jumped two hours ahead and was corrected', (open) => {
  it('stops no task: a new process sets the cursor back and logs it', async () => {
    const stage = await Stage.on(await open(), (record) => [task('beat').every('1m').run(record)])
    await stage.runDueAt('12:00:00')

    await stage.runDueAt('10:00:30')
    await stage.runDueAt('10:01:00')
    await stage.runDueAt('10:02:00')

    assert.deepEqual(stage.ticks().slice(-2), ['10:01:00', '10:02:00'])
    assert.deepEqual(
      stage.log.messages.filter((message) => message.includes('clock')),
      [
        'warn The clock was set back: "beat" was already decided 7170 s ahead and continues from now',
      ],
    )
  })

  it('runs no tick twice that ran in the meantime', async () => {
    const stage = await Stage.on(await open(), hourly)
    await stage.runDueAt('12:00:10')

    await stage.runDueAt('10:00:30')
    await stage.runDueAt('11:00:00')
    await stage.runDueAt('12:00:00')
    await stage.runDueAt('13:00:00')

    assert.deepEqual(stage.ticks(), ['12:00:00', '11:00:00', '13:00:00'])
  })

  it('runs a tick once when eight processes notice it at the same time', async () => {
    const stage = await Stage.on(await open(), hourly)
    await stage.runDueAt('12:00:10')
    stage.clock.set('2026-01-01T10:00:30Z')

    await Promise.all(Array.from({ length: 8 }, () => stage.scheduler().runDue()))
    stage.clock.set('2026-01-01T11:00:00Z')
    await Promise.all(Array.from({ length: 8 }, () => stage.scheduler().runDue()))

    assert.deepEqual(stage.ticks(), ['12:00:00', '11:00:00'])
    assert.equal(stage.log.messages.filter((message) => message.includes('clock')).length, 1)
  })

  it('waits out a small correction silently', async () => {
    const stage = await Stage.on(await open(), hourly)
    await stage.runDueAt('11:00:02')

    await stage.runDueAt('10:59:59')
    await stage.runDueAt('12:00:00')

    assert.deepEqual(stage.ticks(), ['11:00:00', '12:00:00'])
    assert.ok(!stage.log.messages.some((message) => message.includes('clock')))
  })

  it('gives an abandoned run no more than one more lease', async () => {
    const stage = await Stage.on(await open(), (record) => [
      task('beat').every('1h').retryOnCrash(1).run(record),
    ])
    stage.clock.set('2026-01-01T12:00:10Z')
    await stage.database
      .script(`update tenon_tasks set cursor = ${Date.parse('2026-01-01T12:00:00Z')};
      insert into tenon_task_runs (task, tick, state, owner, fence, attempt, lease_until, started_at)
      values ('beat', ${Date.parse('2026-01-01T12:00:00Z')}, 'running', 'gone', 1, 1,
        ${Date.parse('2026-01-01T12:00:40Z')}, ${Date.parse('2026-01-01T12:00:10Z')})`)

    await stage.runDueAt('10:00:30')
    await stage.runDueAt('10:01:30')

    assert.deepEqual(stage.ticks(), ['12:00:00'])
  })

  it('does not replay the missed ticks of a task that runs every second', async () => {
    const stage = await Stage.on(await open(), (record) => [task('beat').every('1s').run(record)])

    await stage.runDueAt('10:00:13')

    assert.deepEqual(stage.ticks(), ['10:00:12', '10:00:13'])
  })
})
