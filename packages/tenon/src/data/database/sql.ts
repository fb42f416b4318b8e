import { BadRequest } from '../../base/support/http-error.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { adapters } from './dialects/adapters.ts'
import type { DatabaseValue, Dialect, Row, Rows } from './statement.ts'

/** The values that the `sql` template accepts. */
export type SqlValue = ScalarValue | Sql | readonly ScalarValue[]

/** A value for a single placeholder. */
export type ScalarValue = DatabaseValue | Date

/**
 * A piece of raw SQL and its values, made by the `sql` template.
 *
 * It is a class with private fields, so that no object in a request can imitate it. `Value` is the type
 * of the value that a query reads with it; it is not checked at run time.
 */
export class Sql<out Value = unknown> {
  /** Carries the type; the property does not exist at run time. */
  declare readonly '~value': Value
  readonly #text: readonly string[]
  readonly #values: readonly SqlValue[]

  constructor(text: readonly string[], values: readonly SqlValue[]) {
    this.#text = text
    this.#values = values
  }

  /** Writes the text with the dialect's placeholders, and lists the values in order. */
  compile(dialect: Dialect): CompiledSql {
    const { text, values } = this.parts()
    const parameters = values.map((value) => toParameter(value, dialect))
    const [first = '', ...others] = text
    const sql = others.reduce(
      (written, piece, i) => `${written}${toPlaceholder(i + 1, dialect)}${piece}`,
      first,
    )
    return { sql, parameters }
  }

  /** Returns the values and the pieces of text around them, with nested pieces and lists flattened. */
  parts(): SqlParts {
    const text = [this.#text[0] ?? '']
    const values: unknown[] = []
    for (const [i, value] of this.#values.entries()) {
      const inner = partsOf(value)
      const [first = '', ...others] = inner.text
      text.push(`${text.pop() ?? ''}${first}`, ...others)
      text.push(`${text.pop() ?? ''}${this.#text[i + 1] ?? ''}`)
      values.push(...inner.values)
    }
    return { text, values }
  }
}

/** The placeholder of a parameter; positions count from 1. */
export function toPlaceholder(position: number, dialect: Dialect): string {
  return adapters[dialect].numbersParameters ? `$${position}` : '?'
}

/** Splits a value into parts: a single value has one placeholder, a list one for each item. */
function partsOf(value: SqlValue | undefined): SqlParts {
  if (value instanceof Sql) return value.parts()
  if (!Array.isArray(value)) return { text: ['', ''], values: [value] }
  const items: readonly unknown[] = assertFilled(value)
  return { text: ['', ...items.slice(1).map(() => ', '), ''], values: items }
}

/** The parts of raw SQL, with one more piece of text than values. */
export interface SqlParts {
  readonly text: readonly string[]
  readonly values: readonly unknown[]
}

/** Raw SQL in a driver's form. */
export interface CompiledSql {
  readonly sql: string
  readonly parameters: readonly DatabaseValue[]
}

/**
 * Creates raw SQL whose values are always bound, never interpolated: `` sql`select ${id}` ``.
 * You can nest pieces made by `sql`, and use a list in parentheses: `` sql`id in (${ids})` ``.
 * If a query reads its value, name the type: `` sql<number>`length(title)` ``.
 *
 * Running it throws `E_SQL_VALUE` for an empty list or a value that SQL cannot bind, and `BadRequest` for
 * text with NUL.
 */
export function sql<Value = unknown>(
  text: TemplateStringsArray,
  ...values: readonly SqlValue[]
): Sql<Value> {
  return new Sql(text, values)
}

/** Rejects an empty list, because neither database accepts `in ()`. */
function assertFilled(values: readonly unknown[]): readonly unknown[] {
  if (values.length > 0) return values
  throw new SetupError(
    'E_SQL_VALUE',
    'SQL cannot bind an empty list. Leave out the condition if there is nothing to compare with.',
  )
}

/**
 * Converts a value for the dialect's driver. Throws `E_SQL_VALUE` for a value that it cannot bind, such as an
 * object. Throws `BadRequest` for text with NUL: PostgreSQL cannot store it, and only clients send it.
 */
export function toParameter(value: unknown, dialect: Dialect): DatabaseValue {
  if (typeof value === 'string' && value.includes('\0')) {
    throw new BadRequest('Text must have no NUL characters')
  }
  if (value instanceof Date && isDatabaseValue(value.getTime())) {
    return adapters[dialect].timestamp(value)
  }
  if (isDatabaseValue(value)) return value
  throw new SetupError(
    'E_SQL_VALUE',
    `SQL cannot bind ${describe(value)}. Bind text, numbers, booleans, dates, bytes or null.`,
  )
}

/** Whether a driver accepts the value. NaN is rejected, because SQLite would store it as null. */
function isDatabaseValue(value: unknown): value is DatabaseValue {
  if (value === null || value instanceof Uint8Array) return true
  if (typeof value === 'number') return !Number.isNaN(value)
  return ['string', 'bigint', 'boolean'].includes(typeof value)
}

function describe(value: unknown): string {
  if (value === undefined || Number.isNaN(value)) return String(value)
  return value instanceof Date ? 'an invalid date' : `a value of type ${typeof value}`
}

/**
 * Turns rows into objects keyed by column, as raw SQL returns them.
 *
 * The author of the SQL declares the type of its rows; it is not checked.
 */
export function toRecords<Record extends object>({ columns, rows }: Rows): Record[] {
  return rows.map((row) => toRecord(columns, row) as Record)
}

/** Uses a loop, because `Object.fromEntries` takes five times as long. */
function toRecord(columns: readonly string[], row: Row): object {
  const record: Record<string, unknown> = {}
  for (let i = 0; i < columns.length; i++) record[columns[i] ?? ''] = row[i]
  return record
}
