import { mapValues } from '../../../base/support/values/map-values.ts'
import { createCodec } from '../../columns/codec.ts'
import { columnType } from '../../columns/column-type.ts'
import type { ColumnDefinition, ComputedValue } from '../../columns/column.ts'
import type { DatabaseValue, Dialect } from '../../database/database.ts'
import { type Schema, storedPart, type TableSchema } from '../../migrations/difference/schema.ts'

/**
 * Reduces a schema to the properties that a database distinguishes, so that two schemas can be compared.
 *
 * SQLite stores several kinds of columns under one type. The result has no SQL of defaults and generated
 * columns, because each database prints it in its own form, and no primary keys, because they are
 * compared as lists.
 */
export function toStoredForm(schema: Schema, dialect: Dialect): Schema {
  return new Map(
    [...schema].map(([name, table]) => [
      name,
      {
        columns: mapValues(table.columns, (definition, column) =>
          storedColumn(column, definition, dialect),
        ),
        primaryKey: undefined,
        hasModel: true,
      },
    ]),
  )
}

/** Whether a database stores the values of two columns in the same way. */
export function isSameType(
  one: ColumnDefinition,
  other: ColumnDefinition,
  dialect: Dialect,
): boolean {
  const [left, right] = [one, other].map((each) => {
    const { type, item, digits } = storedColumn('value', { ...each, default: undefined }, dialect)
    return JSON.stringify([type, digits, item?.type, item?.digits])
  })
  return left === right
}

/** The columns of the primary key, in order. */
export function primaryKeyOf({ columns, primaryKey }: TableSchema): readonly string[] {
  if (primaryKey !== undefined) return primaryKey
  return Object.keys(columns).filter((name) => columns[name]?.primaryKey)
}

function storedColumn(
  name: string,
  definition: ColumnDefinition,
  dialect: Dialect,
): ColumnDefinition {
  const stored = storedPart(definition)
  const type = dialect === 'sqlite' ? sqliteType(definition) : definition.type
  return {
    ...stored,
    type,
    item: dialect === 'sqlite' ? undefined : stored.item && { ...stored.item, values: undefined },
    digits: dialect === 'sqlite' ? undefined : definition.digits,
    values: stored.values?.toSorted(),
    primaryKey: false,
    autoIncrement: false,
    computed: withoutSql(stored.computed, dialect),
    default: stored.default === undefined ? undefined : storedText(name, stored, dialect),
  }
}

/** The kind of column by SQLite's declared type: SQLite distinguishes only text, real, bytes and integer. */
function sqliteType(definition: ColumnDefinition): string {
  const name = columnType(definition, 'sqlite')
  return name === 'blob' ? 'bytes' : name === 'text' || name === 'real' ? name : 'integer'
}

/** Removes the SQL of a computed value. A default of null counts as no default. */
function withoutSql(
  computed: ComputedValue | undefined,
  dialect: Dialect,
): ComputedValue | undefined {
  if (computed === undefined || (computed.kind === 'default' && computed.sql[dialect] === 'null')) {
    return undefined
  }
  return { kind: computed.kind, sql: { sqlite: '', postgres: '' } }
}

/** The default as the database stores it, except that the keys of JSON are in order. */
function storedText(name: string, definition: ColumnDefinition, dialect: Dialect): string {
  const plain = { ...definition, cast: undefined }
  const text = printed(createCodec(name, plain, dialect).encode(definition.default))
  // SQLite stores JSON as text, PostgreSQL with keys in another order.
  return /^[[{]/.test(text) ? sortedJson(text) : text
}

function printed(value: DatabaseValue): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value)
}

function sortedJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), withSortedKeys)
  } catch {
    // The text only looks like JSON.
    return text
  }
}

function withSortedKeys(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )
}
