import type { DatabaseValue, Dialect } from '../database/database.ts'
import { dateWithMicroseconds, toExactIsoText } from '../database/instants/microseconds.ts'
import { ValidationFailed } from '../../base/support/http-error.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import type { ColumnDefinition, ColumnType, Digits, Limits } from './column.ts'
import { isDate } from './date.ts'
import { fromScaled, parseDecimal } from './decimal.ts'
import { validateJson } from './json-schema.ts'
import { INT32, INT64, UUID } from './parse-key.ts'

/** Converts the values of one column to what its database stores, and back. */
export interface Codec {
  /**
   * Throws `SetupError` for a value of another type, `ValidationFailed` for one of the right type
   * that the column cannot hold, such as an integer out of range.
   */
  encode(value: unknown): DatabaseValue
  /** Reads a stored value other than null; absent if no conversion is needed. See `decode`. */
  readonly decode: ((stored: unknown) => unknown) | undefined
}

/** Creates the codec of a column, once per column and database. */
export function createCodec(name: string, definition: ColumnDefinition, dialect: Dialect): Codec {
  const { type, nullable, cast, hidden } = definition
  const refuse = refusalsOf(name, type, hidden)
  const store = writerOf(name, definition)
  const load = readerOf(name, definition, dialect)

  return {
    encode(value) {
      // Null is a JSON value too, the only one that a column without nulls can mean by it.
      if (value === null && (nullable || type !== 'json')) {
        return nullable ? null : refuse.kind(value)
      }
      return store(cast === undefined ? value : cast.toStored(value), refuse, dialect)
    },
    decode: decoder(load, cast),
  }
}

/** Converts what the database stores into the column's value. */
export function decode({ decode: read }: Pick<Codec, 'decode'>, stored: unknown): unknown {
  return read === undefined || stored === null ? stored : read(stored)
}

type Read = (stored: unknown) => unknown
type Write = (value: unknown, refuse: Refusals, dialect: Dialect) => DatabaseValue

function decoder(load: Read | undefined, cast: ColumnDefinition['cast']): Read | undefined {
  if (cast === undefined) return load
  return (stored) => cast.fromStored(load === undefined ? stored : load(stored))
}

function writerOf(name: string, definition: ColumnDefinition): Write {
  const { type, digits, limits, values, schema } = definition
  if (schema !== undefined) {
    return (value, refuse) => writeJson(validateJson(schema, value, name), refuse)
  }
  if (digits !== undefined) return writeDecimal(digits)
  if (values !== undefined) return writeOneOf(values)
  const write = type === 'text' && isIndexed(definition) ? writeIndexedText : writers[type]
  return limits === undefined ? write : within(limits, write)
}

function readerOf(
  name: string,
  { type, digits }: ColumnDefinition,
  dialect: Dialect,
): Read | undefined {
  if (type === 'timestamp') return (stored) => toDate(stored, name)
  if (digits === undefined || dialect === 'postgres') return readers[type]
  return (stored) => fromScaled(toBigint(stored), digits)
}

const writers: Record<ColumnType, Write> = {
  integer(value, refuse) {
    if (typeof value !== 'number') return refuse.kind(value)
    const fits = Number.isInteger(value) && value >= INT32.min && value <= INT32.max
    return fits ? value : refuse.content(`an integer between ${INT32.min} and ${INT32.max}`)
  },
  bigint(value, refuse) {
    if (typeof value !== 'bigint') return refuse.kind(value)
    const fits = value >= INT64.min && value <= INT64.max
    return fits ? value : refuse.content(`an integer between ${INT64.min} and ${INT64.max}`)
  },
  real(value, refuse) {
    if (typeof value !== 'number') return refuse.kind(value)
    return Number.isFinite(value) ? value : refuse.content('a finite number')
  },
  decimal: writeText,
  text: writeText,
  uuid(value, refuse) {
    if (typeof value !== 'string') return refuse.kind(value)
    return UUID.test(value) ? value.toLowerCase() : refuse.content('a UUID')
  },
  boolean(value, refuse, dialect) {
    if (typeof value !== 'boolean') return refuse.kind(value)
    return dialect === 'sqlite' ? Number(value) : value
  },
  timestamp(value, refuse, dialect) {
    if (!(value instanceof Date)) return refuse.kind(value)
    const time = value.getTime()
    if (!(time >= FIRST_MOMENT && time <= LAST_MOMENT)) {
      return refuse.content('a moment between the years 1 and 9999')
    }
    return dialect === 'sqlite' ? time : toExactIsoText(value)
  },
  date(value, refuse) {
    if (typeof value !== 'string') return refuse.kind(value)
    return isDate(value) ? value : refuse.content('a date such as 2026-11-20')
  },
  bytes(value, refuse) {
    return value instanceof Uint8Array ? value : refuse.kind(value)
  },
  json: writeJson,
}

function writeJson(value: unknown, refuse: Refusals): string {
  const text = JSON.stringify(value)
  if (text === undefined) return refuse.kind(value)
  return UNFIT_ESCAPE.test(text) ? refuse.content('JSON without NUL or half characters') : text
}

/** SQLite does not have an exact type: it stores a decimal as a whole number of its smallest units. */
function writeDecimal(digits: Digits): Write {
  const { precision, scale } = digits
  const expected = `a number with up to ${precision - scale} digits before the point and ${scale} after it`
  return (value, refuse, dialect) => {
    if (typeof value !== 'string') return refuse.kind(value)
    const scaled = parseDecimal(value, digits)
    if (scaled === undefined) return refuse.content(expected)
    return dialect === 'sqlite' ? scaled : fromScaled(scaled, digits)
  }
}

function within({ min, max }: Limits, write: Write): Write {
  return (value, refuse, dialect) => {
    const stored = write(value, refuse, dialect)
    if (typeof stored === 'number' && (stored > max || stored < (min ?? stored))) {
      return refuse.content(`an integer between ${min} and ${max}`)
    }
    // PostgreSQL counts whole characters, of which a string has at most as many as its length.
    if (typeof stored !== 'string' || stored.length <= max) return stored
    return Array.from(stored).length > max
      ? refuse.content(`text of at most ${max} characters`)
      : stored
  }
}

function isIndexed({ primaryKey, unique, index }: ColumnDefinition): boolean {
  return primaryKey || unique || index
}

function writeText(value: unknown, refuse: Refusals): string {
  if (typeof value !== 'string') return refuse.kind(value)
  if (value.includes('\0')) return refuse.content('text without NUL characters')
  return value.isWellFormed() ? value : refuse.content('text of whole characters')
}

/** An entry of a PostgreSQL index has at most 2,704 bytes, some of which are overhead. */
const INDEXED_TEXT_LIMIT_BYTES = 2600

function writeIndexedText(value: unknown, refuse: Refusals): string {
  const text = writeText(value, refuse)
  const isShort = text.length <= INDEXED_TEXT_LIMIT_BYTES / 3
  if (isShort || Buffer.byteLength(text) <= INDEXED_TEXT_LIMIT_BYTES) return text
  return refuse.content(`text of at most ${INDEXED_TEXT_LIMIT_BYTES} bytes`)
}

/** PostgreSQL has no year 0, and does not read the ISO form of years beyond 9999. */
const FIRST_MOMENT = Date.parse('0001-01-01T00:00:00.000Z')
const LAST_MOMENT = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * NUL, or half of a surrogate pair, which `JSON.stringify` writes as an escape. An escaped backslash
 * followed by the same letters does not count.
 */
const UNFIT_ESCAPE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/

function toBigint(stored: unknown): bigint {
  if (typeof stored === 'bigint') return stored
  return BigInt(stored as string | number)
}

/**
 * Both drivers return milliseconds, or a date with microseconds; SQLite tables of other programs may
 * contain text, read as UTC. Throws `E_COLUMN_STORED` for what no `Date` can be, such as `infinity`.
 */
function toDate(stored: unknown, name: string): Date {
  if (stored instanceof Date) return stored
  const date = typeof stored === 'string' ? textToDate(stored) : new Date(Number(stored))
  if (!Number.isNaN(date.getTime())) return date
  throw new SetupError(
    'E_COLUMN_STORED',
    `The column "${name}" holds ${String(stored).slice(0, 40)}, which a Date cannot be. Leave the column out of the model and read it as text: compute({ … }) with sql.`,
  )
}

function textToDate(text: string): Date {
  const iso = text.replace(' ', 'T')
  const date = new Date(/T.*(?:Z|[+-]\d\d:\d\d)$/.test(iso) || !iso.includes('T') ? iso : `${iso}Z`)
  const [, digits] = /\.\d{3}(\d{1,3})/.exec(text) ?? []
  return digits === undefined
    ? date
    : dateWithMicroseconds(date.getTime(), Number(digits.padEnd(3, '0')))
}

/** A view without the methods that Node's `Buffer` adds, as both drivers can return it. */
function toBytes(stored: unknown): unknown {
  if (!Buffer.isBuffer(stored)) return stored
  return new Uint8Array(stored.buffer, stored.byteOffset, stored.byteLength)
}

function writeOneOf(values: readonly string[]): Write {
  return (value, refuse) => {
    if (typeof value !== 'string') return refuse.kind(value)
    return values.includes(value) ? value : refuse.content(`one of ${values.join(', ')}`)
  }
}

const readers: { readonly [Type in ColumnType]?: Read } = {
  bigint: toBigint,
  boolean: (stored) => stored === true || stored === 1,
  bytes: toBytes,
  json: (stored) => JSON.parse(String(stored)) as unknown,
}

/** The two ways to reject a value; a hidden column's value is not repeated in the message. */
interface Refusals {
  kind(value: unknown): never
  content(expected: string): never
}

function refusalsOf(name: string, type: ColumnType, hidden: boolean): Refusals {
  return {
    kind(value) {
      const given = hidden ? typeof value : describe(value)
      throw new SetupError(
        'E_COLUMN_VALUE',
        `The column "${name}" (${type}) cannot hold ${given}. Give it ${expectations[type]}.`,
      )
    },
    content(expected) {
      throw new ValidationFailed({ [name]: `The ${name} must be ${expected}` })
    },
  }
}

const expectations: Record<ColumnType, string> = {
  integer: 'a number',
  bigint: 'a bigint',
  real: 'a number',
  decimal: 'a string such as "12.50"',
  text: 'a string',
  uuid: 'a string',
  boolean: 'a boolean',
  timestamp: 'a Date',
  date: 'a string such as "2026-11-20"',
  bytes: 'a Uint8Array',
  json: 'a value that JSON can carry',
}

function describe(value: unknown): string {
  if (typeof value === 'string') return `the string "${value.slice(0, 40)}"`
  if (typeof value === 'object' && value !== null) return 'an object'
  return typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean'
    ? `the ${typeof value} ${value}`
    : String(value)
}
