import type { TableColumn } from '../columns/table.ts'
import { currentDatabase } from '../database/current-database.ts'
import type { Entity } from './entity.ts'
import type { Conflict } from './statements.ts'
import { newRow, type NewRow, type Values } from './write.ts'

/** How many rows one statement inserts at most. */
const ROWS_PER_STATEMENT = 100

/** How many parameters a statement has at most: SQLite takes 32,766. */
const PARAMETERS_PER_STATEMENT = 32_000

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
  const { key, columns } = entity.table
  const size = Math.min(ROWS_PER_STATEMENT, Math.floor(PARAMETERS_PER_STATEMENT / columns.length))
  const { keyed = [], numbered = [] } = Object.groupBy(rows, (row) =>
    row[key.index] === undefined ? 'numbered' : 'keyed',
  )
  const batches = [
    // Rows of nothing but a number are `default values`, of which a statement inserts one.
    ...inBatches(numbered, { size: columns.length === 1 ? 1 : size, conflict }),
    ...inBatches(keyed, { size, conflict }),
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

interface BatchLimits {
  readonly size: number
  readonly conflict: Conflict | undefined
}

/** PostgreSQL updates no row twice in one statement: such a row begins the next. */
function inBatches(rows: readonly NewRow[], { size, conflict }: BatchLimits): NewRow[][] {
  const batches: NewRow[][] = []
  const met = new Set<string>()
  for (const row of rows) {
    const identity = conflict?.columns.map(({ index }) => String(row[index])).join('\0')
    const last = batches.at(-1)
    const isFull = last === undefined || last.length === size
    if (isFull || (identity !== undefined && met.has(identity))) {
      batches.push([row])
      met.clear()
    } else last.push(row)
    if (identity !== undefined) met.add(identity)
  }
  return batches
}

/**
 * What an upsert updates by default: what the rows name, but neither the key nor what identifies a
 * row; and what every update computes. What they do not name stays as it is.
 */
export function updatedOnConflict(
  { table }: Entity,
  by: readonly TableColumn[],
  rows: readonly Values[],
): readonly TableColumn[] {
  const named = new Set(rows.flatMap((row) => Object.keys(row)))
  return table.columns.filter(
    (column) =>
      column !== table.key &&
      !by.includes(column) &&
      (named.has(column.name) || column.definition.onUpdate !== undefined),
  )
}
