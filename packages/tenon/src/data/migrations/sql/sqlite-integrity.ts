import { StatementError } from '../../database/database-error.ts'
import type { Database } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { SetupError } from '../../../base/support/setup-error.ts'
import type { Operation } from '../operation.ts'
import { SEARCH_EVENTS } from '../search-index.ts'
import { quote } from './catalog.ts'

/**
 * Whether SQLite may have to rebuild or drop a table for an operation. If foreign keys were on, dropping the table
 * would first delete its rows and, by `on delete`, rows of other tables.
 */
export function mayRebuild(operation: Operation): boolean {
  if (operation.kind === 'addColumn') {
    const { references, computed } = operation.definition
    return references !== undefined || computed?.kind === 'default'
  }
  // The index may belong to a unique constraint of the table.
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
 * Runs `body` with SQLite's foreign keys off. SQLite can turn them off only outside a transaction.
 *
 * They are then off for everything on this database, so `body` must count violations itself.
 */
export async function withoutForeignKeys<Result>(
  database: Database,
  body: () => Promise<Result>,
): Promise<Result> {
  await database.script('pragma foreign_keys = off')
  try {
    return await body()
  } finally {
    await database.script('pragma foreign_keys = on')
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

/** Finds foreign keys to missing tables. SQLite does not report them until a row is written. */
export async function findDanglingKeys(database: Database): Promise<DanglingKey[]> {
  return database.query<DanglingKey>(sql`
    select s.name as "table", k."from" as "column", k."table" as target
    from sqlite_schema s join pragma_foreign_key_list(s.name) k
    where s.type = 'table' and lower(k."table") not in
      (select lower(name) from sqlite_schema where type = 'table')`)
}

/** Whether an operation may remove a table or column that a view or trigger of SQLite names. */
export function mayBreak({ kind }: Operation): boolean {
  return kind === 'dropTable' || kind === 'dropColumn'
}

/** A view or trigger that names a missing table or column. */
export interface Broken {
  readonly kind: string
  readonly name: string
  /** SQLite's error about it. */
  readonly error: StatementError
}

/**
 * Finds the views and triggers that name a missing table or column. SQLite does not report them until they are used.
 * But when SQLite renames a column, it reads all of them and names the first broken one. So this renames a column again
 * and again, drops the named view or trigger each time, and rolls everything back.
 */
export async function findBroken(database: Database): Promise<readonly Broken[]> {
  const found: Broken[] = []
  const done = new Error('The changes of the search are taken back.')
  try {
    await database.transaction(async () => {
      await database.script('create table tenon_probe (a)')
      for (;;) {
        const broken = await readBroken(database)
        if (broken === undefined) throw done
        found.push(broken)
        await database.script(`drop ${broken.kind} ${quote(broken.name)}`)
      }
    })
  } catch (error) {
    if (error !== done) throw error
  }
  return found
}

async function readBroken(database: Database): Promise<Broken | undefined> {
  try {
    await database.transaction(() =>
      database.script('alter table tenon_probe rename column a to b'),
    )
  } catch (error) {
    const broken = toBroken(error)
    if (broken === undefined) throw error
    return broken
  }
  return undefined
}

/** The view or trigger because of which SQLite rejected a change; `undefined` if the error has another reason. */
export function toBroken(error: unknown): Broken | undefined {
  if (!(error instanceof StatementError)) return undefined
  const [, kind, name] = BROKEN.exec(error.message) ?? []
  return kind === undefined || name === undefined ? undefined : { kind, name, error }
}

/** The error of a migration that leaves a view or trigger broken. */
export async function brokenBy(
  { kind, name, error }: Broken,
  database: Database,
): Promise<SetupError> {
  const [, , , reason = ''] = BROKEN.exec(error.message) ?? []
  const [search] = kind === 'trigger' ? await findSearch(database, name) : []
  const what = search === undefined ? `${kind} "${name}"` : `search index "${search.name}"`
  const call = search === undefined ? 'execute()' : 'dropSearchIndex()'
  return new SetupError(
    'E_MIGRATION_IN_USE',
    `The ${what} would name something that does not exist: ${reason}. Drop it first with ${call}, and create it again afterwards.`,
    { cause: error },
  )
}

/** The search index that a trigger of Tenon keeps up to date. */
function findSearch(database: Database, trigger: string): Promise<{ name: string }[]> {
  const names = JSON.stringify(SEARCH_EVENTS.map((event) => `_${event}`))
  return database.query(sql`
    select name from sqlite_schema, json_each(${names})
    where sql like 'create virtual table % using fts5(%' and name || value = ${trigger}`)
}

const BROKEN = /^error in (view|trigger) (.+?)(?: after [a-z ]+)?: (.+)/
