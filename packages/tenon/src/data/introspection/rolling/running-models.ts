import type { ColumnDefinition } from '../../columns/column.ts'
import type { Database } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import type { OwnRow } from '../../own/own-table.ts'
import { createOwnTables } from '../../own/own-tables.ts'
import { lockOwnTables, readOwnVersions } from '../../own/own-versions.ts'
import { runningModelTable } from './running-model-table.ts'

/** The known columns of a table. */
interface KnownColumns {
  /** Columns in use, with the constraints that the code respects: `email:required:unique`. */
  readonly used: readonly string[]
  /** Names of columns that were used earlier. */
  readonly former: readonly string[]
}

/** The columns that the running version's models use, by table. */
export type RunningModels = ReadonlyMap<string, KnownColumns>

/** The columns that models use, by table, in the form that `usedColumn` returns. */
export type UsedColumns = ReadonlyMap<string, readonly string[]>

/** A column that a model uses, with the constraints that the code respects even if the database does not have them. */
export function usedColumn(name: string, definition: ColumnDefinition): string {
  const kept = [
    ...(definition.nullable ? [] : [REQUIRED]),
    ...(definition.unique ? [uniqueness(definition)] : []),
  ]
  return [name, ...kept].join(':')
}

/** The constraint that values are never null. */
export const REQUIRED = 'required'

/** The constraint that values are unique, with its options, as one word. */
export function uniqueness({
  caseInsensitive = false,
  ignoreDeleted = false,
  uniqueWithin,
}: Partial<ColumnDefinition>): string {
  const details = [caseInsensitive ? 'caseless' : '', ignoreDeleted ? 'live' : '', uniqueWithin]
  return ['unique', ...details.filter(Boolean)].join('-')
}

/** Reads the columns that the running version's models use; empty if no version has recorded them yet. */
export async function readRunningModels(database: Database): Promise<RunningModels> {
  const [found] = await readOwnVersions(database, [runningModelTable])
  if (found?.version !== 1) return new Map()
  const rows = await database.query<OwnRow<typeof runningModelTable>>(
    sql`select name, used, former from tenon_models`,
  )
  return new Map(
    rows.map(({ name, used, former }) => [name, { used: toNames(used), former: toNames(former) }]),
  )
}

/** Records the columns that the models of this version use, after it has migrated. Writes only differences. */
export async function recordRunningModels(database: Database, models: UsedColumns): Promise<void> {
  if (changesOf(await readRunningModels(database), models).length === 0) return
  await createOwnTables(database, [runningModelTable])
  await database.transaction(async () => {
    await lockOwnTables(database)
    for (const [name, { used, former }] of changesOf(await readRunningModels(database), models)) {
      await database.query(sql`
        insert into tenon_models (name, used, former)
        values (${name}, ${toText(used)}, ${toText(former)})
        on conflict (name) do update set used = excluded.used, former = excluded.former`)
    }
  })
}

/** Whether the running version may use a table: true also for tables that no model has ever named. */
export function usesTable(running: RunningModels, table: string): boolean {
  const known = running.get(table)
  return known === undefined || known.used.length > 0
}

/** Whether the running version may use a column: true also for columns that no model has ever named. */
export function usesColumn(running: RunningModels, table: string, column: string): boolean {
  return running.get(table)?.former.includes(column) !== true
}

/** Whether the code of the running version respects a constraint of a column. */
export function keeps(
  running: RunningModels,
  { table, column }: { readonly table: string; readonly column: string },
  constraint: string,
): boolean {
  const used = running.get(table)?.used.find((each) => nameOf(each) === column)
  return used?.split(':').includes(constraint, 1) === true
}

function changesOf(
  running: RunningModels,
  models: UsedColumns,
): (readonly [string, KnownColumns])[] {
  return [...new Set([...running.keys(), ...models.keys()])].flatMap((name) => {
    const before = running.get(name) ?? { used: [], former: [] }
    const used = (models.get(name) ?? []).toSorted()
    const names = used.map(nameOf)
    const gone = [...before.used.map(nameOf), ...before.former].filter(
      (column) => !names.includes(column),
    )
    const after = { used, former: gone.toSorted() }
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [[name, after] as const]
  })
}

function nameOf(used: string): string {
  return used.replace(/:.*/, '')
}

function toText(names: readonly string[]): string {
  return names.join(' ')
}

function toNames(text: string): readonly string[] {
  return text === '' ? [] : text.split(' ')
}
