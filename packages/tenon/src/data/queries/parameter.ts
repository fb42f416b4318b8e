import type { TableColumn } from '../columns/table.ts'
import type { DatabaseValue, Dialect } from '../database/statement.ts'
import { ValidationFailed } from '../support/http-error.ts'
import { SetupError } from '../support/setup-error.ts'
import type { Parameter } from './condition.ts'

/** The longest list that `in` takes. */
export const LIST_LIMIT = 10_000

/** A value of a column's own type. */
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
 * Throws `E_QUERY_LIST` for a list longer than `LIST_LIMIT`.
 */
export function listOf({ name, codecs }: TableColumn, values: readonly unknown[]): Parameter {
  if (values.length > LIST_LIMIT) {
    throw new SetupError(
      'E_QUERY_LIST',
      `A list of ${values.length} values for "${name}" is longer than ${LIST_LIMIT}. Ask in several queries, or join the table that the values come from.`,
    )
  }
  return {
    encode(dialect) {
      const items = values.map((value) => codecs[dialect].encode(value))
      return writeList[dialect](items)
    },
  }
}

/** The longest pattern of `like`, in bytes: SQLite takes no longer one. */
const PATTERN_LIMIT_BYTES = 50_000

/** An odd number of backslashes at the end, the last of which escapes nothing: PostgreSQL fails. */
const HALF_ESCAPE = /(?<!\\)(?:\\\\)*\\$/

/**
 * A pattern of `like`, which often holds what a client searches for.
 *
 * Throws `ValidationFailed` for one that is too long, or ends within an escape, on either database.
 */
export function patternOf(column: TableColumn, pattern: string): Parameter {
  const { name } = column
  if (Buffer.byteLength(pattern) > PATTERN_LIMIT_BYTES) {
    throw new ValidationFailed({ [name]: `The ${name} must be shorter to be searched for` })
  }
  if (HALF_ESCAPE.test(pattern)) {
    throw new ValidationFailed({ [name]: `The ${name} must not end with a single "\\"` })
  }
  return valueOf(column, pattern)
}

/** Escapes `%`, `_` and `\` in text that `like` is to find as it is. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}

const writeList: Record<Dialect, (items: readonly DatabaseValue[]) => string> = {
  sqlite: (items) =>
    items.some(isBigint) ? `[${items.map(jsonItem).join()}]` : JSON.stringify(items),
  postgres: (items) => `{${items.map(arrayItem).join()}}`,
}

/** 64-bit integers as digits, which `JSON.stringify` refuses and SQLite reads exactly. */
function jsonItem(item: DatabaseValue): string {
  return isBigint(item) ? item.toString() : JSON.stringify(item)
}

function isBigint(item: DatabaseValue): item is bigint {
  return typeof item === 'bigint'
}

function arrayItem(item: DatabaseValue): string {
  if (typeof item !== 'string') return String(item)
  return `"${item.replaceAll(/["\\]/g, String.raw`\$&`)}"`
}
