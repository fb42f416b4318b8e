import { isMatched } from '../../columns/table.ts'
import {
  type Change as RowChange,
  type KnownRow,
  toMatchValue,
} from '../../database/changes/change.ts'
import { databaseOf } from '../../database/current-database.ts'
import type { Dialect, Rows } from '../../database/statement.ts'
import { rowsOfSelection } from '../../queries/reads/rows-of-condition.ts'
import type { Change, Operation, Selection } from '../../queries/selection.ts'
import type { Entity } from '../entity.ts'
import { execute } from '../fetch.ts'
import { noteWrite } from './note-write.ts'

type BulkWrite = Extract<Operation, { readonly kind: 'update' | 'delete' }>

/** Changes all rows of a selection. Followers learn only its conditions, not the rows. */
export async function noteBulk(
  entity: Entity,
  selection: Selection,
  operation: BulkWrite,
): Promise<Rows> {
  const { bulkAudit } = entity
  const write = (written: Selection): Promise<Rows> =>
    writeBulk(entity, { selection, written }, operation)
  return bulkAudit === undefined ? write(selection) : bulkAudit.changing(selection, write)
}

async function writeBulk(
  entity: Entity,
  { selection, written }: { readonly selection: Selection; readonly written: Selection },
  operation: BulkWrite,
): Promise<Rows> {
  const database = databaseOf(entity.table.database)
  return noteWrite({
    database,
    table: entity.table.name,
    write: () => execute(entity, written, operation),
    changeOf: (rows) =>
      rows.affected === 0 ? undefined : changeOfBulk(selection, operation, database.dialect),
  })
}

function changeOfBulk(selection: Selection, operation: BulkWrite, dialect: Dialect): RowChange {
  const before = rowsOfSelection(selection, dialect)
  const { name: table } = selection.table
  if (operation.kind === 'delete') return { table, rows: before, isDelete: true }
  const after = before.map((row) => assigned(row, operation.changes, dialect))
  return { table, rows: [...before, ...after], isDelete: false }
}

function assigned(row: KnownRow, changes: readonly Change[], dialect: Dialect): KnownRow {
  const known: Record<string, KnownRow[string]> = { ...row }
  for (const { column, by, parameter } of changes) {
    const value =
      by === 'value' && isMatched(column) ? toMatchValue(parameter.encode(dialect)) : undefined
    if (value === undefined) Reflect.deleteProperty(known, column.name)
    else known[column.name] = value
  }
  return known
}
