import { mapValues } from '../../../base/support/values/map-values.ts'
import { isGenerated } from '../../columns/column.ts'
import { SetupError } from '../../../base/support/setup-error.ts'
import { invert } from '../invert.ts'
import type {
  AddColumn,
  AlterColumn,
  DropColumn,
  Operation,
  RenameColumn,
  RenameTable,
} from '../operation.ts'
import { applyOperation } from './apply-operation.ts'
import { isSameColumn } from '../../columns/written/column-json.ts'
import { mirrorDifference } from './mirror-difference.ts'
import { policyDifference } from './policy-difference.ts'
import { type Schema, type TableSchema, withKeptItems } from './schema.ts'
import { searchDifference } from './search-difference.ts'
import { createTables } from './table-order.ts'

/** The question whether a new table or column is an old one with a new name. */
export interface RenameQuestion {
  readonly kind: 'table' | 'column'
  /** The table of the column; for a table, its new name. */
  readonly table: string
  /** The new name. */
  readonly name: string
  /** The old names that are gone. */
  readonly candidates: readonly string[]
}

/** Answers with the old name, or with `undefined` if the table or column is really new. */
export type AnswerRename = (question: RenameQuestion) => Promise<string | undefined>

/**
 * Finds the operations that turn one schema into another, always in the same order.
 *
 * Ignores tables that never had a model. Throws `E_MIGRATION_PRIMARY_KEY` if the primary key of a table
 * would change.
 */
export async function findDifference(
  before: Schema,
  wanted: Schema,
  answer: AnswerRename,
): Promise<Operation[]> {
  const tables = await renamedTables(before, wanted, answer)
  const tablesMoved = tables.reduce(applyOperation, before)
  const columns = await renamedColumns(tablesMoved, wanted, answer)
  const moved = columns.reduce(applyOperation, tablesMoved)
  const after = withItemsOf(moved, wanted)

  const names = [...after.keys()].toSorted()
  const dropped = goneTables(moved, after).map((name) => [name, getTable(moved, name)] as const)
  const created = names
    .filter((name) => !moved.has(name))
    .map((name) => [name, getTable(after, name)] as const)

  const searches = searchDifference(before, after, { tables, columns })
  const mirrors = mirrorDifference(before, after)
  const policies = policyDifference(before, moved, after)

  return [
    ...policies.dropped,
    ...searches.dropped,
    ...mirrors.dropped,
    ...tables,
    ...columns,
    ...createTables(new Map(created)),
    ...names
      .filter((name) => moved.has(name))
      .flatMap((name) => changedColumns(name, getTable(moved, name), getTable(after, name))),
    ...mirrors.created,
    ...searches.created,
    ...policies.created,
    ...createTables(new Map(dropped)).map(invert).toReversed(),
    ...mirrors.filled,
  ]
}

function withItemsOf(before: Schema, after: Schema): Schema {
  return new Map(
    [...after].map(([name, table]) => {
      const columns = mapValues(table.columns, (definition, column) =>
        withKeptItems(definition, before.get(name)?.columns[column]),
      )
      return [name, { ...table, columns }] as const
    }),
  )
}

async function renamedTables(
  before: Schema,
  after: Schema,
  answer: AnswerRename,
): Promise<RenameTable[]> {
  const candidates = new Set(goneTables(before, after))
  const renames: RenameTable[] = []

  for (const to of [...after.keys()].filter((name) => !before.has(name)).toSorted()) {
    if (candidates.size === 0) break
    const question = { kind: 'table', table: to, name: to, candidates: [...candidates] } as const
    const from = await answer(question)
    if (from !== undefined && candidates.delete(from))
      renames.push({ kind: 'renameTable', from, to })
  }
  return renames
}

async function renamedColumns(
  before: Schema,
  after: Schema,
  answer: AnswerRename,
): Promise<RenameColumn[]> {
  const renames: RenameColumn[] = []
  for (const [table, { columns }] of [...after].toSorted(byName)) {
    const columnsBefore = before.get(table)?.columns ?? {}
    const gone = new Set(Object.keys(columnsBefore).filter((name) => !columns[name]))

    for (const [to, { type }] of Object.entries(columns)) {
      const candidates = [...gone].filter((name) => columnsBefore[name]?.type === type)
      if (columnsBefore[to] || candidates.length === 0) continue
      const from = await answer({ kind: 'column', table, name: to, candidates })
      if (from !== undefined && gone.delete(from)) {
        renames.push({ kind: 'renameColumn', table, from, to })
      }
    }
  }
  return renames
}

/** Drops generated columns before the columns that they use, and adds them after those. */
function changedColumns(table: string, before: TableSchema, after: TableSchema): Operation[] {
  const added: AddColumn[] = []
  const altered: AlterColumn[] = []
  const dropped: DropColumn[] = []
  const [from, to] = [before, after].map(({ primaryKey = [] }) => primaryKey.join(', '))
  if (from !== to) throw otherPrimaryKey(table, `from ${toKey(before)} to ${toKey(after)}`)

  for (const [column, to] of Object.entries(after.columns)) {
    const from = before.columns[column]
    if (from && isSameColumn(from, to)) continue
    if (from?.primaryKey || to.primaryKey)
      throw otherPrimaryKey(table, `with the column "${column}"`)
    if (from) altered.push({ kind: 'alterColumn', table, column, from, to })
    else added.push({ kind: 'addColumn', table, column, definition: to })
  }
  for (const [column, definition] of Object.entries(before.columns)) {
    if (after.columns[column]) continue
    if (definition.primaryKey) throw otherPrimaryKey(table, `with the column "${column}"`)
    dropped.push({ kind: 'dropColumn', table, column, definition })
  }
  const isDroppedFirst = ({ definition }: DropColumn): boolean =>
    definition !== undefined && isGenerated(definition)
  return [
    ...withinLast(added.filter((each) => !isGenerated(each.definition))),
    ...dropped.filter(isDroppedFirst),
    ...altered.filter(({ to }) => !isGenerated(to)),
    ...altered.filter(({ to }) => isGenerated(to)),
    ...withinLast(added.filter((each) => isGenerated(each.definition))),
    ...dropped.filter((each) => !isDroppedFirst(each)),
  ]
}

/** The columns of the primary key, `(id)`. A key of one column is stated at the column. */
function toKey({ primaryKey, columns }: TableSchema): string {
  const names = Object.keys(columns).filter((name) => columns[name]?.primaryKey === true)
  return `(${(primaryKey ?? names).join(', ')})`
}

/** Adds a column that is unique within another after that one, because its index needs both columns. */
function withinLast(added: readonly AddColumn[]): readonly AddColumn[] {
  const isWithin = ({ definition }: AddColumn): boolean => Boolean(definition.uniqueWithin)
  return [...added.filter((each) => !isWithin(each)), ...added.filter(isWithin)]
}

function goneTables(before: Schema, after: Schema): string[] {
  return [...before]
    .filter(([name, { hasModel }]) => hasModel && !after.has(name))
    .map(([name]) => name)
    .toSorted()
}

function getTable(schema: Schema, name: string): TableSchema {
  const table = schema.get(name)
  if (table) return table
  throw new TypeError(`No table "${name}"`)
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1
}

function otherPrimaryKey(table: string, how: string): SetupError {
  return new SetupError(
    'E_MIGRATION_PRIMARY_KEY',
    `The primary key of "${table}" would change ${how}, which a migration cannot do in place. Create a new table and copy the rows with execute().`,
  )
}
