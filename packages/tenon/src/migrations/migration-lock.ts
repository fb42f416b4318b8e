import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { DatabaseUnavailable } from '../database/database-error.ts'
import type { Database } from '../database/database.ts'

/** Runs a function as if it stood outside the transaction that holds the lock. */
export type Outside = <Result>(run: () => Result) => Result

/** How long to wait for another migrator. */
const waitMs = 600_000

/**
 * Runs `body` in a transaction that no other migrator can enter at the same time.
 *
 * On SQLite the transaction itself is the lock (`begin immediate`); on PostgreSQL it holds an
 * advisory lock per schema, which ends with it, also when the process is killed. Time limits of
 * statements do not hold inside: a migration takes the time that it takes.
 */
export async function withMigrationLock<Result>(
  database: Database,
  body: (outside: Outside) => Promise<Result>,
): Promise<Result> {
  const outside: Outside = AsyncLocalStorage.snapshot()
  const deadline = Date.now() + waitMs
  let hasLock = false

  for (;;) {
    try {
      return await database.transaction(async () => {
        if (database.dialect === 'postgres') await database.script(postgresLock)
        hasLock = true
        return body(outside)
      })
    } catch (error) {
      const isWaiting = !hasLock && isLocked(error) && Date.now() < deadline
      if (!isWaiting) throw error
      await delay(50)
    }
  }
}

const postgresLock = `
  set local statement_timeout = 0;
  set local lock_timeout = 0;
  set local idle_in_transaction_session_timeout = 0;
  select pg_advisory_xact_lock(hashtext('tenon migrations'), hashtext(current_schema()))`

function isLocked(error: unknown): boolean {
  return error instanceof DatabaseUnavailable && error.reason === 'locked'
}
