import type { Database } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import type { Operation } from '../operation.ts'

/** Tells whether SQLite may have to make a table anew for an operation. */
export function mayRebuild(operation: Operation): boolean {
  if (operation.kind === 'addColumn') return operation.definition.references !== undefined
  return rebuilding.has(operation.kind)
}

const rebuilding: ReadonlySet<Operation['kind']> = new Set([
  'alterColumn',
  'dropColumn',
  'addForeignKey',
  'dropForeignKey',
])

/**
 * Runs `body` with SQLite's foreign keys off, which can only be done outside a transaction.
 *
 * They hold no longer for anything on this database meanwhile, so `body` counts violations.
 */
export async function withoutForeignKeys<Result>(
  database: Database,
  body: () => Promise<Result>,
): Promise<Result> {
  await database.script('pragma foreign_keys = off')
  try {
    return await body()
  } finally {
    // The mode of a renaming that failed stays with the connection.
    await database.script('pragma legacy_alter_table = off; pragma foreign_keys = on')
  }
}

/** Counts the rows of the whole database that refer to what does not exist. */
export async function countForeignKeyViolations(database: Database): Promise<number> {
  const [row] = await database.query<{ violations: number }>(
    sql`select count(*) as violations from pragma_foreign_key_check`,
  )
  return row?.violations ?? 0
}

/** A foreign key and the table that it refers to. */
export interface DanglingKey {
  readonly table: string
  readonly column: string
  readonly target: string
}

/** Finds the foreign keys to tables that do not exist, which SQLite takes until a row is written. */
export async function findDanglingKeys(database: Database): Promise<DanglingKey[]> {
  return database.query<DanglingKey>(sql`
    select s.name as "table", k."from" as "column", k."table" as target
    from sqlite_schema s join pragma_foreign_key_list(s.name) k
    where s.type = 'table' and lower(k."table") not in
      (select lower(name) from sqlite_schema where type = 'table')`)
}
