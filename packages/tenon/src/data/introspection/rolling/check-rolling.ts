import type { Database, Dialect } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { applyOperation } from '../../migrations/difference/apply-operation.ts'
import type { Schema } from '../../migrations/difference/schema.ts'
import {
  loadMigrations,
  type MigrationSource,
  type NamedMigration,
} from '../../migrations/migration-source.ts'
import { createMigrator } from '../../migrations/migrator.ts'
import { describeOperation, type Operation } from '../../migrations/operation.ts'
import { judgeOperation, type RollingVerdict } from './judge-operation.ts'
import {
  keeps,
  readRunningModels,
  type RunningModels,
  usesColumn,
  usesTable,
} from './running-models.ts'

/** The effect of a pending migration's operation on the running version of the application. */
export interface JudgedOperation extends RollingVerdict {
  /** The name of the migration. */
  readonly migration: string
  /** The operation as in its file: `dropColumn('todos', 'title')`. */
  readonly operation: string
}

/**
 * Judges for every operation of pending migrations whether the running version keeps working; changes
 * nothing. The running version is the one that ran the command `migrate` last. A database without applied
 * migrations has no running version.
 */
export async function checkRolling(
  database: Database,
  source: MigrationSource,
): Promise<JudgedOperation[]> {
  const names = new Set(await createMigrator(database, source).pending())
  const all = await loadMigrations(source)
  const pending = all.filter(({ name }) => names.has(name))
  const applied = all.filter(({ name }) => !names.has(name))
  return judgeAll(pending, {
    isRunning: applied.length > 0,
    dialect: database.dialect,
    running: await readRunningModels(database),
    rows: await countRows(database),
    labels: await readEnumLabels(database),
    neverNull: await readNeverNull(database),
    schema: applied.flatMap(({ migration }) => migration.up).reduce(applyOperation, new Map()),
  })
}

interface Deployed {
  readonly isRunning: boolean
  readonly dialect: Dialect
  readonly running: RunningModels
  readonly rows: ReadonlyMap<string, number>
  /** The values of enum types, by `table.column`. */
  readonly labels: ReadonlyMap<string, readonly string[]>
  /** The columns for which a check excludes null, as `table.column`. */
  readonly neverNull: ReadonlySet<string>
  readonly schema: Schema
}

function judgeAll(
  pending: readonly NamedMigration[],
  { isRunning, dialect, running, rows, labels, neverNull, ...deployed }: Deployed,
): JudgedOperation[] {
  const added = new Set<string>()
  const judged: JudgedOperation[] = []
  let { schema } = deployed

  const isUsed = (table: string): boolean =>
    isRunning && !added.has(table) && usesTable(running, table)
  for (const { name, migration } of pending) {
    for (const operation of migration.up) {
      const verdict = judgeOperation(operation, {
        dialect,
        schema,
        usesTable: isUsed,
        usesColumn: (table, column) =>
          isUsed(table) && !added.has(`${table}.${column}`) && usesColumn(running, table, column),
        keeps: (place, constraint) => keeps(running, place, constraint),
        enumLabels: ({ table, column }) => labels.get(`${table}.${column}`),
        isNeverNull: ({ table, column }) => neverNull.has(`${table}.${column}`),
      })
      judged.push({
        migration: name,
        operation: describeOperation(operation),
        ...withRows(verdict, rows.get(tableOf(operation))),
      })
      schema = applyOperation(schema, operation)
      for (const each of namesAddedBy(operation)) added.add(each)
    }
  }
  return judged
}

/** The approximate numbers of rows, from PostgreSQL's last count. Not needed on SQLite, where no operation locks. */
async function countRows(database: Database): Promise<ReadonlyMap<string, number>> {
  if (database.dialect === 'sqlite') return new Map()
  const tables = await database.query<{ name: string; rows: number }>(sql`
    select c.relname::text as name, c.reltuples::float8 as rows from pg_class c
    where pg_table_is_visible(c.oid) and c.relkind in ('r', 'p') and c.reltuples >= 0`)
  return new Map(tables.map(({ name, rows }) => [name, rows]))
}

/** The values of columns whose type is an enum. Only other programs create such types. */
async function readEnumLabels(database: Database): Promise<ReadonlyMap<string, readonly string[]>> {
  if (database.dialect === 'sqlite') return new Map()
  const columns = await database.query<{ place: string; labels: string }>(sql`
    select c.relname || '.' || a.attname as place,
      (select json_agg(e.enumlabel) from pg_enum e where e.enumtypid = t.oid)::text as labels
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
    where pg_table_is_visible(c.oid) and c.relkind in ('r', 'p') and t.typtype = 'e'`)
  return new Map(columns.map(({ place, labels }) => [place, JSON.parse(labels) as string[]]))
}

/** The columns with a validated check that they are not null: PostgreSQL then trusts it, and reads no rows. */
async function readNeverNull(database: Database): Promise<ReadonlySet<string>> {
  if (database.dialect === 'sqlite') return new Set()
  const columns = await database.query<{ place: string }>(sql`
    select c.relname || '.' || a.attname as place
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    join pg_attribute a on a.attrelid = c.oid and array[a.attnum] = k.conkey
    where k.contype = 'c' and k.convalidated and pg_table_is_visible(c.oid)
      and pg_get_constraintdef(k.oid) = 'CHECK ((' || quote_ident(a.attname) || ' IS NOT NULL))'`)
  return new Set(columns.map(({ place }) => place))
}

/** Adds the number of rows to a lock's text, because the lock lasts longer on a larger table. */
function withRows(verdict: RollingVerdict, rows: number | undefined): RollingVerdict {
  if (verdict.kind !== 'locks' || rows === undefined) return verdict
  return { ...verdict, text: `${verdict.text} It has about ${rows.toLocaleString('en')} rows.` }
}

function tableOf(operation: Operation): string {
  if (operation.kind === 'execute') return operation.search?.table ?? ''
  return operation.kind === 'renameTable' ? operation.from : operation.table
}

/** The names of tables and columns that the running version does not know. */
function namesAddedBy(operation: Operation): readonly string[] {
  const { kind } = operation
  if (kind === 'createTable') return [operation.table]
  if (kind === 'addColumn') return [`${operation.table}.${operation.column}`]
  if (kind === 'renameTable') return [operation.to]
  return kind === 'renameColumn' ? [`${operation.table}.${operation.to}`] : []
}
