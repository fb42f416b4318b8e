import { isPromise, type MaybePromise } from '../../base/support/maybe-promise.ts'
import { Cancellation } from './cancellation.ts'
import type { Sleep } from './clock.ts'
import { LeaseLost } from './lease-lost.ts'
import type { WorkLog } from './work-log.ts'

/** The options of `RunningWork`. */
export interface RunningWorkOptions<Key, Claim extends Key> {
  /** What the log calls the runs: `jobs`. */
  readonly name: string
  readonly log: WorkLog
  readonly sleep: Sleep
  readonly leaseMs: number
  /** Extends the leases of runs, and returns those that this process still holds. */
  readonly renew: (claims: readonly Claim[]) => Promise<readonly Key[]>
  /** The text that identifies a run. */
  readonly toKey: (run: Key) => string
  /** Called when a run has ended and freed its place. */
  readonly onFreed?: () => void
}

interface Running {
  readonly cancellation: Cancellation
  readonly ended: Promise<void>
}

/**
 * The runs in progress in this process. It renews their leases, cancels runs that another process has taken over, and
 * cancels all runs when the process stops.
 */
export class RunningWork<Key, Claim extends Key> {
  /** Cancelled when the process stops. */
  readonly stopping = new Cancellation()
  readonly #options: RunningWorkOptions<Key, Claim>
  readonly #running = new Map<Claim, Running>()
  #renewing: AbortController | undefined

  constructor(options: RunningWorkOptions<Key, Claim>) {
    this.#options = options
  }

  get claims(): readonly Claim[] {
    return [...this.#running.keys()]
  }

  get count(): number {
    return this.#running.size
  }

  /** Remembers the current runs. The returned function tells whether a run was among them. */
  note(): (run: Key) => boolean {
    const noted = new Set(this.claims.map(this.#options.toKey))
    return (run) => noted.has(this.#options.toKey(run))
  }

  /** Starts a run and holds its lease until `work` has ended. `work` must not fail. */
  start(claim: Claim, work: (cancellation: Cancellation) => MaybePromise<void>): void {
    const cancellation = new Cancellation()
    if (this.stopping.isAborted) cancellation.abort(stopReason())
    const ended = work(cancellation)
    if (!isPromise(ended)) return
    this.#running.set(claim, { cancellation, ended: ended.then(() => this.#end(claim)) })
    if (this.#renewing === undefined)
      void this.#keepRenewing((this.#renewing = new AbortController()))
  }

  /** Resolves when the current runs have ended. */
  async ended(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ ended }) => ended))
  }

  /** Cancels all runs and waits up to `timeoutMs` for them. The leases of the others then expire. */
  async stop(timeoutMs: number): Promise<void> {
    this.stopping.abort(stopReason())
    for (const { cancellation } of this.#running.values()) cancellation.abort(stopReason())
    const timer = new AbortController()
    await Promise.race([this.ended(), this.#options.sleep(timeoutMs, timer.signal)])
    timer.abort()
    this.#stopRenewing()
  }

  /**
   * Renews the leases of the runs and of claims that have not started. Returns the claims that this process no longer
   * holds, and cancels their runs. Never rejects.
   */
  async renew(waiting: readonly Claim[] = []): Promise<ReadonlySet<Claim>> {
    const { renew, toKey, name, log } = this.#options
    // Take the list before the query: a run that starts later is missing in its result.
    const claims = [...this.#running.keys(), ...waiting]
    if (claims.length === 0) return new Set()
    try {
      const held = new Set((await renew(claims)).map(toKey))
      const lost = claims.filter((claim) => !held.has(toKey(claim)))
      for (const claim of lost) this.#running.get(claim)?.cancellation.abort(new LeaseLost())
      return new Set(lost)
    } catch (error) {
      log.warn(`The leases of ${name} could not be renewed`, { error })
      return new Set()
    }
  }

  #end(claim: Claim): void {
    this.#running.delete(claim)
    if (this.#running.size === 0) this.#stopRenewing()
    this.#options.onFreed?.()
  }

  async #keepRenewing({ signal }: AbortController): Promise<void> {
    const { sleep, leaseMs } = this.#options
    while (!signal.aborted) {
      await sleep(leaseMs / 3, signal)
      if (!signal.aborted) await this.renew()
    }
  }

  #stopRenewing(): void {
    this.#renewing?.abort()
    this.#renewing = undefined
  }
}

function stopReason(): Error {
  return new Error('The process is stopping')
}
