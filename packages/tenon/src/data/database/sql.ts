import { BadRequest } from '../support/http-error.ts'
import { SetupError } from '../support/setup-error.ts'
import type { DatabaseValue, Dialect } from './statement.ts'

/** What may stand in the holes of the `sql` template. */
export type SqlValue = DatabaseValue | Date | Sql

/**
 * A piece of raw SQL with its values apart, made by the `sql` template.
 *
 * A class with a private field, so that no object that came from outside can pass for one.
 */
export class Sql {
  readonly #text: readonly string[]
  readonly #values: readonly SqlValue[]

  constructor(text: readonly string[], values: readonly SqlValue[]) {
    this.#text = text
    this.#values = values
  }

  /** Writes the text with the dialect's placeholders and lists the values in their order. */
  compile(dialect: Dialect): CompiledSql {
    const parameters: DatabaseValue[] = []
    return { sql: this.#write(dialect, parameters), parameters }
  }

  #write(dialect: Dialect, parameters: DatabaseValue[]): string {
    return this.#text.reduce((written, piece, i) => {
      const value = this.#values[i - 1]
      const isPiece = value instanceof Sql
      const placed = isPiece ? value.#write(dialect, parameters) : bind(value, dialect, parameters)
      return written + placed + piece
    })
  }
}

/** Raw SQL as a driver takes it. */
export interface CompiledSql {
  readonly sql: string
  readonly parameters: readonly DatabaseValue[]
}

/**
 * Writes raw SQL whose values are always bound, never pasted: `` sql`select ${id}` ``.
 * A piece made by `sql` may stand inside another.
 */
export function sql(text: TemplateStringsArray, ...values: readonly SqlValue[]): Sql {
  return new Sql(text, values)
}

/** Turns a date into what the dialect's timestamp columns take. */
function toTimestamp(date: Date, dialect: Dialect): DatabaseValue {
  return dialect === 'sqlite' ? date.getTime() : date.toISOString()
}

function bind(value: unknown, dialect: Dialect, parameters: DatabaseValue[]): string {
  parameters.push(toParameter(value, dialect))
  return dialect === 'sqlite' ? '?' : `$${parameters.length}`
}

/**
 * Turns a value into what the dialect's driver takes. Throws `E_SQL_VALUE` for an object, `BadRequest`
 * for text with NUL, which comes from a client and which PostgreSQL cannot take.
 */
export function toParameter(value: unknown, dialect: Dialect): DatabaseValue {
  if (typeof value === 'string' && value.includes('\0')) {
    throw new BadRequest('Text must have no NUL characters')
  }
  if (value instanceof Date && isDatabaseValue(value.getTime())) return toTimestamp(value, dialect)
  if (isDatabaseValue(value)) return value
  throw new SetupError(
    'E_SQL_VALUE',
    `SQL cannot bind ${describe(value)}. Bind text, numbers, booleans, dates, bytes or null.`,
  )
}

/** SQLite would store NaN, which an invalid date gives too, as null. */
function isDatabaseValue(value: unknown): value is DatabaseValue {
  if (value === null || value instanceof Uint8Array) return true
  if (typeof value === 'number') return !Number.isNaN(value)
  return ['string', 'bigint', 'boolean'].includes(typeof value)
}

function describe(value: unknown): string {
  if (value === undefined || Number.isNaN(value)) return String(value)
  return value instanceof Date ? 'an invalid date' : `a value of type ${typeof value}`
}
