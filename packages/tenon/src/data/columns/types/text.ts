import { SetupError } from '../../../base/support/setup-error.ts'
import type { Column, FileDisk } from '../column.ts'
import { checkedLimits, within } from '../limits.ts'
import { storedAlike } from '../stored/sqlite-conversion.ts'
import { textLiteral } from '../text-literal.ts'
import type { MadeField, SayProblem } from './made-column.ts'
import type { Refusals, TypeRules, Write, WrittenColumn } from './type-rules.ts'
import { columnOf, columnWord } from './column-word.ts'

/** The longest string accepted as a key, in code points, as JSON Schema counts characters. */
export const STRING_KEY_LIMIT = 255

const rules: TypeRules = {
  name: 'text',
  sql: () => ({ sqlite: 'text', postgres: 'text' }),
  sqliteFrom: {
    boolean: { value: (column) => `iif(${column} is null, null, iif(${column}, 'true', 'false'))` },
    timestamp: {
      value: (column) =>
        `strftime('%Y-%m-%d %H:%M:%f', ${column} / 1000.0, 'unixepoch') || '+00:00'`,
    },
    bytes: { value: (column) => `iif(${column} is null, null, '\\x' || lower(hex(${column})))` },
    integer: storedAlike,
    bigint: storedAlike,
    real: storedAlike,
    date: storedAlike,
    time: storedAlike,
    json: storedAlike,
    uuid: storedAlike,
    array: storedAlike,
  },
  expected: 'a string',
  writer: (column) => {
    if (column.values !== undefined) return writeOneOf(column.values)
    return within(column.limits, isIndexed(column) ? writeIndexedText : writeText)
  },
  parseKey: (text) => (isStringKey(text) ? text : undefined),
  keyKind: 'stringId',
  jsonSchema: ({ values, limits }) => ({
    type: 'string',
    ...(values && { enum: values }),
    ...(limits && { maxLength: limits.max }),
  }),
  keySchema: ({ values, limits }) =>
    values === undefined
      ? {
          type: 'string',
          minLength: 1,
          pattern: String.raw`^[^\u0000]+$`,
          maxLength: Math.min(limits?.max ?? STRING_KEY_LIMIT, STRING_KEY_LIMIT),
        }
      : { type: 'string', enum: values },
  isText: true,
  hasExtremes: true,
  found: {
    // The types after `citext` accept only texts in their own form.
    // oxfmt-ignore
    postgres: [
      'text', 'varchar', 'bpchar', 'citext', 'inet', 'cidr', 'macaddr', 'timetz', 'xml', 'interval',
      'int4range', 'int8range', 'numrange', 'daterange', 'tsrange', 'tstzrange',
    ],
    // Other programs store these in other forms than Tenon's own types on SQLite, so they are read as text.
    sqlite: ['datetime', 'timestamp', 'time', 'uuid'],
  },
  readDefault: ({ inner }, { values }) =>
    values === undefined || values.includes(inner ?? '') ? inner : undefined,
}

/**
 * Text of any length, with `unique()` or `index()` of up to 2,600 bytes.
 *
 * Text with NUL or unpaired surrogates is rejected, because the databases cannot store it.
 * `Value` may list the only allowed texts; they are not checked at run time. A model rejects text with more
 * than `max` characters. Migrations ignore `max`. Throws `E_COLUMN_LIMITS` unless it is a positive integer.
 */
export const text: <Value extends string = string>(limits?: {
  readonly max: number
}) => Column<Value> = columnWord(
  {
    rules,
    make: { control: { kind: 'text' }, schema: toSchema, sample: toSample },
  },
  <Value extends string = string>(limits?: { readonly max: number }): Column<Value> =>
    columnOf(rules.name, { limits: checkedLimits('text', 1, limits) }),
)

/**
 * The primary key: a string of up to 2,600 bytes that the application chooses. A model rejects one with more than `max`
 * characters. Migrations ignore `max`. Throws `E_COLUMN_LIMITS` unless it is a positive integer.
 */
export const stringId: (limits?: { readonly max: number }) => Column<string, 'key'> = columnWord(
  { rules, make: { sample: ({ name, max }) => numbered(`${name}-`, max) } },
  (limits?: { readonly max: number }): Column<string, 'key'> =>
    columnOf(rules.name, { primaryKey: true, limits: checkedLimits('stringId', 1, limits) }),
)

/**
 * One of a fixed list of texts. A check in the database enforces it as well.
 *
 * Throws `E_COLUMN_ENUM` unless the list has different texts of 1 to 255 characters without NUL.
 */
export const oneOf: <const Value extends string>(values: readonly Value[]) => Column<Value> =
  columnWord(
    {
      rules,
      make: {
        control: { kind: 'choice' },
        schema: ({ label, values = [] }, say) => [
          'z',
          `.enum([${values.map(textLiteral).join(', ')}], ${say('Missing', `Choose one for ${label}`)})`,
        ],
        sample: toChoice,
        isAlike: true,
      },
    },
    <const Value extends string>(values: readonly Value[]): Column<Value> => {
      assertValues(values)
      return columnOf(rules.name, { values })
    },
  )

/**
 * The key of a file on a disk of `tenon/storage`: `c.file(avatars).nullable()`.
 *
 * When a record is deleted, or an update gives it another file, the old file is deleted after the commit.
 * Soft-deleted records keep their files. Queries that delete or update many rows do not read the rows, so the
 * files stay until `storage:sweep` finds them. In migrations, use `c.text()`.
 */
export const file: (disk: FileDisk) => Column<string> = columnWord(
  { rules, make: { control: { kind: 'file' } } },
  (disk: FileDisk) => columnOf(rules.name, { files: disk }),
)

/** Whether these can be the values of an enum: different texts of 1 to 255 characters. */
export function areEnumValues(values: readonly string[]): boolean {
  const isDistinct = new Set(values).size === values.length
  return values.length > 0 && isDistinct && values.every((value) => ENUM_VALUE.test(value))
}

function assertValues(values: readonly string[]): void {
  if (areEnumValues(values)) return
  throw new SetupError(
    'E_COLUMN_ENUM',
    `c.enum([${values.map((value) => `'${value}'`).join(', ')}]) is not possible. Give it different texts of 1 to 255 characters, none of them NUL.`,
  )
}

const ENUM_VALUE = /^[^\0]{1,255}$/u

function writeOneOf(values: readonly string[]): Write {
  return (value, refuse) => {
    if (typeof value !== 'string') return refuse.kind(value)
    return values.includes(value)
      ? value
      : refuse.content(value, 'The {field} must be one of {values}', { values: values.join(', ') })
  }
}

function isIndexed({ primaryKey, unique, index }: WrittenColumn): boolean {
  return primaryKey || unique || index
}

function writeText(value: unknown, refuse: Refusals): string {
  if (typeof value !== 'string') return refuse.kind(value)
  // The databases store neither NUL nor half of a surrogate pair.
  const isStorable = value.isWellFormed() && !value.includes('\0')
  return isStorable
    ? value
    : refuse.content(value, 'The {field} contains a character that is not allowed')
}

/** An entry of a PostgreSQL index has at most 2,704 bytes, some of which are overhead. */
const INDEXED_TEXT_LIMIT_BYTES = 2600

function writeIndexedText(value: unknown, refuse: Refusals): string {
  const text = writeText(value, refuse)
  const isShort = text.length <= INDEXED_TEXT_LIMIT_BYTES / 3
  if (isShort || Buffer.byteLength(text) <= INDEXED_TEXT_LIMIT_BYTES) return text
  return refuse.content(text, 'The {field} is too long')
}

function isStringKey(text: string): boolean {
  if (text === '' || text.includes('\0')) return false
  // A character takes one or two UTF-16 units.
  const isShort = text.length <= STRING_KEY_LIMIT
  return (
    isShort || (text.length <= 2 * STRING_KEY_LIMIT && Array.from(text).length <= STRING_KEY_LIMIT)
  )
}

/** Three bytes for each unit of UTF-16 still fit into an index. */
const INDEXED_TEXT_LIMIT = 800

function toSchema(field: MadeField, say: SayProblem): readonly string[] {
  const { label, isNullable, mayBeEmpty = false, isUnique = false, isIndexed = false } = field
  const max = field.max ?? (isUnique || isIndexed ? INDEXED_TEXT_LIMIT : undefined)
  const missing = say('Missing', `${label} is required`)
  return [
    'z',
    isNullable ? '.string()' : `.string(${missing})`,
    '.trim()',
    ...(isNullable || mayBeEmpty ? [] : [`.min(1, ${missing})`]),
    ...(max === undefined
      ? []
      : [
          `.max(${withGroups(max, '_')}, ${say('TooLong', `${label} must have at most ${withGroups(max, ',')} characters`)})`,
        ]),
  ]
}

/** Ten thousand and more as people write it: `10,000`. */
function withGroups(value: number, separator: string): string {
  return value < 10_000 ? `${value}` : `${value}`.replaceAll(/\B(?=(?:\d{3})+$)/g, separator)
}

function toSample({ label, max }: MadeField): string {
  return numbered(`${label} `, max)
}

/** A text that ends in the number of the record. Leaves out its start if `max` leaves no room for it. */
function numbered(start: string, max = Infinity): string {
  if (start.length + DIGITS_OF_N <= max) return `\`${start}\${n}\``
  return max >= DIGITS_OF_N ? '`${n}`' : `String(n).slice(-${max})`
}

/** The first value; if samples must differ, the first two in turn. */
function toChoice({ values = [], isUnique = false }: MadeField): string {
  const [first = '', second = first] = values.map(textLiteral)
  return isUnique ? `n % 2 === 1 ? ${first} : ${second}` : first
}

/** No test makes a million records of one model. */
const DIGITS_OF_N = 6

/** Converts ASCII letters to lower case, as the databases do for case-insensitive columns. */
export function foldCase(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
}
