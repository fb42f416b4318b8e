import { StatementError } from '../../database/database-error.ts'
import type { Database } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { SetupError } from '../../../base/support/setup-error.ts'
import type { Operation } from '../operation.ts'

/**
 * Whether SQLite may have to rebuild a table for an operation, or drops it. With foreign keys, it would first delete the
 * rows of that table, and by `on delete` those of others.
 */
export function mayRebuild(operation: Operation): boolean {
  if (operation.kind === 'addColumn') {
    const { references, computed } = operation.definition
    return references !== undefined || computed?.kind === 'default'
  }
  // It may be a constraint of the table.
  if (operation.kind === 'dropIndex') return operation.unique && operation.name === undefined
  return rebuilding.has(operation.kind)
}

const rebuilding: ReadonlySet<Operation['kind']> = new Set([
  'alterColumn',
  'dropColumn',
  'dropTable',
  'addForeignKey',
  'dropForeignKey',
])

/**
 * Runs `body` with SQLite's foreign keys off, which is only possible outside a transaction.
 *
 * They are then off for everything on this database, so `body` must count violations.
 */
export async function withoutForeignKeys<Result>(
  database: Database,
  body: () => Promise<Result>,
): Promise<Result> {
  await database.script('pragma foreign_keys = off')
  try {
    return await body()
  } finally {
    // After a failed renaming, the connection is still in legacy mode.
    await database.script('pragma legacy_alter_table = off; pragma foreign_keys = on')
  }
}

/** Counts the rows of the whole database that refer to missing rows. */
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

/** Finds foreign keys to missing tables, which SQLite accepts until a row is written. */
export async function findDanglingKeys(database: Database): Promise<DanglingKey[]> {
  return database.query<DanglingKey>(sql`
    select s.name as "table", k."from" as "column", k."table" as target
    from sqlite_schema s join pragma_foreign_key_list(s.name) k
    where s.type = 'table' and lower(k."table") not in
      (select lower(name) from sqlite_schema where type = 'table')`)
}

/** Whether an operation may take away what a view or trigger of SQLite names. */
export function mayBreak({ kind }: Operation): boolean {
  return kind === 'dropTable' || kind === 'dropColumn'
}

/**
 * Finds a view or trigger that names a missing table or column, which SQLite accepts until it is used; `undefined` if there
 * is none. SQLite reads all of them when it renames a column.
 */
export async function findBroken(database: Database): Promise<Error | undefined> {
  try {
    await database.transaction(async () => {
      await database.script('create table tenon_probe (a)')
      await database.script('alter table tenon_probe rename column a to b')
      await database.script('drop table tenon_probe')
    })
  } catch (error) {
    if (isBroken(error)) return error
    throw error
  }
  return undefined
}

/** Whether SQLite refused a change because of a view or trigger. */
export function isBroken(error: unknown): error is StatementError {
  return error instanceof StatementError && BROKEN.test(error.message)
}

/** The error of a migration that leaves a view or trigger broken. */
export function brokenBy(error: Error): SetupError {
  const [, kind = '', name = '', reason = ''] = BROKEN.exec(error.message) ?? []
  return new SetupError(
    'E_MIGRATION_IN_USE',
    `The ${kind} "${name}" would name something that does not exist: ${reason}. Drop it first with execute(), and create it again afterwards.`,
    { cause: error },
  )
}

const BROKEN = /^error in (view|trigger) (.+?)(?: after [a-z ]+)?: (.+)/
