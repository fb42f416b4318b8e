import type { Table, TableColumn } from '../columns/table.ts'
import { databaseOf } from '../database/current-database.ts'
import type { Change } from './entity.ts'

/** Deletes the files of a deleted row, after the commit. */
export async function discardFiles(
  table: Table,
  fields: Readonly<Record<string, unknown>>,
): Promise<void> {
  for (const column of table.files) await discard(table, column, fields[column.name])
}

/** Deletes the files that an update has replaced, after the commit. */
export async function discardReplaced(table: Table, changes: readonly Change[]): Promise<void> {
  for (const { column, from } of changes) {
    if (table.has(column)) await discard(table, table.column(column), from)
  }
}

async function discard(
  { database }: Table,
  { definition }: TableColumn,
  key: unknown,
): Promise<void> {
  const { files } = definition
  if (files === undefined || typeof key !== 'string') return
  await databaseOf(database).afterCommit(() => files.discard([key]))
}
