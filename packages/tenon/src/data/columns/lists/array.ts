import { SetupError } from '../../../base/support/setup-error.ts'
import { parseArray, writeList } from '../../../base/support/values/list-literal.ts'
import type { Dialect } from '../../database/statement.ts'
import type { Column } from '../column.ts'
import { impossibleValue } from '../stored/impossible-value.ts'
import { columnOf, columnWord } from '../types/column-word.ts'
import type { Items, TypeRules } from '../types/type-rules.ts'

const rules: TypeRules = {
  name: 'array',
  sql: (_details, item) => ({ sqlite: 'text', postgres: `${item?.postgres ?? 'text'}[]` }),
  sqliteFrom: {
    text: {
      value: (column) => column,
      isPossible: (column) => `json_valid(${column}) and json_type(${column}) = 'array'`,
    },
  },
  expected: 'a list',
  writer: (_column, _name, items) => (value, refuse, dialect) => {
    if (!Array.isArray(value)) return refuse.kind(value)
    return writeList[dialect](value.map((item) => items.encode(item)))
  },
  reader:
    (_details, { name, dialect, items }) =>
    (stored) => {
      // In the row of a new record, this is the value as written, not as the driver reads it.
      const found = Array.isArray(stored) ? stored : lists[dialect](String(stored), items)
      if (found === undefined || found.some(Array.isArray)) {
        throw impossibleValue(name, stored, 'is not a list of its items')
      }
      return found.map((item) => items.read(item))
    },
  jsonSchema: (_details, item = {}) => ({ type: 'array', items: item }),
  incomparable: 'a list',
  hasExtremes: false,
  // Introspection recognizes a list by the type of its items.
  found: { postgres: [], sqlite: [] },
  readDefault: ({ text, inner = '' }, _details, readItem) => {
    // PostgreSQL prints `ARRAY[]` with a cast. If the cast is to a built-in type, the caller has removed it.
    if (inner === '[]' || /^array\[\](?:::|$)/i.test(text)) return []
    const items = parseArray(inner)?.map((item) => (item === null ? null : readItem(item)))
    return items?.includes(undefined) ? undefined : items
  },
}

/**
 * A list of values of one column type: `c.array(c.text())`. An array on PostgreSQL, JSON on SQLite.
 *
 * `whereIncludes('tags', 'news')` finds the records whose list includes a value. Declare a list that may contain
 * null as `c.array(c.text().nullable())`. Throws `E_COLUMN_ARRAY` if the items are JSON, bytes or lists, or
 * declare more than a type and `nullable()`.
 */
export const array: <Value>(
  item: Column<Value, 'optional' | 'decimal' | 'notText'>,
) => Column<readonly Value[], 'array'> = columnWord(
  { rules, make: { sample: () => '[]' } },
  <Value>(
    item: Column<Value, 'optional' | 'decimal' | 'notText'>,
  ): Column<readonly Value[], 'array'> => {
    assertItem(item.definition)
    return columnOf(rules.name, { item: item.definition })
  },
)

type Item = Column<unknown>['definition']

function assertItem(item: Item | undefined): void {
  const { type, unique, index, references, primaryKey, hidden, computed } = item ?? {}
  const says = unique || index || primaryKey || hidden || references || computed
  const isPlain = !says && item?.default === undefined && item?.cast === undefined
  if (item !== undefined && isPlain && !['array', 'json', 'bytes'].includes(type ?? '')) return
  throw new SetupError(
    'E_COLUMN_ARRAY',
    'c.array() takes the type of its items, such as c.array(c.text()) or c.array(c.integer().nullable()). Lists of lists, JSON and bytes are c.json(); what else the column says follows the call: c.array(c.text()).default([]).',
  )
}

/** The items as the database stores them; `undefined` for a text that is not a list. */
const lists: Readonly<Record<Dialect, (text: string, items: Items) => unknown[] | undefined>> = {
  sqlite: (text, { areExact }) => (areExact ? parseDigits(text) : parseJson(text)),
  postgres: parseArray,
}

/** Parses whole numbers that may be too large for a JavaScript number. */
function parseDigits(text: string): unknown[] | undefined {
  if (!/^\[(?:(?:-?\d+|null)(?:, ?|(?=\])))*\]$/.test(text)) return undefined
  const items = text.match(/-?\d+|null/g) ?? []
  return items.map((item) => (item === 'null' ? null : BigInt(item)))
}

function parseJson(text: string): unknown[] | undefined {
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list : undefined
  } catch {
    // Other programs may have stored anything.
    return undefined
  }
}
