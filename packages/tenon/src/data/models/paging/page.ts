import { setImmediate as nextTurn } from 'node:timers/promises'
import { rulesOf } from '../../columns/column-type.ts'
import { InvalidValue, NumberOverflow } from '../../database/database-error.ts'
import type { TableColumn } from '../../columns/table.ts'
import { constant } from '../../queries/parameter.ts'
import { type AnyOrder, keyOrder, type Order } from '../../queries/selection.ts'
import { execute } from '../../records/fetch.ts'
import { fetchPlan } from '../../relations/load-relation.ts'
import type { Plan } from '../../relations/plan.ts'
import { showAll } from '../../relations/shown.ts'
import { BadRequest } from '../../../base/support/http-error.ts'
import { SetupError } from '../../../base/support/setup-error.ts'
import { type Cursor, invalidCursor, parseCursor, writeCursor } from './cursor.ts'
import {
  compare,
  fetchSegments,
  type Placed,
  type Position,
  segmentsAfter,
  segmentsOf,
} from './segments.ts'

/** The largest page that a client can request. */
const PER_PAGE_LIMIT = 1000

const PER_PAGE = 15

/** One page of records, with the numbers a pager shows. */
export interface Page<Record> {
  readonly data: Record[]
  readonly total: number
  readonly perPage: number
  readonly currentPage: number
  readonly lastPage: number
  readonly previousPage: number | null
  readonly nextPage: number | null
}

export interface PageOptions {
  /** The number of the page, from 1. An invalid number counts as 1. Default 1. */
  readonly page?: number
  /** Between 1 and 1,000. Default 15. */
  readonly perPage?: number
}

/** Records before or after a position in the order, with cursors to the neighbouring pages. */
export interface CursorPage<Record> {
  readonly data: Record[]
  readonly perPage: number
  readonly previousCursor: string | null
  readonly nextCursor: string | null
}

export interface CursorPageOptions {
  /** A cursor from an earlier page; without one, the first page. */
  readonly cursor?: string | null | undefined
  /** Between 1 and 1,000. Default 15. */
  readonly perPage?: number
  /** Returns the nearest page with records if the page at the cursor is empty. Default `false`. */
  readonly orNearest?: boolean
}

/** Reads one page and counts all rows. */
export async function fetchPage(plan: Plan, options: PageOptions): Promise<Page<object>> {
  assertUnlimited(plan)
  const perPage = checkPerPage(options.perPage)
  const { page: asked = 1 } = options
  const currentPage = Number.isSafeInteger(asked) && asked > 0 ? asked : 1
  const total = await countRows(plan)
  const lastPage = Math.max(1, Math.ceil(total / perPage))
  const offset = constant((currentPage - 1) * perPage)
  const selection = { ...withKeyOrder(plan).selection, limit: constant(perPage), offset }
  const data = currentPage > lastPage ? [] : await fetchPlan({ ...plan, selection })
  return {
    data,
    total,
    perPage,
    currentPage,
    lastPage,
    previousPage: currentPage > 1 ? currentPage - 1 : null,
    nextPage: currentPage < lastPage ? currentPage + 1 : null,
  }
}

/**
 * Reads the page at a cursor: cheap at any depth, and stable while rows are added.
 *
 * Throws `BadRequest` for a cursor that is not a position in this order, `E_QUERY_CURSOR` for an order
 * by a computed value, or a hidden, JSON or bytes column.
 */
export async function fetchCursorPage(
  plan: Plan,
  options: CursorPageOptions,
): Promise<CursorPage<object>> {
  assertUnlimited(plan)
  const perPage = checkPerPage(options.perPage)
  const ordered = withKeyOrder(plan)
  const order = columnOrder(ordered.selection.order, isVisible, notInCursors)
  const { keys } = plan.selection.table
  const cursor = options.cursor ? parseCursor(options.cursor, order, keys) : undefined
  const start = { cursor, backwards: cursor?.backwards === true }
  const read = ({ cursor, backwards }: Start): Promise<Placed> =>
    fetchAfter(ordered, backwards ? order.map(reversed) : order, cursor, perPage + 1)

  const asked = await read(start)
  const isPastEnd = cursor !== undefined && asked.records.length === 0 && options.orNearest === true
  const nearest = { cursor: undefined, backwards: !start.backwards }
  const { cursor: from, backwards } = isPastEnd ? nearest : start
  const found = isPastEnd ? await read(nearest) : asked
  const hasMore = found.records.length > perPage
  const data = found.records.slice(0, perPage)
  const [first, last] = backwards ? [data.length - 1, 0] : [0, data.length - 1]
  if (backwards) data.reverse()
  const hasPrevious = backwards ? hasMore : from !== undefined
  const hasNext = backwards ? from !== undefined : hasMore
  const cursorAt = (index: number, isBefore: boolean): string | null => {
    const position = found.positionAt(index)
    return position === undefined ? null : writeCursor(position, order, { keys, isBefore })
  }
  return {
    data: showAll(plan, data),
    perPage,
    previousCursor: hasPrevious ? cursorAt(first, true) : null,
    nextCursor: hasNext ? cursorAt(last, false) : null,
  }
}

/** Where a page begins: at a cursor, or at an end of the order. */
interface Start {
  readonly cursor: Cursor | undefined
  readonly backwards: boolean
}

/** Reads the first records after a cursor. Throws `BadRequest` if its row is gone, or its values are not valid. */
async function fetchAfter(
  plan: Plan,
  order: readonly Order[],
  cursor: Cursor | undefined,
  count: number,
): Promise<Placed> {
  if (cursor === undefined) return fetchSegments(plan, segmentsOf(order), count)
  try {
    const position = await positionOf(plan, order, cursor)
    return await fetchSegments(plan, segmentsAfter(order, position), count)
  } catch (error) {
    throw isRefused(error) ? invalidCursor(error) : error
  }
}

/** The values of a cursor, or of the row with its key. Throws `BadRequest` if the query does not find that row. */
async function positionOf(
  plan: Plan,
  order: readonly Order[],
  { values }: Cursor,
): Promise<Position> {
  const known = values.filter((value) => value !== undefined)
  if (known.length === order.length) return known
  const columns = order.map(({ column }) => column).filter((_, i) => values[i] !== undefined)
  const segment = { condition: compare(columns, '=', known), order }
  const position = (await fetchSegments({ ...plan, loads: [] }, [segment], 1)).positionAt(0)
  if (position === undefined) throw invalidCursor()
  return position
}

/** Whether PostgreSQL rejected a value because it does not have its column's type. */
function isRefused(error: unknown): boolean {
  return error instanceof InvalidValue || error instanceof NumberOverflow
}

/**
 * Reads all records in the order of the query and then of their keys, `size` at a time.
 *
 * Throws `E_QUERY_ORDER` for an order by anything but columns.
 */
export async function* fetchBatches(
  plan: Plan,
  size: number,
): AsyncGenerator<object[], void, undefined> {
  assertUnlimited(plan)
  assertBatchSize(size)
  const order = columnOrder(withKeyOrder(plan).selection.order, isComparable, notInBatches)
  let segments = segmentsOf(order)
  let batch: readonly object[]
  do {
    const found = await fetchSegments(plan, segments, size)
    batch = found.records
    const position = found.positionAt(batch.length - 1)
    if (position === undefined) return
    segments = segmentsAfter(order, position)
    yield showAll(plan, batch)
    // SQLite answers in the same turn: without a new one, other requests would wait and weak references would hold.
    await nextTurn()
  } while (batch.length === size)
}

/** Counts the rows that match the conditions, ignoring limit and offset. */
export async function countRows({ entity, selection }: Plan): Promise<number> {
  const { rows } = await execute(entity, selection, { kind: 'count' })
  return Number(rows[0]?.[0])
}

/** Adds the key to the order; otherwise rows with equal values have no defined position. */
function withKeyOrder<Ordered extends Plan>(plan: Ordered): Ordered {
  const { order, table } = plan.selection
  const missing = keyOrder(table, order.at(-1)?.direction).filter(({ column }) =>
    order.every((each) => each.column !== column),
  )
  return { ...plan, selection: { ...plan.selection, order: [...order, ...missing] } }
}

/** Pages and batches set limit and offset themselves, so those of the query would be ignored. */
function assertUnlimited({ selection: { table, limit, offset } }: Plan): void {
  if (limit === undefined && offset === undefined) return
  throw new SetupError(
    'E_QUERY_LIMIT',
    `A query on "${table.name}" with limit() or offset() cannot be read in pages or batches. Remove them, or read it with all().`,
  )
}

function assertBatchSize(size: number): void {
  if (Number.isSafeInteger(size) && size >= 1) return
  throw new SetupError(
    'E_QUERY_LIMIT',
    `A batch cannot have ${size} records. Use a whole number of at least 1.`,
  )
}

function checkPerPage(perPage = PER_PAGE): number {
  if (Number.isInteger(perPage) && perPage >= 1 && perPage <= PER_PAGE_LIMIT) return perPage
  throw new BadRequest(
    `A page cannot have ${perPage} records. Ask for between 1 and ${PER_PAGE_LIMIT}.`,
  )
}

/** An order by columns only, whose values give the position of a row. */
function columnOrder(
  order: readonly AnyOrder[],
  isAllowed: (column: TableColumn) => boolean,
  refuse: (name: string) => SetupError,
): readonly Order[] {
  return order.map((each) => {
    if (each.column !== undefined && isAllowed(each.column)) return each
    throw refuse(each.column === undefined ? 'a computed value' : `"${each.column.name}"`)
  })
}

function isComparable({ definition }: TableColumn): boolean {
  return rulesOf(definition).incomparable === undefined
}

function isVisible(column: TableColumn): boolean {
  return isComparable(column) && !column.definition.hidden
}

function notInBatches(name: string): SetupError {
  return new SetupError(
    'E_QUERY_ORDER',
    `Batches cannot be ordered by ${name}: computed values, JSON and bytes do not give rows a definite position. Order by other columns, or read the records with all().`,
  )
}

function notInCursors(name: string): SetupError {
  return new SetupError(
    'E_QUERY_CURSOR',
    `cursorPaginate() cannot order by ${name}: computed values, JSON and bytes do not give rows a definite position, and a hidden value would be visible in the cursor. Use paginate(), or another order.`,
  )
}

function reversed({ column, direction }: Order): Order {
  return { column, direction: direction === 'asc' ? 'desc' : 'asc' }
}
