/**
 * Reads on from a position in an order, at a cost that does not depend on how deep the position is.
 *
 * The rows after it are split into segments that follow each other in the order. Each segment is one range of an
 * index on the columns of the order, and is read only if the segments before it did not fill the page:
 *
 * | order | segments after (a, id) = (5, 7) |
 * |---|---|
 * | a, id | `(a, id) > (5, 7)` |
 * | a, id desc | `a = 5 and id < 7`, then `a > 5` |
 * | a, id, where a may be null | `(a, id) > (5, 7)`, then `a is null` |
 *
 * One condition for all segments, such as `a > 5 or (a = 5 and id < 7)`, would be tested on every row from
 * the first one on, because neither database derives a range of an index from it.
 */
import type { TableColumn } from '../../columns/table.ts'
import { toExactIsoText } from '../../database/instants/microseconds.ts'
import type { DatabaseValue, Row } from '../../database/statement.ts'
import { both, type Condition } from '../../queries/condition.ts'
import { constant, storedOf } from '../../queries/parameter.ts'
import type { Order } from '../../queries/selection.ts'
import { fetchUnshown } from '../../relations/load-relation.ts'
import type { Plan } from '../../relations/plan.ts'
import { columnsToRead } from '../../relations/shown.ts'
import { SetupError } from '../../../base/support/setup-error.ts'

/** Rows that are one range of an index, and their order. */
export interface Segment {
  readonly condition: Condition | undefined
  readonly order: readonly Order[]
}

/**
 * The values of a row in the columns of an order, as the database has sent them: other programs may store longer texts
 * than a model allows, larger numbers and, on SQLite, texts that are not dates.
 */
export type Position = readonly DatabaseValue[]

/** Records that a view does not show yet. */
export interface Placed {
  readonly records: readonly object[]
  /** The position of a record. Throws `E_COLUMN_STORED` if it has null in a column that is not nullable. */
  readonly positionAt: (index: number) => Position | undefined
}

/** Reads the first records of segments. */
export async function fetchSegments(
  plan: Plan,
  segments: readonly Segment[],
  count: number,
): Promise<Placed> {
  const columns = (segments[0]?.order ?? []).map(({ column }) => column)
  const records: object[] = []
  const rows: Row[] = []
  for (const { condition, order } of segments) {
    if (records.length === count) break
    const limit = constant(count - records.length)
    const narrowed = both(plan.selection.condition, condition)
    const selection = { ...plan.selection, condition: narrowed, order, limit }
    const found = await fetchUnshown({ ...plan, selection }, columns)
    records.push(...found.records)
    rows.push(...found.rows)
  }

  const read = columnsToRead(plan, columns) ?? plan.entity.table.columns
  const positionOf = (row: Row) => columns.map((column) => sent(column, row[read.indexOf(column)]))
  return { records, positionAt: (index) => rows[index] && positionOf(rows[index]) }
}

function sent({ name, definition }: TableColumn, value: unknown): DatabaseValue {
  if (value instanceof Date) return toExactIsoText(value)
  if (value === null && !definition.nullable) throw unexpectedNull(name)
  // Sound: drivers send nothing else.
  return value as DatabaseValue
}

/** Reading on would leave out rows with null, because their place in the order is a different one. */
function unexpectedNull(name: string): SetupError {
  return new SetupError(
    'E_COLUMN_STORED',
    `The column "${name}" holds null, which its model does not allow, so pages and batches cannot go on from there. Declare it nullable().`,
  )
}

/** The segments of all rows: those with null in the first column are a range of their own. */
export function segmentsOf(order: readonly Order[]): readonly Segment[] {
  const [first] = order
  if (first?.column.definition.nullable !== true) return [{ condition: undefined, order }]
  const segments = [notNull(order, first), onlyNull(order, first)]
  return first.direction === 'asc' ? segments : segments.toReversed()
}

/** The segments of the rows after the one with these values. */
export function segmentsAfter(order: readonly Order[], position: Position): readonly Segment[] {
  const [first, ...others] = order
  const [value = null, ...rest] = position
  if (first === undefined) return []
  if (value !== null && isOneRange(order)) return further(order, position)

  const equal = equals(first.column, value)
  const sameValue = segmentsAfter(others, rest).map((segment) => {
    return {
      condition: both(equal, segment.condition),
      // Also order by the column, although it has only one value: if that is null, PostgreSQL may
      // otherwise prefer the index of the key, and test every row.
      order: withNullsApart([first, ...segment.order]),
    }
  })
  return [...sameValue, ...further(order, [value])]
}

/** Whether one comparison of all columns follows the order. Null would be on neither side of it. */
function isOneRange([first, ...others]: readonly Order[]): boolean {
  return others.every(
    ({ column, direction }) => direction === first?.direction && !column.definition.nullable,
  )
}

/** The segments after these values of the first columns, in the direction of the order; null is the largest value. */
function further(order: readonly Order[], values: Position): readonly Segment[] {
  const [first] = order
  if (first === undefined) return []
  const isAscending = first.direction === 'asc'
  if (values[0] === null) return isAscending ? [] : [notNull(order, first)]

  const columns = order.slice(0, values.length).map(({ column }) => column)
  const range = {
    condition: compare(columns, isAscending ? '>' : '<', values),
    order: withNullsApart(order),
  }
  return isAscending && first.column.definition.nullable ? [range, onlyNull(order, first)] : [range]
}

function notNull(order: readonly Order[], { column }: Order): Segment {
  return { condition: { kind: 'null', column, negated: true }, order: withNullsApart(order) }
}

function onlyNull(order: readonly Order[], { column }: Order): Segment {
  return { condition: { kind: 'null', column, negated: false }, order: withNullsApart(order) }
}

function withNullsApart([first, ...others]: readonly Order[]): readonly Order[] {
  return first === undefined ? [] : [{ ...first, areNullsApart: true }, ...others]
}

function equals(column: TableColumn, value: DatabaseValue): Condition {
  return value === null ? { kind: 'null', column, negated: false } : compare([column], '=', [value])
}

/** The condition that columns together have these values, or come before or after them. */
export function compare(
  columns: readonly TableColumn[],
  operator: '=' | '<' | '>',
  values: Position,
): Condition {
  const parameters = columns.map((column, i) => storedOf(column, values[i] ?? null))
  return { kind: 'row', columns, operator, parameters }
}
