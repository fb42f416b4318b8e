import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../log/log.ts'

export interface SupervisorOptions {
  /** How many workers serve. */
  readonly count: number
  readonly log: Log
  /** Aborted when everything is to stop. */
  readonly signal: AbortSignal
}

/** Whether this process is to supervise workers rather than to serve itself. */
export function mustSupervise(workers: number): boolean {
  return workers > 1 && cluster.isPrimary
}

/** Whether this process is a worker that another one supervises. */
export function isSupervised(): boolean {
  return cluster.isWorker
}

/**
 * Runs workers, which are processes of this same program, until `signal` is aborted. One that ends
 * is replaced, ever later when that happens again and again; SIGHUP replaces them one by one, each
 * stopped only when its successor listens. Gives the process's exit code: that of the first worker,
 * when it could not even start.
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
/** A worker that served this long has not failed in starting. */
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
    else this.#options.log.error('A new worker does not start; the old ones go on')
  }

  /**
   * Whether each worker has a successor; the first that has none goes on, and those behind it. One that
   * ends meanwhile is replaced as ever, and needs no successor.
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

  /** Starts a worker and waits until it listens; gives its exit code when it ended before. */
  async #start(): Promise<Worker | number> {
    const { log, signal } = this.#options
    const worker = fork(log)
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

  /** Replaces a worker that ended unasked. */
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

/** A machine without memory or processes to spare must not cost the workers that there are. */
function fork(log: Log): Worker | undefined {
  try {
    return cluster.fork()
  } catch (error) {
    log.error(notStarted, { error })
    return undefined
  }
}

/** Gives the exit code of a worker once it has ended; 1 when it was killed, or could not be started. */
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

/** A message, not a signal: a signal to the whole group would make ours the second one. */
async function retire(worker: Worker, message: string): Promise<void> {
  if (worker.isDead()) return
  const timer = setTimeout(() => worker.process.kill('SIGKILL'), killAfterMs)
  if (worker.isConnected()) {
    worker.send(message, () => {
      // It cannot be told when it is on its way out already, and then need not be.
    })
  }
  await once(worker, 'exit')
  clearTimeout(timer)
}

/** Everything stops. */
const stopMessage = 'tenon:stop'
/** This worker stops, and others go on to accept connections. */
const retireMessage = 'tenon:retire'

/** What a supervisor may want of a worker. */
export interface SupervisorOrders {
  /** Called when everything is to stop. */
  readonly stop: () => void
  /** Called when only this worker is to end. */
  readonly retire: () => void
}

/** Follows the orders of this process's supervisor, if it has one; disposed, it may end. */
export function obeySupervisor({ stop, retire }: SupervisorOrders): Disposable {
  const { worker } = cluster
  const onMessage = (message: unknown): void => {
    if (message === stopMessage) stop()
    if (message === retireMessage) retire()
  }
  worker?.on('message', onMessage)
  return { [Symbol.dispose]: () => void worker?.disconnect() }
}
