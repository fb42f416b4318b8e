import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Dialect } from '../database/statement.ts'
import type { JsonCondition, JsonPlace } from './condition.ts'

/** A key that distinguishes this path from all others. */
export function pathText(path: JsonPlace['path']): string {
  return JSON.stringify(path)
}

/** Writes a condition; the path is a literal, so that an index on the same expression is used. */
export function buildJson(condition: JsonCondition, table: string, dialect: Dialect): Test {
  const { operator, type, parameter } = condition
  const inner = parts[dialect](condition, table)
  const value = dialect === 'sqlite' && type === 'boolean' ? inner.type : inner.value
  const right = dialect === 'postgres' ? sql`cast(${parameter} as jsonb)` : sql`${parameter}`
  const isOfType = sql`${inner.type} in (${sql.join(types[dialect][type].map((name) => sql.lit(name)))})`
  if (operator !== '!=') return sql`(${isOfType} and ${value} ${sql.raw(operator)} ${right})`
  return sql`(${inner.type} <> 'null' and not (${isOfType} and ${value} = ${right}))`
}

/** Writes the test for a value that is missing or null. */
export function buildJsonNull(place: JsonPlace, table: string, dialect: Dialect): Test {
  return sql`(coalesce(${parts[dialect](place, table).type}, 'null') = 'null')`
}

/** The expression to order by: a missing value is null. */
export function buildJsonOrder(
  place: JsonPlace,
  table: string,
  dialect: Dialect,
): RawBuilder<unknown> {
  const { found } = parts[dialect](place, table)
  return dialect === 'sqlite' ? found : sql`nullif(${found}, 'null'::jsonb)`
}

/** The value as JSON text. */
export function buildJsonValue(
  place: JsonPlace,
  table: string,
  dialect: Dialect,
): RawBuilder<unknown> {
  const column = sql.ref(`${table}.${place.column.name}`)
  return dialect === 'sqlite'
    ? sql`${column} -> ${sql.lit(sqlitePath(place.path))}`
    : parts.postgres(place, table).found
}

type Test = RawBuilder<SqlBool>

/** A value inside JSON, and the name of its type. */
interface Parts {
  /** The value as an index has it. It counts only if there is a type. */
  readonly value: RawBuilder<unknown>
  /** The value, or null if the path leads to none. */
  readonly found: RawBuilder<unknown>
  readonly type: RawBuilder<unknown>
}

const parts: Readonly<Record<Dialect, (place: JsonPlace, table: string) => Parts>> = {
  sqlite({ column, path }, table) {
    const place = sql`${sql.ref(`${table}.${column.name}`)}, ${sql.lit(sqlitePath(path))}`
    const value = sql`json_extract(${place})`
    return { value, found: value, type: sql`json_type(${place})` }
  },
  postgres({ column, path }, table) {
    // Existing tables may have `json`, which cannot be compared. On `jsonb` the cast does nothing.
    const json = sql`cast(${sql.ref(`${table}.${column.name}`)} as jsonb)`
    // Not `#>`, the operator for whole paths, which does not distinguish position 0 from the key "0".
    const keys = path.map((key) => sql`-> ${sql.lit(key)}`)
    const at = (length: number): RawBuilder<unknown> =>
      length === 0 ? json : sql`(${json} ${sql.join(keys.slice(0, length), sql` `)})`
    const value = at(keys.length)
    // `->` finds a text or a number itself at position 0.
    const lists = path.flatMap((key, i) =>
      typeof key === 'number' ? [sql`jsonb_typeof(${at(i)}) = 'array'`] : [],
    )
    const found =
      lists.length === 0 ? value : sql`case when ${sql.join(lists, sql` and `)} then ${value} end`
    return { value, found, type: sql`jsonb_typeof(${found})` }
  },
}

const types: Readonly<Record<Dialect, Record<JsonCondition['type'], readonly string[]>>> = {
  sqlite: { string: ['text'], number: ['integer', 'real'], boolean: ['true', 'false'] },
  postgres: { string: ['string'], number: ['number'], boolean: ['boolean'] },
}

function sqlitePath(path: JsonPlace['path']): string {
  return path.reduce<string>(
    (text, key) => text + (typeof key === 'number' ? `[${key}]` : `."${key}"`),
    '$',
  )
}
