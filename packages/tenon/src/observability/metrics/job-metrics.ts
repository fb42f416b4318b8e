import { setTimeout as delay } from 'node:timers/promises'
import { jobRuns } from '../../base/log/channels.ts'
import type { MetricBook, StopCounting } from './metric-book.ts'

/** An object that counts the jobs in the database. */
export interface ObservedJobs {
  jobs(): Promise<readonly ObservedQueue[]>
}

/** How many jobs of a queue are in a state. */
export interface ObservedQueue {
  readonly queue: string
  /** `waiting`: could start now; `delayed`: may not start yet. */
  readonly state: 'waiting' | 'delayed' | 'running' | 'failed'
  readonly count: number
  /** How many milliseconds ago the oldest job could have started. */
  readonly oldestMs: number
  /** Whether the queue starts no jobs, because somebody has paused it. */
  readonly isPaused: boolean
}

/** Counts the attempts that end in this process, by outcome. */
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

/**
 * Reports the jobs in the database at the time of each scrape. All processes see the same jobs, so a supervisor takes
 * the maximum of its workers, not their sum.
 *
 * If the database does not answer within a second, these figures are absent, and the other figures are not delayed.
 */
export function showJobs(
  { library, registers }: MetricBook,
  find: () => Promise<readonly ObservedQueue[]>,
): void {
  // A count that takes long goes on. The next scrape waits for it, so that counts do not pile up in the database.
  const count = sharedRun(find)
  const read = sharedRun(() =>
    Promise.race([count(), delay(1000, [], { ref: false })]).catch(() => []),
  )
  const aggregator = 'max'
  // The registry keeps a reference to each gauge and calls it.
  void new library.Gauge({
    name: 'tenon_jobs',
    help: 'Jobs in the database by queue and state (waiting, delayed, running or failed).',
    labelNames: ['queue', 'state'],
    aggregator,
    registers,
    async collect() {
      const queues = await read()
      this.reset()
      for (const { queue, state, count } of queues) this.set({ queue, state }, count)
    },
  })
  void new library.Gauge({
    name: 'tenon_jobs_oldest_waiting_seconds',
    help: 'How long the oldest job of a queue that could start has been waiting; 0 if none waits.',
    labelNames: ['queue'],
    aggregator,
    registers,
    async collect() {
      const queues = await read()
      this.reset()
      for (const { queue, state, oldestMs } of queues) {
        if (state === 'waiting') this.set({ queue }, oldestMs / 1000)
      }
    },
  })
  void new library.Gauge({
    name: 'tenon_jobs_paused',
    help: 'Whether a queue is paused, so that its jobs wait until it is resumed.',
    labelNames: ['queue'],
    aggregator,
    registers,
    async collect() {
      const queues = await read()
      this.reset()
      for (const { queue, isPaused } of queues) this.set({ queue }, isPaused ? 1 : 0)
    },
  })
}

/** Shares one run of `work` among concurrent calls. */
function sharedRun<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined
  return () => {
    running ??= work().finally(() => (running = undefined))
    return running
  }
}
