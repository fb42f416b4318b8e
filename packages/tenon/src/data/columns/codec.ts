import { hiddenValues } from '../../base/log/hidden-values.ts'
import { personalValues } from '../../base/log/personal/personal-values.ts'
import { toFieldLabel } from '../../base/language/words/field-label.ts'
import { fillIn } from '../../base/language/words/fill-in.ts'
import { sayOwn } from '../../base/language/words/own-words.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { RefusedByColumn } from '../../base/support/http-error.ts'
import type { DatabaseValue, Dialect } from '../database/database.ts'
import { rulesOf } from './column-type.ts'
import type { ColumnDefinition } from './column.ts'
import type { Items, Read, Refusals, TypeRules } from './types/type-rules.ts'

/** Converts the values of one column to what its database stores, and back. */
export interface Codec {
  /**
   * Throws `E_COLUMN_VALUE` for a value of another type, and `ValidationFailed` for a value of the right
   * type that the column cannot hold, such as an integer out of range.
   */
  encode(value: unknown): DatabaseValue
  /** Reads a stored value other than null; absent if no conversion is needed. See `decode`. */
  readonly decode: ((stored: unknown) => unknown) | undefined
}

/** Creates the codec of a column, once per column and database. */
export function createCodec(
  name: string,
  definition: ColumnDefinition,
  dialect: Dialect,
  table = 'row',
): Codec {
  const { nullable, cast, hidden, personal, primaryKey } = definition
  const rules = rulesOf(definition)
  const refuse = refusalsOf(name, rules, hidden || personal !== undefined)
  const items = itemsOf(name, definition, dialect)
  const store = rules.writer(definition, name, items)
  const load = rules.reader?.(definition, { name, dialect, items })

  const read = decoder(load, cast)
  const followed =
    personal === undefined ? read : following((value) => personalValues.note(value), read)

  return {
    encode(value) {
      if (personal !== undefined) personalValues.note(value)
      // JSON has a null of its own: in a JSON column that is not nullable, null means that one.
      if (value === null && (nullable || rules.hasNull !== true)) {
        return nullable ? null : refuse.kind(value)
      }
      return store(cast === undefined ? value : cast.toStored(value), refuse, dialect)
    },
    decode: hidden && !primaryKey ? noting(`${table}.${name}`, followed) : followed,
  }
}

/** The conversions of the items of a list. */
function itemsOf(name: string, { item }: ColumnDefinition, dialect: Dialect): Items {
  if (item === undefined) return NO_ITEMS
  const codec = createCodec(name, item, dialect)
  const { readText, range } = rulesOf(item)
  return {
    encode: (value) => codec.encode(value),
    areExact: item.digits !== undefined || typeof range?.max === 'bigint',
    read(stored) {
      if (stored === null && !item.nullable) throw nullItem(name)
      const isPrinted = typeof stored === 'string' && readText !== undefined
      return decode(codec, isPrinted ? readText(stored) : stored)
    },
  }
}

/** Used by columns that are not lists. */
const NO_ITEMS: Items = { encode: () => null, read: () => null, areExact: false }

function nullItem(name: string): SetupError {
  return new SetupError(
    'E_COLUMN_STORED',
    `A list in the column "${name}" contains null. Declare its items as nullable: c.array(c.text().nullable()).`,
  )
}

/** Reports the values read from a hidden column to development and tests. */
function noting(column: string, read: Read | undefined): Read {
  return following((value) => {
    if (hiddenValues.isFollowed) hiddenValues.note(value, column)
  }, read)
}

/** Calls `tell` with each value that was read. */
function following(tell: (value: unknown) => void, read: Read = (stored) => stored): Read {
  return (stored) => {
    const value = read(stored)
    tell(value)
    return value
  }
}

/** Converts what the database stores into the column's value. */
export function decode({ decode: read }: Pick<Codec, 'decode'>, stored: unknown): unknown {
  return read === undefined || stored === null ? stored : read(stored)
}

function decoder(load: Read | undefined, cast: ColumnDefinition['cast']): Read | undefined {
  if (cast === undefined) return load
  return (stored) => cast.fromStored(load === undefined ? stored : load(stored))
}

function refusalsOf(name: string, { name: type, expected }: TypeRules, hidden: boolean): Refusals {
  const refusal = (value: unknown, advice: string): SetupError => {
    const given = hidden ? typeof value : describe(value)
    return new SetupError(
      'E_COLUMN_VALUE',
      `The column "${name}" (${type}) cannot hold ${given}. ${advice}.`,
    )
  }
  return {
    kind(value) {
      throw refusal(value, `Give it ${expected}`)
    },
    content(value, problem, details = {}) {
      const values = Object.fromEntries(
        Object.entries(details).map(([detail, each]) => [detail, String(each)]),
      )
      // The log is in English, whatever language the client reads.
      const advice = fillIn(problem.replace('The {field}', 'The value'), values)
      const say = (field: string): string =>
        sayOwn(problem, { field: toFieldLabel(field), ...values })
      throw new RefusedByColumn(name, value, say, refusal(value, advice))
    },
  }
}

function describe(value: unknown): string {
  if (typeof value === 'string') return `the string "${value.slice(0, 40)}"`
  if (value instanceof Date) return describeDate(value)
  if (typeof value === 'object' && value !== null) return 'an object'
  return typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean'
    ? `the ${typeof value} ${value}`
    : String(value)
}

function describeDate(date: Date): string {
  return Number.isNaN(date.getTime()) ? 'an invalid Date' : `the Date ${date.toISOString()}`
}
