import type { DatabaseValue, Dialect } from '../database/database.ts'
import { ValidationFailed } from '../support/http-error.ts'
import { SetupError } from '../support/setup-error.ts'
import type { ColumnDefinition, ColumnType } from './column.ts'
import { INT32, INT64, UUID } from './parse-key.ts'

/** Turns the values of one column into what its database keeps, and back. */
export interface Codec {
  /**
   * Throws `SetupError` for a value of another kind, `ValidationFailed` for one of the right kind
   * that the column cannot hold, such as an integer out of range.
   */
  encode(value: unknown): DatabaseValue
  /** Reads a stored value but null; absent when it is the column's own already. See `decode`. */
  readonly decode: ((stored: unknown) => unknown) | undefined
}

/** Makes the codec of a column, once per column and database. */
export function createCodec(name: string, definition: ColumnDefinition, dialect: Dialect): Codec {
  const { type, nullable, cast, hidden } = definition
  const refuse = refusalsOf(name, type, hidden)
  const store = type === 'text' && isIndexed(definition) ? writeIndexedText : writers[type]
  const load = readers[type]

  return {
    encode(value) {
      if (value === null) return nullable ? null : refuse.kind(value)
      return store(cast === undefined ? value : cast.toStored(value), refuse, dialect)
    },
    decode: decoder(load, cast),
  }
}

/** Turns what the database keeps into the column's value. */
export function decode({ decode: read }: Pick<Codec, 'decode'>, stored: unknown): unknown {
  return read === undefined || stored === null ? stored : read(stored)
}

type Read = (stored: unknown) => unknown
type Write = (value: unknown, refuse: Refusals, dialect: Dialect) => DatabaseValue

function decoder(load: Read | undefined, cast: ColumnDefinition['cast']): Read | undefined {
  if (cast === undefined) return load
  return (stored) => cast.fromStored(load === undefined ? stored : load(stored))
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
    return dialect === 'sqlite' ? time : value.toISOString()
  },
  json(value, refuse) {
    const text = JSON.stringify(value)
    if (text === undefined) return refuse.kind(value)
    return UNFIT_ESCAPE.test(text) ? refuse.content('JSON without NUL or half characters') : text
  },
}

function isIndexed({ primaryKey, unique, index }: ColumnDefinition): boolean {
  return primaryKey || unique || index
}

function writeText(value: unknown, refuse: Refusals): string {
  if (typeof value !== 'string') return refuse.kind(value)
  if (value.includes('\0')) return refuse.content('text without NUL characters')
  return value.isWellFormed() ? value : refuse.content('text of whole characters')
}

/** An entry of PostgreSQL's indexes has at most 2,704 bytes, some of which are not the text's. */
const INDEXED_TEXT_LIMIT_BYTES = 2600

function writeIndexedText(value: unknown, refuse: Refusals): string {
  const text = writeText(value, refuse)
  const isShort = text.length <= INDEXED_TEXT_LIMIT_BYTES / 3
  if (isShort || Buffer.byteLength(text) <= INDEXED_TEXT_LIMIT_BYTES) return text
  return refuse.content(`text of at most ${INDEXED_TEXT_LIMIT_BYTES} bytes`)
}

/** PostgreSQL has no year 0, and the ISO form beyond 9999 is not its own. */
const FIRST_MOMENT = Date.parse('0001-01-01T00:00:00.000Z')
const LAST_MOMENT = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * NUL, or half of a surrogate pair, which `JSON.stringify` writes as an escape; as one of its own, not
 * as the end of an escaped backslash and some letters.
 */
const UNFIT_ESCAPE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/

function toBigint(stored: unknown): bigint {
  if (typeof stored === 'bigint') return stored
  return BigInt(stored as string | number)
}

/** Milliseconds from both drivers; SQLite tables of others may hold text, meant as UTC. */
function toDate(stored: unknown): Date {
  if (typeof stored === 'number') return new Date(stored)
  if (typeof stored !== 'string') return new Date(Number(stored))
  const iso = stored.replace(' ', 'T')
  return new Date(/T.*(?:Z|[+-]\d\d:\d\d)$/.test(iso) || !iso.includes('T') ? iso : `${iso}Z`)
}

const readers: { readonly [Type in ColumnType]?: Read } = {
  bigint: toBigint,
  boolean: (stored) => stored === true || stored === 1,
  timestamp: toDate,
  json: (stored) => JSON.parse(String(stored)) as unknown,
}

/** The two ways to refuse a value; a hidden column's value is not repeated in the message. */
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
  text: 'a string',
  uuid: 'a string',
  boolean: 'a boolean',
  timestamp: 'a Date',
  json: 'a value that JSON can carry',
}

function describe(value: unknown): string {
  if (typeof value === 'string') return `the string "${value.slice(0, 40)}"`
  if (typeof value === 'object' && value !== null) return 'an object'
  return typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean'
    ? `the ${typeof value} ${value}`
    : String(value)
}
