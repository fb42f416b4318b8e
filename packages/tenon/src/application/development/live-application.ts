import { relative } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Answer } from '../app/kernel.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Log } from '../log/log.ts'
import type { MaybePromise } from '../support/maybe-promise.ts'

/** An application as it was at one moment. */
export interface Snapshot {
  /** Why it does nothing but tell why; `undefined` when it works. */
  readonly failure?: string
  handle(exchange: Exchange): MaybePromise<Answer>
}

export interface LiveApplicationOptions {
  readonly root: string
  readonly log: Log
  /** Makes the application of its files as they are now. Never throws: a failure answers, too. */
  readonly load: () => Promise<Snapshot>
  /** Called when another snapshot answers. */
  readonly onReload: () => void
}

/** How long to wait for further files of the same save. */
const gatherMs = 5

/**
 * The application as its files are now. Whoever asks while it is being loaded waits for it; requests
 * that are under way end as they began.
 */
export class LiveApplication {
  readonly #options: LiveApplicationOptions
  readonly #changed = new Set<string>()
  #loading: Promise<void> | undefined
  #snapshot: Snapshot | undefined

  constructor(options: LiveApplicationOptions) {
    this.#options = options
  }

  /** Loads it for the first time; what changes meanwhile is loaded after that, not beside it. */
  start(): Promise<void> {
    return (this.#loading = this.#loadFirst())
  }

  /** Tells that a file is not what it was when the application was loaded. */
  change(file: string): void {
    this.#changed.add(file)
    this.#loading ??= this.#reload()
  }

  async handle(exchange: Exchange): Promise<Answer> {
    await this.#loading
    if (this.#snapshot === undefined) throw new TypeError('The application was not started')
    return this.#snapshot.handle(exchange)
  }

  async #loadFirst(): Promise<void> {
    const { log, load } = this.#options
    this.#snapshot = await load()
    if (this.#snapshot.failure !== undefined) log.error(this.#snapshot.failure)
    this.#loading = this.#changed.size > 0 ? this.#reload() : undefined
  }

  async #reload(): Promise<void> {
    const { root, log, load, onReload } = this.#options
    const startedAt = performance.now()
    const files = new Set<string>()
    let snapshot: Snapshot
    do {
      await delay(gatherMs)
      for (const file of this.#changed) files.add(relative(root, file))
      this.#changed.clear()
      snapshot = await load()
    } while (this.#changed.size > 0)
    this.#snapshot = snapshot
    this.#loading = undefined

    const duration = Math.round(performance.now() - startedAt)
    if (snapshot.failure !== undefined) log.error(snapshot.failure)
    else log.info(`Reloaded ${[...files].join(', ')} in ${duration} ms`)
    onReload()
  }
}
