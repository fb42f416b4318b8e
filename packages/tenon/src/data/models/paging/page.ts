import type { TableColumn } from '../columns/table.ts'
import { both, type Condition } from '../queries/condition.ts'
import { constant, valueOf } from '../queries/parameter.ts'
import type { Order } from '../queries/selection.ts'
import { execute } from '../records/fetch.ts'
import { fieldsOf } from '../records/record.ts'
import { fetchPlan, type Plan } from '../relations/load-relation.ts'
import { SetupError } from '../support/setup-error.ts'
import { type Cursor, parseCursor, writeCursor } from './cursor.ts'

/** The largest page that can be asked for. */
const PER_PAGE_LIMIT = 1000

const PER_PAGE = 15

/** One page of many, with what a pager shows. */
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
  /** Counts from 1, which also stands for whatever is no page's number. Default 1. */
  readonly page?: number
  /** Between 1 and 1,000. Default 15. */
  readonly perPage?: number
}

/** Records before or after a place in the order, and the places before and after them. */
export interface CursorPage<Record> {
  readonly data: Record[]
  readonly perPage: number
  readonly previousCursor: string | null
  readonly nextCursor: string | null
}

export interface CursorPageOptions {
  /** What an earlier page gave; without one, the first page. */
  readonly cursor?: string | null | undefined
  /** Between 1 and 1,000. Default 15. */
  readonly perPage?: number
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
 * Throws `BadRequest` for a cursor that was not made by this query, `E_QUERY_CURSOR` for an order
 * by a nullable, hidden or JSON column.
 */
export async function fetchCursorPage(
  plan: Plan,
  options: CursorPageOptions,
): Promise<CursorPage<object>> {
  assertUnlimited(plan)
  const perPage = checkPerPage(options.perPage)
  const ordered = withKeyOrder(plan)
  const { order, condition } = ordered.selection
  for (const { column } of order) assertOrderable(column)
  const cursor = options.cursor ? parseCursor(options.cursor, order) : undefined
  const backwards = cursor?.backwards === true

  const records = await fetchPlan({
    ...ordered,
    selection: {
      ...ordered.selection,
      condition: both(condition, cursor && beyond(order, cursor)),
      order: backwards ? order.map(reversed) : order,
      limit: constant(perPage + 1),
    },
  })
  const hasMore = records.length > perPage
  const data = records.slice(0, perPage)
  if (backwards) data.reverse()
  const hasPrevious = backwards ? hasMore : cursor !== undefined
  const hasNext = backwards || hasMore
  return {
    data,
    perPage,
    previousCursor: hasPrevious ? cursorOf(data[0], order, true) : null,
    nextCursor: hasNext ? cursorOf(data.at(-1), order, false) : null,
  }
}

/** Reads all records in the order of their keys, `size` at a time. */
export async function* fetchBatches(
  plan: Plan,
  size: number,
): AsyncGenerator<object[], void, undefined> {
  assertUnlimited(plan)
  const { key } = plan.entity.table
  const { condition } = plan.selection
  const order: readonly Order[] = [{ column: key, direction: 'asc' }]
  let after: Condition | undefined
  let batch: object[]
  do {
    const selection = {
      ...plan.selection,
      order,
      condition: both(condition, after),
      limit: constant(size),
    }
    batch = await fetchPlan({ ...plan, selection })
    const last = batch.at(-1)
    if (last === undefined) return
    after = compare(key, '>', fieldsOf(last)[key.name])
    yield batch
  } while (batch.length === size)
}

/** Counts the rows that fulfil the conditions, whatever limit and offset say. */
export async function countRows({ entity, selection }: Plan): Promise<number> {
  const { rows } = await execute(entity, selection, { kind: 'count' })
  return Number(rows[0]?.[0])
}

/** Adds the key to the order, without which rows with equal values have no place. */
function withKeyOrder<Ordered extends Plan>(plan: Ordered): Ordered {
  const { order, table } = plan.selection
  if (order.some(({ column }) => column === table.key)) return plan
  const complete = [
    ...order,
    { column: table.key, direction: order.at(-1)?.direction ?? 'asc' } as const,
  ]
  return { ...plan, selection: { ...plan.selection, order: complete } }
}

/** Pages and batches set both themselves; the query's own would be dropped without a word. */
function assertUnlimited({ selection: { table, limit, offset } }: Plan): void {
  if (limit === undefined && offset === undefined) return
  throw new SetupError(
    'E_QUERY_LIMIT',
    `A query on "${table.name}" with limit() or offset() cannot be read in pages or batches. Leave them out, or read it with all().`,
  )
}

function checkPerPage(perPage = PER_PAGE): number {
  if (Number.isInteger(perPage) && perPage >= 1 && perPage <= PER_PAGE_LIMIT) return perPage
  throw new SetupError(
    'E_QUERY_LIMIT',
    `A page cannot have ${perPage} records. Ask for between 1 and ${PER_PAGE_LIMIT}.`,
  )
}

function assertOrderable({ name, definition }: TableColumn): void {
  if (!definition.nullable && !definition.hidden && definition.type !== 'json') return
  throw new SetupError(
    'E_QUERY_CURSOR',
    `cursorPaginate() cannot order by "${name}": nullable and JSON columns give rows no certain place, and a hidden one would show in the cursor. Use paginate(), or another order.`,
  )
}

/** Rows after the cursor: the first columns are equal and the next one is beyond its value. */
function beyond(order: readonly Order[], { values, backwards }: Cursor): Condition {
  const alternatives = order.map(({ column, direction }, i): Condition => {
    const equal = order.slice(0, i).map((each, k) => compare(each.column, '=', values[k]))
    const isAscending = (direction === 'asc') !== backwards
    return {
      kind: 'all',
      conditions: [...equal, compare(column, isAscending ? '>' : '<', values[i])],
    }
  })
  return { kind: 'any', conditions: alternatives }
}

function compare(column: TableColumn, operator: '=' | '<' | '>', value: unknown): Condition {
  return { kind: 'compare', column, operator, parameter: valueOf(column, value) }
}

function reversed({ column, direction }: Order): Order {
  return { column, direction: direction === 'asc' ? 'desc' : 'asc' }
}

function cursorOf(
  record: object | undefined,
  order: readonly Order[],
  backwards: boolean,
): string | null {
  if (record === undefined) return null
  const values = order.map(({ column }) => fieldsOf(record)[column.name])
  return writeCursor({ values, backwards }, order)
}
