import type { Answered } from '../../web/http/request.ts'
import { relative } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Exchange } from '../../web/http/exchange.ts'
import type { Log } from '../../base/log/log.ts'
import type { MaybePromise } from '../../base/support/maybe-promise.ts'

/** The application as it was loaded once. */
export interface Snapshot {
  /** Why it only reports a failure; `undefined` if it works. */
  readonly failure?: string
  handle(exchange: Exchange): MaybePromise<Answered>
}

export interface LiveApplicationOptions {
  readonly root: string
  readonly log: Log
  /** Creates the application from its current files. It never throws: a failure becomes a snapshot. */
  readonly load: () => Promise<Snapshot>
  /** Called when a new snapshot takes over. */
  readonly onReload: () => void
}

/** How long to wait for other files of the same save. */
const gatherMs = 5

/**
 * The application in its current state. Requests wait while it is being loaded; requests that are
 * already running finish with the old snapshot.
 */
export class LiveApplication {
  readonly #options: LiveApplicationOptions
  readonly #changed = new Set<string>()
  #loading: Promise<void> | undefined
  #snapshot: Snapshot | undefined

  constructor(options: LiveApplicationOptions) {
    this.#options = options
  }

  /** Loads the application for the first time. Files that change meanwhile are loaded afterwards. */
  start(): Promise<void> {
    return (this.#loading = this.#loadFirst())
  }

  /** Reports that a file has changed since the application was loaded. */
  change(file: string): void {
    this.#changed.add(file)
    this.#loading ??= this.#reload()
  }

  async handle(exchange: Exchange): Promise<Answered> {
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
