import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../../base/log/log.ts'

export interface SupervisorOptions {
  /** How many workers serve. */
  readonly count: number
  /** Variables that workers have in addition to this process's environment. */
  readonly environment?: Readonly<Record<string, string>>
  readonly log: Log
  /** Aborted when everything must stop. */
  readonly signal: AbortSignal
}

/** Whether this process should supervise workers instead of serving itself. */
export function mustSupervise(workers: number): boolean {
  return workers > 1 && cluster.isPrimary
}

/** Whether this process is a supervised worker. */
export function isSupervised(): boolean {
  return cluster.isWorker
}

/**
 * Runs workers, which are processes of this same program, until `signal` is aborted.
 *
 * A worker that exits is replaced, after a delay that grows if it keeps happening. SIGHUP replaces
 * workers one by one, each stopped only after its successor listens. Returns the process's exit
 * code: that of the first worker if it failed to start.
 */
export async function superviseWorkers(options: SupervisorOptions): Promise<number> {
  const supervisor = new Supervisor(options)
  const restart = (): void => void supervisor.restartAll()
  process.on('SIGHUP', restart)
  try {
    return await supervisor.run()
  } finally {
    process.off('SIGHUP', restart)
  }
}

const firstPauseMs = 100
const longestPauseMs = 10_000
/** A worker that has run this long did not fail at startup. */
const stableMs = 10_000
/** Longer than a worker needs to stop by itself. */
const killAfterMs = 25_000

class Supervisor {
  readonly #options: SupervisorOptions
  readonly #workers = new Set<Worker>()
  #pauseMs = firstPauseMs
  #isRestarting = false

  constructor(options: SupervisorOptions) {
    this.#options = options
  }

  async run(): Promise<number> {
    const { count, log, signal } = this.#options
    const first = await this.#start()
    if (typeof first === 'number') return first

    await Promise.all(Array.from({ length: count - 1 }, () => this.#start()))
    log.info(`${this.#workers.size} workers serve`)
    if (!signal.aborted) await once(signal, 'abort')
    await Promise.all([...this.#workers].map((worker) => retire(worker, stopMessage)))
    return 0
  }

  async restartAll(): Promise<void> {
    if (this.#isRestarting) return
    this.#isRestarting = true
    const restarted = await this.#succeedAll([...this.#workers])
    this.#isRestarting = false
    if (restarted) this.#options.log.info(`${this.#workers.size} workers restarted`)
    else this.#options.log.error('A new worker does not start; the old workers keep running')
  }

  /**
   * Starts a successor for each worker; returns whether all succeeded. If one fails, its worker and
   * those after it keep running. A worker that exits meanwhile is replaced as usual and needs none.
   */
  async #succeedAll(workers: readonly Worker[]): Promise<boolean> {
    for (const worker of workers) {
      if (!this.#workers.has(worker)) continue
      const successor = await this.#start()
      if (typeof successor === 'number') return false
      const surplus = this.#workers.has(worker) ? worker : successor
      this.#workers.delete(surplus)
      await retire(surplus, retireMessage)
    }
    return true
  }

  /** Starts a worker and waits until it listens; returns its exit code if it exits before that. */
  async #start(): Promise<Worker | number> {
    const { log, signal, environment } = this.#options
    const worker = fork(log, environment)
    if (worker === undefined) return 1
    const startedAt = performance.now()
    const ended = toEnd(worker, log)
    const listening = new Promise<undefined>((resolve) =>
      worker.once('listening', () => resolve(undefined)),
    )
    const code = await Promise.race([listening, ended])
    if (code !== undefined) return code

    if (signal.aborted) await retire(worker, stopMessage)
    this.#workers.add(worker)
    void ended.then(() => this.#replace(worker, performance.now() - startedAt))
    return worker
  }

  /** Replaces a worker that exited without being told to. */
  async #replace(worker: Worker, livedMs: number): Promise<void> {
    const { log, signal } = this.#options
    const wasAsked = !this.#workers.delete(worker) || signal.aborted
    if (wasAsked) return

    const { exitCode, signalCode } = worker.process
    log.error('A worker ended and is replaced', { pid: worker.process.pid, exitCode, signalCode })
    do {
      this.#pauseMs =
        livedMs > stableMs ? firstPauseMs : Math.min(this.#pauseMs * 2, longestPauseMs)
      await delay(this.#pauseMs)
      livedMs = 0
    } while (!signal.aborted && typeof (await this.#start()) === 'number')
  }
}

const notStarted = 'A worker cannot be started'

/** Forks a worker. Running out of memory or processes must not affect the existing workers. */
function fork(log: Log, environment: SupervisorOptions['environment']): Worker | undefined {
  try {
    return cluster.fork(environment)
  } catch (error) {
    log.error(notStarted, { error })
    return undefined
  }
}

/** Resolves to a worker's exit code when it exits; 1 if it was killed or could not start. */
function toEnd(worker: Worker, log: Log): Promise<number> {
  return new Promise((resolve) => {
    worker.once('exit', (code: number | null) => resolve(code ?? 1))
    worker.on('error', (error) => {
      if (worker.process.pid !== undefined) return
      log.error(notStarted, { error })
      resolve(1)
    })
  })
}

/** Sends a message, not a signal: after a signal to the whole group, ours would be the second. */
async function retire(worker: Worker, message: string): Promise<void> {
  if (worker.isDead()) return
  const timer = setTimeout(() => worker.process.kill('SIGKILL'), killAfterMs)
  if (worker.isConnected()) {
    worker.send(message, () => {
      // The message fails if the worker is already exiting, and then it is not needed.
    })
  }
  await once(worker, 'exit')
  clearTimeout(timer)
}

/** Tells a worker that everything stops. */
const stopMessage = 'tenon:stop'
/** Tells a worker to stop while others keep accepting connections. */
const retireMessage = 'tenon:retire'

/** Handlers for a supervisor's messages. */
export interface SupervisorOrders {
  /** Called when everything must stop. */
  readonly stop: () => void
  /** Called when only this worker must stop. */
  readonly retire: () => void
}

/** Follows the messages of this process's supervisor, if any. Disposing lets the process exit. */
export function obeySupervisor({ stop, retire }: SupervisorOrders): Disposable {
  const { worker } = cluster
  const onMessage = (message: unknown): void => {
    if (message === stopMessage) stop()
    if (message === retireMessage) retire()
  }
  worker?.on('message', onMessage)
  return { [Symbol.dispose]: () => void worker?.disconnect() }
}
