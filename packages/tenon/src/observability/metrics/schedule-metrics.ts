import { runs, ticks } from '../../base/log/channels.ts'
import type { MetricBook, StopCounting } from './metric-book.ts'

/** Counts the ticks that this process decides, and the outcomes of its runs. */
export function countTasks({ library, registers }: MetricBook): readonly StopCounting[] {
  const decisions = new library.Counter({
    name: 'tenon_schedule_ticks_total',
    help: 'Ticks of scheduled tasks decided by this process, by decision.',
    labelNames: ['task', 'decision'],
    registers,
  })
  const ends = new library.Counter({
    name: 'tenon_schedule_runs_total',
    help: 'Runs of scheduled tasks that ended in this process, by outcome.',
    labelNames: ['task', 'state'],
    registers,
  })
  const seconds = new library.Counter({
    name: 'tenon_schedule_run_seconds_total',
    help: 'Total duration of the runs of each scheduled task.',
    labelNames: ['task'],
    registers,
  })
  const lastEnds = new library.Gauge({
    name: 'tenon_schedule_last_run_timestamp_seconds',
    help: 'When the last run of a scheduled task ended in this process, by outcome.',
    labelNames: ['task', 'state'],
    aggregator: 'max',
    registers,
  })

  return [
    ticks.listen(({ task, decision, count }) => decisions.inc({ task, decision }, count)),
    runs.listen(({ task, state, durationMs }) => {
      ends.inc({ task, state })
      seconds.inc({ task }, durationMs / 1000)
      lastEnds.set({ task, state }, Date.now() / 1000)
    }),
  ]
}
