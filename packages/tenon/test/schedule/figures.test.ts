import { strict as assert } from 'node:assert'
import { it } from 'node:test'
import { startMetrics } from '../../src/observability/metrics/metrics.ts'
import { task } from '../../src/schedule.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { Stage } from './stage.ts'

/** The values of a metric with its labels, as `{task="beat",decision="run"} 1`. */
function linesOf(name: string, figures: string): readonly string[] {
  const lines = figures.split('\n').filter((line) => line.startsWith(`${name}{`))
  return lines.map((line) => line.slice(name.length)).toSorted()
}

forEachDialect('metrics of the schedule', (open) => {
  it('count ticks by decision: on time, late, missed, paused', async () => {
    using metrics = await startMetrics()
    const stage = await Stage.on(await open(), (record) => [
      task('beat').every('1m').run(record),
      task('late').every('1m').catchUp({ all: true, max: 2 }).run(record),
    ])

    await stage.runDueAt('10:01:00')
    await stage.runDueAt('10:06:30')
    await stage.scheduler().pause('beat')
    await stage.runDueAt('10:07:00')

    assert.deepEqual(linesOf('tenon_schedule_ticks_total', await metrics.render()), [
      '{task="beat",decision="missed"} 4',
      '{task="beat",decision="paused"} 1',
      '{task="beat",decision="run"} 2',
      '{task="late",decision="late"} 2',
      '{task="late",decision="missed"} 2',
      '{task="late",decision="run"} 3',
    ])
  })

  it('count skipped, reclaimed and lost runs', async () => {
    using metrics = await startMetrics()
    const end = Promise.withResolvers<void>()
    const stage = await Stage.on(await open(), () => [
      task('alone')
        .every('2m')
        .withoutOverlapping()
        .run(() => end.promise),
      task('again')
        .every('5m')
        .retryOnCrash(1)
        .run(({ attempt }) => (attempt === 1 ? end.promise : undefined)),
    ])
    const frozen = [stage.runDueAt('10:02:00', { lease: '150s' })]
    await stage.untilNewest('running')
    await stage.runDueAt('10:04:00')
    frozen.push(stage.runDueAt('10:05:00'))
    await stage.untilNewest('running')

    await stage.runDueAt('10:05:59')
    end.resolve()
    await Promise.all(frozen)

    assert.deepEqual(linesOf('tenon_schedule_ticks_total', await metrics.render()), [
      '{task="again",decision="again"} 1',
      '{task="again",decision="run"} 1',
      '{task="alone",decision="lost"} 1',
      '{task="alone",decision="overlap"} 1',
      '{task="alone",decision="run"} 1',
    ])
  })

  it('report how runs ended, and when the last one did', async () => {
    using metrics = await startMetrics()
    const stage = await Stage.on(await open(), (record) => [
      task('beat').every('1m').run(record),
      task('broken')
        .every('1m')
        .run(() => Promise.reject(new Error('on purpose'))),
    ])
    const startedAt = Date.now() / 1000

    await stage.runDueAt('10:01:00')
    await stage.runDueAt('10:02:00')

    const figures = await metrics.render()
    assert.deepEqual(linesOf('tenon_schedule_runs_total', figures), [
      '{task="beat",state="ok"} 2',
      '{task="broken",state="failed"} 2',
    ])
    const [last = ''] = linesOf('tenon_schedule_last_run_timestamp_seconds', figures)
    assert.match(last, /^\{task="beat",state="ok"\} \d/)
    assert.ok(Number(last.split(' ')[1]) >= startedAt)
  })
})
