import { backOffMs, type Sleep } from './clock.ts'
import type { WorkLog } from './work-log.ts'

export interface WorkLoopOptions {
  /** Prepares the tables. */
  readonly join: () => Promise<void>
  /** Does what there is to do, and returns how long nothing more is expected. */
  readonly pass: () => Promise<number>
  /** The lines of the log about an outage. */
  readonly lines: { readonly failing: string; readonly working: string }
  readonly log: WorkLog
  readonly sleep: Sleep
}

/**
 * Repeats passes over the work in a database, one after another, never concurrently. It rests between them
 * until there may be work, and tries again while the database is away.
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

  /** Whether the pass before this one has failed. */
  get hasFailed(): boolean {
    return this.#failures > 0
  }

  /** Repeats until the signal is aborted, and the current pass has ended. Never rejects. */
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
   * Does a pass on prepared tables. Throws database errors; the next one prepares the tables again, because
   * they may be gone, as after `migrate:fresh`.
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

  /** Ends the rest, or leaves out the next one. An abort without a reason costs 20 µs. */
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
