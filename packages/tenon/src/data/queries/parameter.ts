import { createCodec } from '../columns/codec.ts'
import { rulesOf } from '../columns/column-type.ts'
import { jsonItem, writeList } from '../../base/support/values/list-literal.ts'
import type { TableColumn } from '../columns/table.ts'
import type { DatabaseValue, Dialect } from '../database/statement.ts'
import { ValidationFailed } from '../../base/support/http-error.ts'
import type { Condition, Parameter } from './condition.ts'

/** The maximum length of a list for `in`. */
export const LIST_LIMIT = 10_000

/** A value to write into a column. */
export function valueOf({ codecs }: TableColumn, value: unknown): Parameter {
  return { encode: (dialect) => codecs[dialect].encode(value) }
}

/** A value as the database sent it, which may be one that a model would not write. */
export function storedOf({ definition }: TableColumn, stored: DatabaseValue): Parameter {
  const { takenAs } = rulesOf(definition)
  return { encode: (dialect) => takenAs?.[dialect]?.(stored) ?? stored }
}

/** The condition that a column has this value. */
export function hasValue(column: TableColumn, value: unknown): Condition {
  return { kind: 'compare', column, operator: '=', parameter: operandOf(column, value) }
}

/** A value to compare with a column or to add to it. The column need not be able to hold it. */
export function operandOf(column: TableColumn, value: unknown): Parameter {
  return { encode: (dialect) => encodeOperand(column, value, dialect) }
}

function encodeOperand({ operands }: TableColumn, value: unknown, dialect: Dialect): DatabaseValue {
  return operands[dialect].encode(value)
}

/** The condition that a column has the value of a record, even one that only another program would store. */
export function hasHeldValue(column: TableColumn, value: unknown): Condition {
  const parameter: Parameter = { encode: (dialect) => encodeHeld(column, value, dialect) }
  return { kind: 'compare', column, operator: '=', parameter }
}

/** Converts a record's value of a column to what its database compares. */
export function encodeHeld(column: TableColumn, value: unknown, dialect: Dialect): DatabaseValue {
  try {
    return encodeOperand(column, value, dialect)
  } catch (error) {
    if (!(error instanceof ValidationFailed)) throw error
    // The value came from the column, not from a client, although the model would not write it.
    return storedOf(column, toStored(column, value)).encode(dialect)
  }
}

/** The form in which a database sends a value that its column rejects. */
function toStored({ definition: { cast } }: TableColumn, value: unknown): DatabaseValue {
  const stored = cast === undefined ? value : cast.toStored(value)
  // Sound: the column rejected the content of the value, not its type.
  return stored instanceof Date ? stored.getTime() : (stored as DatabaseValue)
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
export function listOf(column: TableColumn, values: readonly unknown[]): Parameter {
  return listBy(encodeOperand, column, values)
}

/** The same for values of records. */
export function heldListOf(column: TableColumn, values: readonly unknown[]): Parameter {
  return listBy(encodeHeld, column, values)
}

function listBy(
  encode: typeof encodeHeld,
  column: TableColumn,
  values: readonly unknown[],
): Parameter {
  assertListed(column, values)
  const items = (dialect: Dialect) => values.map((value) => encode(column, value, dialect))
  return { encode: (dialect) => writeList[dialect](items(dialect)), items }
}

/** Throws `ValidationFailed` for a list longer than `LIST_LIMIT`. */
export function assertListed({ name }: TableColumn, values: readonly unknown[]): void {
  if (values.length <= LIST_LIMIT) return
  throw new ValidationFailed({ [name]: `The ${name} must be one of at most ${LIST_LIMIT} values` })
}

/**
 * Combinations of values that records hold in several columns as a single parameter: a JSON array of arrays on SQLite,
 * of objects on PostgreSQL. No client sends them, so their number is not checked.
 */
export function tuplesOf(
  columns: readonly TableColumn[],
  tuples: readonly (readonly unknown[])[],
): Parameter {
  return {
    encode(dialect) {
      const items = tuples.map((values) => {
        const encoded = columns.map((column, i) => jsonItem(encodeHeld(column, values[i], dialect)))
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
 * Throws `ValidationFailed` on either database if it is longer than `PATTERN_LIMIT_BYTES` or ends within an escape.
 */
export function patternOf(column: TableColumn, pattern: string): Parameter {
  const { name, definition } = column
  if (Buffer.byteLength(pattern) > PATTERN_LIMIT_BYTES) {
    throw new ValidationFailed({ [name]: `The ${name} must be shorter to be searched for` })
  }
  if (HALF_ESCAPE.test(pattern)) {
    throw new ValidationFailed({ [name]: `The ${name} must not end with a single "\\"` })
  }
  if (definition.values === undefined) return operandOf(column, pattern)
  // A pattern may be a part of an allowed text.
  const anyText = { ...definition, values: undefined }
  return { encode: (dialect) => createCodec(name, anyText, dialect).encode(pattern) }
}

/** Escapes `%`, `_` and `\` in text that `like` must find literally. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}
