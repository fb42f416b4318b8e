import { DatabaseError } from 'pg'
import type { CompiledSql } from '../sql.ts'
import type { DatabaseValue, Row } from '../statement.ts'
import { placeIn, type RefusedValueError } from './refused-value.ts'
import { findWritten, type Written } from './written-columns.ts'

/**
 * Finds the columns of a value that PostgreSQL refused, and adds them to the error: the columns of the
 * check, or else the written columns of the type that the message names. `ask` runs a statement on a
 * connection without a failed transaction.
 */
export async function placePostgresRefusal(
  error: RefusedValueError,
  statement: CompiledSql,
  ask: (statement: CompiledSql) => Promise<{ readonly rows: readonly Row[] }>,
): Promise<void> {
  const { cause } = error
  if (!(cause instanceof DatabaseError)) return
  if (cause.table !== undefined && cause.constraint !== undefined) {
    const { rows } = await ask(columnsOfCheck(cause.schema, cause.table, cause.constraint))
    return placeIn(error, cause.table, rows.map(toName))
  }
  const written = findWritten(statement.sql, statement.parameters)
  if (written === undefined) return
  const type = cause.dataType ?? typeIn(cause.message)
  const { rows } = await ask(columnsOfType(written.table, type))
  const names = rows.map(toName).filter((name) => written.columns.has(name))
  const guilty = findGuilty(names, written, cause.message)
  const columns = guilty.length > 0 || type === undefined ? guilty : names
  placeIn(error, written.table.replaceAll('"', ''), columns)
  const types = new Set(rows.filter((row) => columns.includes(toName(row))).map(([, each]) => each))
  const [malformed] = types
  const isKnown = types.size === 1 && typeof malformed === 'string' && FORM.test(malformed)
  if (isKnown && MALFORMED.has(cause.code ?? '')) Object.assign(error, { malformed })
}

/** PostgreSQL's codes for a text that is not in the form of a type. */
const MALFORMED: ReadonlySet<string> = new Set(['22P02', '22007'])

/** The types that a column of text may have, and whose values have a form of their own. */
const FORM = /^(?:inet|cidr|macaddr|interval|xml|numeric|(?:int4|int8|num|date|ts|tstz)range)$/

function columnsOfCheck(schema: string | undefined, table: string, constraint: string) {
  const parameters = [[schema, table].flatMap((name) => quoted(name)).join('.'), constraint]
  return {
    sql: `select a.attname from pg_constraint k
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
      where k.conrelid = to_regclass($1) and k.conname = $2 order by a.attnum`,
    parameters,
  }
}

function quoted(name: string | undefined): readonly string[] {
  return name === undefined ? [] : [`"${name.replaceAll('"', '""')}"`]
}

/** The columns of a table that have this type; without a type, all columns. */
function columnsOfType(table: string, type: string | undefined) {
  return {
    sql: `select attname, format_type(atttypid, null) from pg_attribute
      where attrelid = to_regclass($1) and attnum > 0 and not attisdropped and ($2::text is null
        or $2 in (format_type(atttypid, atttypmod), format_type(atttypid, null)))
      order by attnum`,
    parameters: [table, type ?? null],
  }
}

/**
 * Finds the type in `value too long for type character varying(5)`, `smallint out of range`, `numeric field overflow`.
 * The message may be in another language, which mostly keeps the names of these types.
 */
function typeIn(message: string): string | undefined {
  const [, type] = /for (?:type|enum) ([^:]+)/.exec(message) ?? []
  return type ?? COMMON_TYPE.exec(message)?.[1]
}

/** A type before the colon that a refused value follows. */
const COMMON_TYPE =
  /^[^:]*?((?:character|bit)(?: varying)?\(\d+\)|smallint|integer|bigint|numeric|real|double precision|jsonb?)(?![\w:])/

/** Finds the columns whose value is quoted in the message, in any language, or too long. */
function findGuilty(
  names: readonly string[],
  { columns }: Written,
  message: string,
): readonly string[] {
  const length = Number(/^[^:"«»“]*\((\d+)\)[^:"«»“]*$/.exec(message)?.[1] ?? Infinity)
  const isGuilty = (value: DatabaseValue): boolean =>
    QUOTATIONS.some(([start, end]) => message.includes(`${start}${String(value)}${end}`)) ||
    (typeof value === 'string' && Array.from(value).length > length)
  return names.filter((name) => columns.get(name)?.some(isGuilty) === true)
}

/** How PostgreSQL quotes in the languages of its messages. */
const QUOTATIONS = [
  ['"', '"'],
  ['»', '«'],
  ['«', '»'],
  ['« ', ' »'],
  ['“', '”'],
] as const

function toName([name]: Row): string {
  return String(name)
}
