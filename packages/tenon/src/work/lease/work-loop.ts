import { backOffMs, type Sleep } from './clock.ts'
import type { WorkLog } from './work-log.ts'

export interface WorkLoopOptions {
  /** Prepares the tables. */
  readonly join: () => Promise<void>
  /** Does all the work there is, and returns how many milliseconds until it expects more. */
  readonly pass: () => Promise<number>
  /** The log lines for the start and the end of an outage. */
  readonly lines: { readonly failing: string; readonly working: string }
  readonly log: WorkLog
  readonly sleep: Sleep
}

/**
 * Repeats passes over the work in a database, one after another, never concurrently. It rests between passes until
 * there may be work, and retries while the database is unavailable.
 */
export class WorkLoop {
  readonly #options: WorkLoopOptions
  #hasJoined = false
  #failures = 0
  #isStopping = false
  #isAwake = false
  /** Ends the current rest. */
  #rest: AbortController | undefined

  constructor(options: WorkLoopOptions) {
    this.#options = options
  }

  /** Whether the signal of `run` is aborted. */
  get isStopping(): boolean {
    return this.#isStopping
  }

  /** Whether another pass follows this one at once. */
  get isAwake(): boolean {
    return this.#isAwake
  }

  /** Whether the last pass has failed. */
  get hasFailed(): boolean {
    return this.#failures > 0
  }

  /** Repeats passes until the signal is aborted and the current pass has ended. Never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    const stop = (): void => {
      this.#isStopping = true
      this.wakeUp()
    }
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()

    while (!this.#isStopping) {
      await this.#restFor(await this.#tryPass())
    }
    signal.removeEventListener('abort', stop)
  }

  /**
   * Prepares the tables if necessary, and does a pass. Throws database errors. After an error, the next call prepares
   * the tables again, because they may be gone, as after `migrate:fresh`.
   */
  async attempt<Result>(pass: () => Promise<Result>): Promise<Result> {
    this.#isAwake = false
    try {
      if (!this.#hasJoined) await this.#options.join()
      this.#hasJoined = true
      return await pass()
    } catch (error) {
      this.#hasJoined = false
      throw error
    }
  }

  /** Ends the current rest, or skips the next one. Passes a reason, because an abort without one costs 20 µs. */
  wakeUp(): void {
    this.#isAwake = true
    this.#rest?.abort(AWAKE)
  }

  async #tryPass(): Promise<number> {
    const { pass, lines, log } = this.#options
    try {
      const waitMs = await this.attempt(pass)
      if (this.#failures > 0) log.info(lines.working, { failures: this.#failures })
      this.#failures = 0
      return waitMs
    } catch (error) {
      // Logs an outage when it begins, then about once a minute.
      if (this.#failures % 12 === 0) log.warn(lines.failing, { error })
      this.#failures += 1
      return backOffMs(this.#failures)
    }
  }

  async #restFor(ms: number): Promise<void> {
    if (this.#isAwake) return
    this.#rest = new AbortController()
    await this.#options.sleep(ms, this.#rest.signal)
    this.#rest = undefined
  }
}

const AWAKE = 'There may be work'
