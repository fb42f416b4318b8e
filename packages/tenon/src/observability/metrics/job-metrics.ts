import { jobRuns } from '../../base/log/channels.ts'
import type { MetricBook, StopCounting } from './metric-book.ts'

/** Counts how the attempts at jobs end in this process. */
export function countJobs({ library, registers }: MetricBook): StopCounting {
  const ends = new library.Counter({
    name: 'tenon_jobs_runs_total',
    help: 'Attempts at jobs that ended in this process, by outcome.',
    labelNames: ['job', 'queue', 'state'],
    registers,
  })
  const seconds = new library.Counter({
    name: 'tenon_jobs_run_seconds_total',
    help: 'Total duration of the attempts at each job.',
    labelNames: ['job', 'queue'],
    registers,
  })
  return jobRuns.listen(({ job, queue, state, durationMs }) => {
    ends.inc({ job, queue, state })
    seconds.inc({ job, queue }, durationMs / 1000)
  })
}
