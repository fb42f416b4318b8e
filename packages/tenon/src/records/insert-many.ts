import type { TableColumn } from '../columns/table.ts'
import { currentDatabase } from '../database/current-database.ts'
import type { Entity } from './entity.ts'
import type { Conflict } from './statements.ts'
import { newRow, type NewRow, type Values } from './write.ts'

/** How many rows one statement inserts. */
const ROWS_PER_STATEMENT = 100

/**
 * Inserts rows, a hundred per statement and all or none, and tells how many were written.
 *
 * All are converted and checked before the first is written.
 */
export async function insertMany(
  entity: Entity,
  given: readonly Values[],
  conflict?: Conflict,
): Promise<number> {
  const database = currentDatabase()
  const rows = given.map((values) => newRow(entity.table, values, database.dialect))
  const { key } = entity.table
  const batches = [
    ...inBatches(rows.filter((row) => row[key.index] === undefined)),
    ...inBatches(rows.filter((row) => row[key.index] !== undefined)),
  ]
  const [first, ...others] = batches
  if (first === undefined) return 0
  if (others.length === 0) return insertBatch(entity, first, conflict)

  return database.transaction(async () => {
    let written = 0
    for (const batch of batches) written += await insertBatch(entity, batch, conflict)
    return written
  })
}

async function insertBatch(
  { table, statements }: Entity,
  rows: readonly NewRow[],
  conflict: Conflict | undefined,
): Promise<number> {
  const database = currentDatabase()
  const numbered = rows[0]?.[table.key.index] === undefined
  const statement = statements[database.dialect].insertMany(rows.length, numbered, conflict)
  const values = rows.flat().filter((value) => value !== undefined)
  const { affected } = await database.run(statement, values)
  return affected
}

function inBatches(rows: readonly NewRow[]): NewRow[][] {
  const count = Math.ceil(rows.length / ROWS_PER_STATEMENT)
  return Array.from({ length: count }, (_, i) =>
    rows.slice(i * ROWS_PER_STATEMENT, (i + 1) * ROWS_PER_STATEMENT),
  )
}

/** What an upsert updates by default: all but the key, what identifies a row and what only creation sets. */
export function updatedOnConflict(
  { table }: Entity,
  columns: readonly TableColumn[],
): readonly TableColumn[] {
  return table.columns.filter(
    (column) => column !== table.key && !columns.includes(column) && !onlyAtCreation(column),
  )
}

function onlyAtCreation({ definition }: TableColumn): boolean {
  return definition.onCreate !== undefined && definition.onUpdate === undefined
}
