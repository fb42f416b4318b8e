import { appendFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { createDatabase } from '../../src/data/drivers/create-database.ts'
import { task, type TaskRun } from '../../src/schedule.ts'
import { createScheduler } from '../../src/work/schedule/scheduler.ts'

/** A line that a replica prints when a run starts. */
export interface StartedRun {
  readonly task: string
  readonly tick: number
  readonly attempt: number
  readonly fence: number
  readonly pid: number
  /** Measured with the machine's clock, not the skewed one. */
  readonly at: number
}

/** The settings that a replica receives through its environment. */
export interface ReplicaSettings {
  readonly url: string
  readonly file: string
  readonly skewMs: number
  readonly leaseMs: number
}

/** `schedule:work` in a separate process whose clock is wrong by `skewMs`. */
async function work({ url, file, skewMs, leaseMs }: ReplicaSettings): Promise<void> {
  skewClock(skewMs)
  const started = ({ task, tick, attempt, fence }: TaskRun) => {
    const at = performance.timeOrigin + performance.now()
    const line = { task, tick: tick.getTime(), attempt, fence, pid: process.pid, at }
    appendFileSync(file, `${JSON.stringify(line)}\n`)
  }
  const runFor = (ms: number) => async (run: TaskRun) => {
    started(run)
    await delay(ms) // time: a task takes a while
  }

  const stop = new AbortController()
  process.once('SIGTERM', () => stop.abort())
  await using database = createDatabase(url)
  await createScheduler({
    database,
    lease: `${leaseMs}ms`,
    log: { info: () => {}, warn: () => {}, error: () => {} },
    tasks: [
      task('once').every('1s').grace('60s').run(runFor(20)),
      task('retried').every('2s').grace('60s').retryOnCrash(20).run(runFor(300)),
      task('alone').every('1s').grace('60s').withoutOverlapping().run(runFor(1300)),
    ],
  }).work(stop.signal)
}

function skewClock(skewMs: number): void {
  const now = Date.now
  const skewedNow = () => now() + skewMs
  globalThis.Date = new Proxy(Date, {
    construct: (target, values) =>
      Reflect.construct(target, values.length > 0 ? values : [skewedNow()]),
    get: (target, name) => (name === 'now' ? skewedNow : Reflect.get(target, name)),
  })
}

if (import.meta.main) {
  await work({
    url: String(process.env['REPLICA_URL']),
    file: String(process.env['REPLICA_FILE']),
    skewMs: Number(process.env['REPLICA_SKEW_MS']),
    leaseMs: Number(process.env['REPLICA_LEASE_MS']),
  })
}
