import cluster, { type Worker } from 'node:cluster'
import type { WorkerEndMessage } from '../../../base/log/channels.ts'
import type { Log } from '../../../base/log/log.ts'
import { beatsPerTimeout, messages, timeoutsPerStart } from './supervisor-messages.ts'

export interface SupervisedWorkerOptions {
  readonly environment?: Readonly<Record<string, string>>
  readonly workerTimeoutMs: number
  readonly log: Log
}

/** More than a worker needs to stop by itself. */
const killAfterMs = 25_000

/** A worker as its supervisor sees it: it starts, listens, sends heartbeats, stops and ends. */
export class SupervisedWorker {
  /** Resolves when the worker accepts connections. */
  readonly listening: Promise<undefined>
  /** Resolves when the worker has closed its port in order to stop. */
  readonly portClosed: Promise<void>
  /** Resolves to its exit code when it exits; 1 if it was killed or could not start. */
  readonly ended: Promise<number>
  readonly #worker: Worker
  readonly #options: SupervisedWorkerOptions
  #isUnresponsive = false

  /** Forks a worker; `undefined` if that fails. A lack of memory or processes must not affect the running workers. */
  static start(options: SupervisedWorkerOptions): SupervisedWorker | undefined {
    try {
      return new SupervisedWorker(cluster.fork(options.environment), options)
    } catch (error) {
      options.log.error(notStarted, { error })
      return undefined
    }
  }

  private constructor(worker: Worker, options: SupervisedWorkerOptions) {
    this.#worker = worker
    this.#options = options
    this.listening = new Promise((resolve) => worker.once('listening', () => resolve(undefined)))
    this.portClosed = new Promise((resolve) => {
      worker.on('message', (message: unknown) => {
        if (message === messages.portClosed) resolve()
      })
    })
    this.ended = new Promise((resolve) => {
      worker.once('exit', (code: number | null) => resolve(code ?? 1))
      worker.on('error', (error) => {
        if (worker.process.pid !== undefined) return
        options.log.error(notStarted, { error })
        resolve(1)
      })
    })
    if (options.workerTimeoutMs > 0) this.#expectHeartbeats()
  }

  /** How the worker ended, for the log. */
  get ending(): Readonly<Record<string, unknown>> {
    const { pid, exitCode, signalCode } = this.#worker.process
    return { worker: pid, exitCode, signalCode }
  }

  /** Why the worker ended; call it only afterwards. */
  get cause(): WorkerEndMessage['cause'] {
    if (this.#isUnresponsive) return 'unresponsive'
    return this.#worker.process.signalCode === null ? 'exit' : 'signal'
  }

  /**
   * Kills the worker unless it listens in time. Do not use it for the first worker: nothing waits for it, and what an
   * application does once before it serves may take long.
   */
  limitStart(): void {
    const { log, workerTimeoutMs } = this.#options
    const { process } = this.#worker
    const isDebugged = process.spawnargs.some((option) => option.startsWith('--inspect'))
    if (workerTimeoutMs === 0 || isDebugged) return
    const limitMs = workerTimeoutMs * timeoutsPerStart
    const timer = setTimeout(() => {
      log.error('A worker does not listen and is killed', {
        worker: process.pid,
        startingSeconds: Math.round(limitMs / 1000),
      })
      process.kill('SIGKILL')
    }, limitMs)
    void Promise.race([this.listening, this.ended]).then(() => clearTimeout(timer))
  }

  /** Tells the worker that everything stops, and waits until it ends. */
  stop(): Promise<void> {
    return this.#end(messages.stop)
  }

  /** Tells the worker to stop while others keep accepting connections, and waits until it ends. */
  retire(): Promise<void> {
    return this.#end(messages.retire)
  }

  /**
   * Tells a worker with a closed port that it may disconnect its clients: they will not reach another stopping worker.
   */
  proceed(): void {
    this.#send(messages.proceed)
  }

  /**
   * Kills the worker after the limit without a heartbeat. It counts intervals instead of reading the clock: if this
   * process was frozen too, it could not receive heartbeats.
   */
  #expectHeartbeats(): void {
    const { log, workerTimeoutMs } = this.#options
    const worker = this.#worker
    let silent: number | undefined
    worker.on('message', (message: unknown) => {
      if (message === messages.alive) silent = 0
      if (message === messages.debugged) silent = undefined
    })
    const interval = setInterval(() => {
      if (silent === undefined) return
      silent += 1
      if (silent <= beatsPerTimeout) return
      log.error('A worker does not respond and is killed', {
        worker: worker.process.pid,
        silentSeconds: Math.round(workerTimeoutMs / 1000),
      })
      this.#isUnresponsive = true
      worker.process.kill('SIGKILL')
    }, workerTimeoutMs / beatsPerTimeout).unref()
    void this.ended.then(() => clearInterval(interval))
  }

  /** Sends a message instead of a signal: after a signal to the whole group, ours would be the second one. */
  async #end(message: string): Promise<void> {
    const timer = setTimeout(() => this.#worker.process.kill('SIGKILL'), killAfterMs)
    void this.listening.then(() => this.#send(message))
    await this.ended
    clearTimeout(timer)
  }

  #send(message: string): void {
    if (!this.#worker.isConnected()) return
    this.#worker.send(message, () => {
      // Sending fails if the worker is already exiting, and then the message is not needed.
    })
  }
}

const notStarted = 'A worker cannot be started'
