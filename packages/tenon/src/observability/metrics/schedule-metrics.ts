import { runs, ticks } from '../log/channels.ts'
import type { MetricBook, StopCounting } from './metric-book.ts'

/** Counts what this process decides of ticks, and how the runs that it makes end. */
export function countTasks({ library, registers }: MetricBook): readonly StopCounting[] {
  const decisions = new library.Counter({
    name: 'tenon_schedule_ticks_total',
    help: 'Ticks of scheduled tasks that this process decided, by what became of them.',
    labelNames: ['task', 'decision'],
    registers,
  })
  const ends = new library.Counter({
    name: 'tenon_schedule_runs_total',
    help: 'Runs of scheduled tasks that ended in this process, by how they ended.',
    labelNames: ['task', 'state'],
    registers,
  })
  const seconds = new library.Counter({
    name: 'tenon_schedule_run_seconds_total',
    help: 'How long the runs of scheduled tasks took together.',
    labelNames: ['task'],
    registers,
  })
  const lastEnds = new library.Gauge({
    name: 'tenon_schedule_last_run_timestamp_seconds',
    help: 'When the last run of a scheduled task ended in this process, by how it ended.',
    labelNames: ['task', 'state'],
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
