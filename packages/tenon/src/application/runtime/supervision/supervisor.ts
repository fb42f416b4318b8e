import cluster from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { workerEnds } from '../../../base/log/channels.ts'
import type { Log } from '../../../base/log/log.ts'
import { SupervisedWorker } from './supervised-worker.ts'

export interface SupervisorOptions {
  /** How many workers serve. */
  readonly count: number
  /** Additional variables for workers, besides this process's environment. */
  readonly environment?: Readonly<Record<string, string>>
  /** A worker whose event loop is blocked for this long is killed and replaced; 0 is never. */
  readonly workerTimeoutMs: number
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
 * A worker that exits or hangs is replaced, after a delay that grows if this happens repeatedly. A worker that does not
 * listen within ten times `workerTimeoutMs` has failed to start, except for the first one. SIGHUP replaces workers one
 * by one; each stops only after its successor listens. Another SIGHUP meanwhile replaces them all again, because the
 * program may have changed in between. Returns the process's exit code: that of the first worker if it failed to start.
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

class Supervisor {
  readonly #options: SupervisorOptions
  readonly #workers = new Set<SupervisedWorker>()
  /** Every worker that has not exited, including those that are starting or retiring. */
  readonly #alive = new Set<SupervisedWorker>()
  #pauseMs = firstPauseMs
  #isRestarting = false
  #mustRestartAgain = false

  constructor(options: SupervisorOptions) {
    this.#options = options
  }

  async run(): Promise<number> {
    const { signal } = this.#options
    const told = signal.aborted ? Promise.resolve() : once(signal, 'abort')
    const code = await Promise.race([this.#startAll(), told.then(() => undefined)])
    if (code !== undefined) return code
    await told
    await Promise.all([...this.#alive].map((worker) => worker.stop()))
    return 0
  }

  /** Starts the first worker, then the others. Returns the exit code of the first worker if it fails. */
  async #startAll(): Promise<number | undefined> {
    const { count, log, signal } = this.#options
    const first = await this.#start()
    if (typeof first === 'number') return first
    await Promise.all(Array.from({ length: count - 1 }, () => this.#startAnother()))
    if (!signal.aborted) log.info(`${this.#workers.size} workers serve`)
    return undefined
  }

  async restartAll(): Promise<void> {
    this.#mustRestartAgain = true
    if (this.#isRestarting) return
    this.#isRestarting = true
    while (this.#mustRestartAgain) {
      this.#mustRestartAgain = false
      await this.#restartOnce()
    }
    this.#isRestarting = false
  }

  async #restartOnce(): Promise<void> {
    const { log, signal } = this.#options
    const restarted = await this.#succeedAll([...this.#workers])
    if (signal.aborted) return
    if (restarted) log.info(`${this.#workers.size} workers restarted`)
    else log.error('A new worker does not start; the old workers keep running')
  }

  /**
   * Starts a successor for each worker; returns whether all of them started. If one fails, its worker and the later
   * ones keep running. A worker that exits meanwhile is replaced as usual and needs no successor.
   */
  async #succeedAll(workers: readonly SupervisedWorker[]): Promise<boolean> {
    for (const worker of workers) {
      if (!this.#workers.has(worker)) continue
      const successor = await this.#startAnother()
      if (typeof successor === 'number') return false
      const surplus = this.#workers.has(worker) ? worker : successor
      this.#workers.delete(surplus)
      await surplus.retire()
    }
    return true
  }

  /** Starts a worker and waits until it listens; returns its exit code if it exits before that. */
  async #start(): Promise<SupervisedWorker | number> {
    const worker = this.#fork()
    return worker === undefined ? 1 : this.#whenListening(worker)
  }

  /** Starts a worker beside others, with a time limit, because everything after it waits. */
  async #startAnother(): Promise<SupervisedWorker | number> {
    const worker = this.#fork()
    worker?.limitStart()
    return worker === undefined ? 1 : this.#whenListening(worker)
  }

  #fork(): SupervisedWorker | undefined {
    const { signal } = this.#options
    return signal.aborted ? undefined : SupervisedWorker.start(this.#options)
  }

  async #whenListening(worker: SupervisedWorker): Promise<SupervisedWorker | number> {
    const startedAt = performance.now()
    this.#alive.add(worker)
    void worker.ended.then(() => this.#alive.delete(worker))
    void worker.portClosed.then(() => this.#release(worker))
    const code = await Promise.race([worker.listening, worker.ended])
    if (code !== undefined) return code

    this.#workers.add(worker)
    void worker.ended.then(() => this.#replace(worker, performance.now() - startedAt))
    return worker
  }

  /**
   * Lets a worker with a closed port end its connections. If all workers stop, it waits until the others have closed
   * their ports too. Otherwise clients would reconnect to a worker that is just about to close.
   */
  async #release(worker: SupervisedWorker): Promise<void> {
    const others = this.#options.signal.aborted ? this.#alive : []
    await Promise.all([...others].map((each) => Promise.race([each.portClosed, each.ended])))
    worker.proceed()
  }

  /** Replaces a worker that exited without being told to. */
  async #replace(worker: SupervisedWorker, livedMs: number): Promise<void> {
    const { log, signal } = this.#options
    const wasAsked = !this.#workers.delete(worker) || signal.aborted
    if (wasAsked) return

    log.error('A worker ended and is replaced', worker.ending)
    workerEnds.tell({ cause: worker.cause })
    do {
      this.#pauseMs =
        livedMs > stableMs ? firstPauseMs : Math.min(this.#pauseMs * 2, longestPauseMs)
      await delay(this.#pauseMs)
      livedMs = 0
    } while (!signal.aborted && typeof (await this.#startAnother()) === 'number')
  }
}
