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
  const { value } = parts[dialect](place, table)
  return dialect === 'sqlite' ? value : sql`nullif(${value}, 'null'::jsonb)`
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
    : parts.postgres(place, table).value
}

type Test = RawBuilder<SqlBool>

/** A value inside JSON, and the name of its type. */
interface Parts {
  readonly value: RawBuilder<unknown>
  readonly type: RawBuilder<unknown>
}

const parts: Readonly<Record<Dialect, (place: JsonPlace, table: string) => Parts>> = {
  sqlite({ column, path }, table) {
    const place = sql`${sql.ref(`${table}.${column.name}`)}, ${sql.lit(sqlitePath(path))}`
    return { value: sql`json_extract(${place})`, type: sql`json_type(${place})` }
  },
  postgres({ column, path }, table) {
    // Not `#>`, the operator for whole paths, which does not distinguish position 0 from the key "0".
    const keys = path.map((key) => sql`-> ${sql.lit(key)}`)
    // Existing tables may have `json`, which cannot be compared. On `jsonb` the cast does nothing.
    const json = sql`cast(${sql.ref(`${table}.${column.name}`)} as jsonb)`
    const value = sql`(${json} ${sql.join(keys, sql` `)})`
    return { value, type: sql`jsonb_typeof(${value})` }
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
