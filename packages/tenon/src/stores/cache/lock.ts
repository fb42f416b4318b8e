import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { HttpError } from '../../base/support/http-error.ts'
import type { MaybePromise } from '../../base/support/maybe-promise.ts'
import { toMs, type Duration } from '../../base/support/duration.ts'
import type { LockTable } from './locks.ts'
import { toStoredKey } from '../../base/support/values/stored-key.ts'

/** How long a lock is held and waited for. */
export interface LockOptions {
  /** How long the lock outlives a crashed process. A running process extends it. Default: `30s`. */
  readonly ttl?: Duration
  /** How long to wait while another caller holds the lock. Default: not at all. */
  readonly wait?: Duration
}

/** What a function running under a lock can use. */
export interface LockHold {
  /**
   * A number that grows with every holder of this lock. Pass it to the system that you write to, and let that system
   * reject numbers smaller than the highest it has seen. Then a holder that has lost the lock cannot change anything.
   */
  readonly fence: number
  /** Aborted when the lock is lost: the process was frozen or the server unavailable for `ttl`. */
  readonly signal: AbortSignal
}

/** 409: another caller held the lock for the whole `wait`. */
export class LockTaken extends HttpError {
  override readonly name = 'LockTaken'
  /** The lock's name, which is not sent to the client. */
  readonly lock: string

  constructor(lock: string) {
    super(409, 'Conflict', { headers: { 'retry-after': '1' } })
    this.lock = lock
  }
}

/** A lock that one caller among all replicas can hold at a time. */
export class Lock {
  readonly #name: string
  readonly #key: string
  readonly #table: LockTable
  readonly #ttlMs: number
  readonly #waitMs: number

  constructor(name: string, table: LockTable, { ttl = '30s', wait }: LockOptions = {}) {
    this.#name = name
    this.#key = toStoredKey(name)
    this.#table = table
    this.#ttlMs = toMs(ttl, 'ttl')
    this.#waitMs = wait === undefined ? 0 : toMs(wait, 'wait')
  }

  /**
   * Runs `body` while holding the lock, and releases the lock afterwards.
   *
   * Throws `LockTaken` (409) if another caller holds it longer than `wait`, and `ServiceUnavailable` (503) if the lock
   * server is unavailable. `body` never starts without the lock.
   */
  async run<Result>(body: (hold: LockHold) => MaybePromise<Result>): Promise<Result> {
    const owner = randomUUID()
    const { fence, askedAt } = await this.#take(owner)
    const heartbeat = new Heartbeat(
      () => this.#table.extend(this.#key, owner, this.#ttlMs),
      this.#ttlMs,
      askedAt,
    )
    try {
      return await body({
        fence,
        get signal() {
          return heartbeat.signal
        },
      })
    } finally {
      heartbeat.stop()
      await this.#table.release(this.#key, owner)
    }
  }

  async #take(owner: string): Promise<Taken> {
    const giveUpAt = performance.now() + this.#waitMs
    for (let pauseMs = 10; ; pauseMs = Math.min(pauseMs * 1.5, 100)) {
      const askedAt = performance.now()
      const fence = await this.#table.take(this.#key, owner, this.#ttlMs)
      if (fence !== undefined) return { fence, askedAt }

      const leftMs = giveUpAt - performance.now()
      if (leftMs <= 0) throw new LockTaken(this.#name)
      await delay(Math.min(leftMs, pauseMs * (0.5 + Math.random())))
    }
  }
}

interface Taken {
  readonly fence: number
  /** When the server was asked: the ttl may have begun since then. */
  readonly askedAt: number
}

/** Extends a lock three times per `ttl`, at least once a minute, and aborts a signal when the lock is lost. */
class Heartbeat {
  readonly #extend: () => MaybePromise<boolean>
  readonly #ttlMs: number
  readonly #timer: NodeJS.Timeout
  #heldUntil: number
  #controller: AbortController | undefined
  #isLost = false

  constructor(extend: () => MaybePromise<boolean>, ttlMs: number, askedAt: number) {
    this.#extend = extend
    this.#ttlMs = ttlMs
    this.#heldUntil = askedAt + ttlMs
    this.#timer = setInterval(() => void this.#beat(), Math.min(ttlMs / 3, 60_000))
  }

  /** Created on first access. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.#isLost) this.#lose()
    return this.#controller.signal
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  async #beat(): Promise<void> {
    const askedAt = performance.now()
    try {
      if (await this.#extend()) this.#heldUntil = askedAt + this.#ttlMs
      else this.#lose()
    } catch {
      // The server is unavailable: the lock remains ours until its ttl expires.
      if (performance.now() >= this.#heldUntil) this.#lose()
    }
  }

  #lose(): void {
    this.#isLost = true
    this.stop()
    this.#controller?.abort(new DOMException('The lock was lost', 'AbortError'))
  }
}
