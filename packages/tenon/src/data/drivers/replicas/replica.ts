import type { Database, DatabaseOptions } from '../../database/database.ts'

export type OnReplicaAway = NonNullable<DatabaseOptions['onReplicaAway']>

/**
 * A replica, and whether it answers. If it does not, no further read waits for it: a separate ping checks
 * it every two seconds, as long as there are reads.
 */
export class Replica {
  readonly database: Database
  readonly #onAway: OnReplicaAway | undefined
  #isAway = false
  #askAgainAt = 0
  #reportAgainAt = 0

  constructor(database: Database, onAway: OnReplicaAway | undefined) {
    this.database = database
    this.#onAway = onAway
  }

  /** Whether reads may use the replica. Also starts the ping when it is due. */
  get isAvailable(): boolean {
    if (this.#isAway && performance.now() >= this.#askAgainAt) void this.#ask()
    return !this.#isAway
  }

  /** Keeps reads away from the replica until a ping succeeds. Reports it, at most once a minute. */
  leave(error: Error): void {
    this.#isAway = true
    const now = performance.now()
    this.#askAgainAt = now + ASKED_EVERY_MS
    if (now < this.#reportAgainAt) return
    this.#reportAgainAt = now + REPORTED_EVERY_MS
    this.#onAway?.({ replica: this.database.description, error })
  }

  async #ask(): Promise<void> {
    this.#askAgainAt = performance.now() + ASKED_EVERY_MS
    try {
      await this.database.ping(PING_TIMEOUT_MS)
      this.#isAway = false
    } catch {
      // The next ping checks it again.
    }
  }
}

const ASKED_EVERY_MS = 2000
const REPORTED_EVERY_MS = 60_000
const PING_TIMEOUT_MS = 1000
