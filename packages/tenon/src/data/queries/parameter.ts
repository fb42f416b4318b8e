import { createCodec } from '../columns/codec.ts'
import type { TableColumn } from '../columns/table.ts'
import type { DatabaseValue, Dialect } from '../database/statement.ts'
import { ValidationFailed } from '../../base/support/http-error.ts'
import type { Parameter } from './condition.ts'

/** The maximum length of a list for `in`. */
export const LIST_LIMIT = 10_000

/** A value of the type of a column. */
export function valueOf({ codecs }: TableColumn, value: unknown): Parameter {
  return { encode: (dialect) => codecs[dialect].encode(value) }
}

/** A value that needs no conversion, such as a limit. */
export function constant(value: DatabaseValue): Parameter {
  return { encode: () => value }
}

/**
 * A list of a column's values as a single parameter, so that lists of any length share one
 * statement: a JSON array on SQLite, an array literal on PostgreSQL.
 *
 * Throws `ValidationFailed` for a list longer than `LIST_LIMIT`, which a client can send.
 */
export function listOf({ name, codecs }: TableColumn, values: readonly unknown[]): Parameter {
  if (values.length > LIST_LIMIT) {
    throw new ValidationFailed({
      [name]: `The ${name} must be one of at most ${LIST_LIMIT} values`,
    })
  }
  const items = (dialect: Dialect) => values.map((value) => codecs[dialect].encode(value))
  return { encode: (dialect) => writeList[dialect](items(dialect)), items }
}

/**
 * Combinations of values of several columns as a single parameter: a JSON array of arrays on SQLite, of
 * objects on PostgreSQL. No client sends them, so their number is not checked.
 */
export function tuplesOf(
  columns: readonly TableColumn[],
  tuples: readonly (readonly unknown[])[],
): Parameter {
  return {
    encode(dialect) {
      const items = tuples.map((values) => {
        const encoded = columns.map(({ codecs }, i) => jsonItem(codecs[dialect].encode(values[i])))
        if (dialect === 'sqlite') return `[${encoded.join()}]`
        return `{${encoded.map((item, i) => `"${columns[i]?.name}":${item}`).join()}}`
      })
      return `[${items.join()}]`
    },
  }
}

/** The longest pattern of `like`, in bytes: SQLite does not allow longer ones. */
const PATTERN_LIMIT_BYTES = 50_000

/** An odd number of backslashes at the end: the last one escapes nothing, and PostgreSQL fails. */
const HALF_ESCAPE = /(?<!\\)(?:\\\\)*\\$/

/**
 * A pattern of `like`, which often contains a client's search text.
 *
 * Throws `ValidationFailed` on either database for one that is too long, or ends within an escape.
 */
export function patternOf(column: TableColumn, pattern: string): Parameter {
  const { name, definition } = column
  if (Buffer.byteLength(pattern) > PATTERN_LIMIT_BYTES) {
    throw new ValidationFailed({ [name]: `The ${name} must be shorter to be searched for` })
  }
  if (HALF_ESCAPE.test(pattern)) {
    throw new ValidationFailed({ [name]: `The ${name} must not end with a single "\\"` })
  }
  const { values, limits } = definition
  if (values === undefined && limits === undefined) return valueOf(column, pattern)
  // A part of one of the allowed texts is none of them, and a pattern may be longer than what it matches.
  const anyText = { ...definition, values: undefined, limits: undefined }
  return { encode: (dialect) => createCodec(name, anyText, dialect).encode(pattern) }
}

/** Escapes `%`, `_` and `\` in text that `like` must find literally. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}

const writeList: Record<Dialect, (items: readonly DatabaseValue[]) => string> = {
  sqlite: (items) =>
    items.some(isInexact) ? `[${items.map(jsonItem).join()}]` : JSON.stringify(items),
  postgres: arrayLiteral,
}

/** Writes values as a PostgreSQL array, whatever their type. */
export function arrayLiteral(items: readonly DatabaseValue[]): string {
  return `{${items.map(arrayItem).join()}}`
}

/**
 * 64-bit integers as digits, which SQLite reads exactly. Large reals with an exponent: their digits
 * are rounded, and SQLite would read them as a different integer.
 */
function jsonItem(item: DatabaseValue): string {
  if (typeof item === 'bigint') return item.toString()
  return isInexact(item) ? Number(item).toExponential() : JSON.stringify(item)
}

/** Values that `JSON.stringify` rejects, or whose digits it writes as another number. */
function isInexact(item: DatabaseValue): boolean {
  return typeof item === 'bigint' || (typeof item === 'number' && Math.abs(item) > 2 ** 53)
}

function arrayItem(item: DatabaseValue): string {
  if (item instanceof Uint8Array) return String.raw`"\\x${Buffer.from(item).toString('hex')}"`
  if (typeof item !== 'string') return String(item)
  // Few texts need it, and looking first takes a third of the time.
  return SPECIAL.test(item) ? `"${item.replaceAll(/["\\]/g, String.raw`\$&`)}"` : `"${item}"`
}

const SPECIAL = /["\\]/
