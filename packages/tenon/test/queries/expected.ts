import type { ColumnKind, Row, Rows, TableName } from './records.ts'

/** What SQL says of a condition: `null` if a value is not known. */
export type Truth = boolean | null

export function every(truths: readonly Truth[]): Truth {
  if (truths.includes(false)) return false
  return truths.includes(null) ? null : true
}

export function some(truths: readonly Truth[]): Truth {
  if (truths.includes(true)) return true
  return truths.includes(null) ? null : false
}

/** Compares two values as both databases do, other than null. */
export function compare(kind: ColumnKind, one: unknown, other: unknown): number {
  const [left, right] = [toOrdered(kind, one), toOrdered(kind, other)]
  if (left === right) return 0
  return left < right ? -1 : 1
}

function toOrdered(kind: ColumnKind, value: unknown): number | bigint | string {
  if (kind === 'decimal') return Math.round(Number(value) * 100)
  if (value instanceof Date) return value.getTime()
  if (typeof value === 'number' || typeof value === 'bigint') return value
  return typeof value === 'boolean' ? Number(value) : String(value)
}

/** What a column says to an operator and a value. */
export function compares(
  kind: ColumnKind,
  found: unknown,
  operator: string,
  value: unknown,
): Truth {
  const isEqual = (each: unknown): boolean => compare(kind, found, each) === 0
  if (operator === 'in') return found !== null && listOf(value).some(isEqual)
  // An empty list leaves nothing out.
  if (operator === 'not in' && listOf(value).length === 0) return true
  if (found === null) return value === null && operator !== 'not in' ? operator === '=' : null
  if (operator === 'not in') return !listOf(value).some(isEqual)
  if (value === null) return operator === '!='
  if (operator === 'between') {
    const [from, to] = listOf(value)
    return compare(kind, found, from) >= 0 && compare(kind, found, to) <= 0
  }
  const text = operators[operator]
  if (text !== undefined) return text(toLower(found), toLower(value))
  return comparisons[operator]?.(compare(kind, found, value)) ?? null
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

const comparisons: Readonly<Record<string, (order: number) => boolean>> = {
  '=': (order) => order === 0,
  '!=': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
}

/** The operators on texts, which ignore case. */
const operators: Readonly<Record<string, (text: string, part: string) => boolean>> = {
  contains: (text, part) => text.includes(part),
  'starts with': (text, part) => text.startsWith(part),
  'ends with': (text, part) => text.endsWith(part),
}

function toLower(value: unknown): string {
  return String(value).toLowerCase()
}

/** Which rows a relation leads to: those of deleted records are left out. */
export const relations: Readonly<Record<TableName, Readonly<Record<string, RelationTo>>>> = {
  customers: {
    orders: {
      to: 'orders',
      isList: true,
      find: ({ orders }, { id }) => orders.filter(({ customer_id }) => customer_id === id),
    },
    earliest: {
      to: 'orders',
      isList: false,
      find: ({ orders }, { id }) =>
        orders.filter(({ customer_id }) => customer_id === id).slice(0, 1),
    },
    lines: {
      to: 'lines',
      isList: true,
      find: ({ orders, lines }, { id }) =>
        lines.filter(({ order_id }) =>
          orders.some((order) => order.id === order_id && order['customer_id'] === id),
        ),
    },
  },
  orders: {
    customer: {
      to: 'customers',
      isList: false,
      find: ({ customers }, { customer_id }) =>
        kept(customers).filter(({ id }) => id === customer_id),
    },
    lines: {
      to: 'lines',
      isList: true,
      find: ({ lines }, { id }) => lines.filter(({ order_id }) => order_id === id),
    },
    labels: {
      to: 'labels',
      isList: true,
      find: ({ labels, pairs }, { id }) =>
        kept(labels).filter((label) =>
          pairs.some((pair) => pair.label_id === label.id && pair.order_id === id),
        ),
    },
  },
  lines: {
    order: {
      to: 'orders',
      isList: false,
      find: ({ orders }, { order_id }) => orders.filter(({ id }) => id === order_id),
    },
  },
  labels: {
    orders: {
      to: 'orders',
      isList: true,
      find: ({ orders, pairs }, { id }) =>
        orders.filter((order) =>
          pairs.some((pair) => pair.order_id === order.id && pair.label_id === id),
        ),
    },
  },
}

export interface RelationTo {
  readonly to: TableName
  readonly isList: boolean
  readonly find: (rows: Rows, row: Row) => readonly Row[]
}

/** The rows that are not deleted. */
export function kept(rows: readonly Row[]): readonly Row[] {
  return rows.filter((row) => (row['deleted_at'] ?? null) === null)
}
