import { StatementError } from '../database/database-error.ts'
import type { Database } from '../database/database.ts'
import { createOwnTableSql } from './own-table-sql.ts'
import type { OwnTable } from './own-table.ts'
import {
  assertUsable,
  lockOwnTables,
  readOwnVersions,
  recordOwnVersion,
  toCodeVersion,
  versionTable,
} from './own-versions.ts'

/**
 * Creates those of Tenon's own tables that are missing. Throws `E_TABLES_OLDER` or `E_TABLES_NEWER` if this
 * code cannot use the existing ones.
 *
 * Checks first, so that an account without the right to create tables works once they exist. Then creates
 * them under a lock, because another process may create them at the same time.
 */
export async function createOwnTables(
  database: Database,
  tables: readonly OwnTable[],
): Promise<void> {
  if ((await findMissing(database, tables)).length === 0) return

  await database.transaction(async () => {
    await lockOwnTables(database)
    for (const table of await findMissing(database, [...new Set([versionTable, ...tables])])) {
      for (const statement of createOwnTableSql(table, database.dialect)) {
        await database.script(statement)
      }
      await recordOwnVersion(database, table, toCodeVersion(table))
    }
  })
}

async function findMissing(
  database: Database,
  tables: readonly OwnTable[],
): Promise<readonly OwnTable[]> {
  const found = await readOwnVersions(database, tables)
  assertUsable(found)
  return found.filter(({ version }) => version === 0).map(({ table }) => table)
}

/**
 * Whether a statement failed because a table is missing. Decides by the error alone: its transaction can run no
 * more statements, and waiting for another connection could exhaust the pool.
 */
export function isTableMissing(error: unknown): boolean {
  if (!(error instanceof StatementError)) return false
  const { message, cause } = error
  const isUndefined = cause instanceof Error && 'code' in cause && cause.code === UNDEFINED_TABLE
  return isUndefined || message.startsWith('no such table: ')
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const UNDEFINED_TABLE = '42P01'
