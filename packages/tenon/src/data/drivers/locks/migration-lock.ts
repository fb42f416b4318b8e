import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { DatabaseUnavailable } from '../../database/database-error.ts'
import type { Database } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { SetupError } from '../../../base/support/setup-error.ts'

/** Runs a function outside of the transaction that holds the lock. The transaction stays open. */
export type RunOutside = (run: () => Promise<void>) => Promise<void>

/**
 * Runs `body` in a transaction that no other migrator can enter at the same time.
 *
 * On SQLite the transaction itself is the lock (`begin immediate`); on PostgreSQL it holds an advisory
 * lock for the schema. Both locks end with the transaction, even if the process is killed. Both are
 * polled, because the database's time limits would interrupt a blocking wait. Throws
 * `DatabaseUnavailable` after ten minutes.
 */
export async function withMigrationLock<Result>(
  database: Database,
  body: (outside: RunOutside) => Promise<Result>,
): Promise<Result> {
  const leave = AsyncLocalStorage.snapshot()
  const outside: RunOutside = async (run) => {
    await database.script(dropSnapshot)
    await leave(run)
  }
  const deadline = Date.now() + LONGEST_WAIT_MS
  let hasLock = false

  for (;;) {
    try {
      return await database.transaction(async () => {
        if (database.dialect === 'postgres') await lockSchema(database, deadline)
        hasLock = true
        return body(outside)
      })
    } catch (error) {
      if (hasLock || !isLocked(error) || Date.now() > deadline) throw error
      await delay(PAUSE_MS)
    }
  }
}

const LONGEST_WAIT_MS = 600_000
const PAUSE_MS = 50

/**
 * Makes PostgreSQL drop the portal of the last query and its snapshot; otherwise it keeps both until the
 * next query, and `create index concurrently` outside of the transaction would wait for the snapshot.
 *
 * It is sent as a script, which leaves no portal.
 */
const dropSnapshot = 'select 1'

async function lockSchema(database: Database, deadline: number): Promise<void> {
  await database.script(`
    set local statement_timeout = 0;
    set local idle_in_transaction_session_timeout = 0`)

  while (!(await tryLock(database))) {
    if (Date.now() > deadline) {
      throw new DatabaseUnavailable('locked', 'Another migrator does not finish')
    }
    await delay(PAUSE_MS)
  }
}

async function tryLock(database: Database): Promise<boolean> {
  const [row] = await database.query<{ is_locked: boolean }>(sql`
    select pg_try_advisory_xact_lock(hashtext('tenon migrations'), hashtext(current_schema()))
      as is_locked`)
  return row?.is_locked === true
}

function isLocked(error: unknown): boolean {
  return error instanceof DatabaseUnavailable && error.reason === 'locked'
}

/**
 * Throws `E_DATABASE_SCHEMA` unless PostgreSQL creates tables in the first schema of the connection's `search_path`.
 * That of the role, `"$user"`, may be missing.
 *
 * PostgreSQL skips a schema that does not exist: with `?schema=sales,public` it would create the tables in `public`.
 */
export async function assertSchema(database: Database): Promise<void> {
  if (database.dialect !== 'postgres') return
  const [row] = await database.query<{ path: string; found: string | null }>(
    sql`select current_setting('search_path') as path, current_schema()::text as found`,
  )
  const [first, ...others] = schemasOf(row?.path ?? '')
  const found = row?.found ?? null
  if (first === found || (first === '$user' && found !== null)) return
  const wanted = first === '$user' ? others[0] : first
  const existing = await database.query(sql`
    select nspname from pg_namespace where nspname = ${wanted ?? ''}`)
  throw unusable(wanted, existing.length > 0)
}

/** The names in a `search_path`. A name in quotes may contain a comma; PostgreSQL reads any other in lower case. */
function schemasOf(path: string): readonly string[] {
  const names = path.match(/"(?:[^"]|"")*"|[^",\s]+/g) ?? []
  return names.map((name) =>
    name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name.toLowerCase(),
  )
}

function unusable(schema: string | undefined, exists: boolean): SetupError {
  const code = 'E_DATABASE_SCHEMA'
  if (schema === undefined) {
    return new SetupError(
      code,
      'The search_path of the connection names no schema, so no table can be created. Add one to DATABASE_URL: ?schema=public.',
    )
  }
  const name = `"${schema.replaceAll('"', '""')}"`
  return new SetupError(
    code,
    exists
      ? `The role of DATABASE_URL may not use the schema ${name}, in which migrations create tables. Run: grant usage, create on schema ${name} to <role>.`
      : `The schema ${name}, in which migrations create tables, does not exist. Correct ?schema= in DATABASE_URL, or run: create schema ${name}.`,
  )
}
