import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { AnyJson } from '../../base/support/any-json.ts'
import type { Refused } from '../../base/support/refused.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import {
  Column,
  type ColumnDefinition,
  type ColumnTrait,
  type ColumnType,
  type Digits,
  type FileKeeper,
  type Limits,
} from './column.ts'
import { INT32 } from './parse-key.ts'
import { uuidV7 } from './uuid.ts'

/** A value that JSON can carry. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json | undefined }

/** The kinds of columns, for models and for migrations. */
export const c = {
  /** The primary key: a 32-bit integer that the database increments. */
  id: (): Column<number, 'key' | 'optional'> =>
    column('integer', { primaryKey: true, autoIncrement: true }),

  /** The primary key: a 64-bit integer that the database increments, a `bigint` in records. */
  bigId: (): Column<bigint, 'key' | 'optional'> =>
    column('bigint', { primaryKey: true, autoIncrement: true }),

  /** The primary key: a UUID; new records get version 7, which sorts by time of creation. */
  uuidId: (): Column<string, 'key' | 'optional'> =>
    column('uuid', { primaryKey: true, onCreate: uuidV7 }),

  /** The primary key: a string of up to 2,600 bytes that the application chooses. */
  stringId: (): Column<string, 'key'> => column('text', { primaryKey: true }),

  /**
   * Text of any length, with `unique()` or `index()` of up to 2,600 bytes.
   *
   * Text with NUL or unpaired surrogates is rejected, because the databases cannot store it.
   * `Value` may list the only allowed texts; they are not checked at run time. A model rejects text with more
   * than `max` characters. Migrations ignore `max`. Throws `E_COLUMN_LIMITS` unless it is a positive integer.
   */
  text: <Value extends string = string>(limits?: { readonly max: number }): Column<Value> =>
    column('text', { limits: checkedLimits('text', 1, limits) }),

  /**
   * The key of a file on a disk of `tenon/storage`: `c.file(avatars).nullable()`.
   *
   * When a record is deleted, or an update gives it another file, the old file is deleted after the commit.
   * Soft-deleted records keep theirs. Queries that delete or update many rows do not read them, so their
   * files stay until `storage:sweep` finds them. In migrations it is `c.text()`.
   */
  file: (disk: FileKeeper): Column<string> => column('text', { files: disk }),

  /**
   * A 32-bit integer. A model rejects others than from `min` to `max`, which migrations ignore.
   *
   * Throws `E_COLUMN_LIMITS` for limits that are not 32-bit integers in order.
   */
  integer: (limits?: { readonly min: number; readonly max: number }): Column<number> =>
    column('integer', { limits: checkedLimits('integer', INT32.min, limits) }),

  /** A 64-bit integer, a `bigint` in records and a decimal string in JSON. */
  bigint: (): Column<bigint> => column('bigint'),

  /** A finite floating-point number of 64 bits. */
  real: (): Column<number> => column('real'),

  /**
   * An exact decimal number, a string such as `'12.50'` in records and in JSON.
   *
   * `precision` is the total number of digits (1 to 18), `scale` how many of them follow the point. A
   * value with more digits is rejected, not rounded. Throws `E_COLUMN_DECIMAL` for other numbers.
   */
  decimal: (precision: number, scale: number): Column<string, 'decimal'> => {
    assertDigits({ precision, scale })
    return column('decimal', { digits: { precision, scale } })
  },

  /** True or false. */
  boolean: (): Column<boolean> => column('boolean'),

  /** A moment in UTC with milliseconds, a `Date` in records. */
  timestamp: (): Column<Date> => column('timestamp'),

  /** A date without a time, text such as `'2026-11-20'` in records and in JSON. */
  date: (): Column<string> => column('date'),

  /** Bytes, a `Uint8Array` in records and base64 in JSON; can only be compared with null. */
  bytes: (): Column<Uint8Array, 'bytes'> => column('bytes'),

  /**
   * One of a few texts, which a check in the database enforces as well.
   *
   * Throws `E_COLUMN_ENUM` for an empty list, an empty text, or a text that is listed twice.
   */
  enum: <const Value extends string>(values: readonly Value[]): Column<Value> => {
    assertValues(values)
    return column('text', { values })
  },

  /**
   * Any value that JSON can carry, such as a list of texts: `c.json(z.array(z.string()))`.
   *
   * A Standard Schema checks written values, and provides the type. Without one, `Value` is the type,
   * which is not checked at run time. Values are never checked when read.
   */
  json: <Value = Json, Input = unknown>(
    schema?: StandardSchemaV1<Input, Value>,
  ): Column<Carried<Value>, 'json'> => column('json', { schema }),

  /** A UUID in the 8-4-4-4-12 form, stored in lower case. */
  uuid: (): Column<string> => column('uuid'),
} as const

/** The pair `created_at` and `updated_at`, maintained by the model: `...timestamps()`. */
export function timestamps(): {
  created_at: Column<Date, 'optional'>
  updated_at: Column<Date, 'optional'>
} {
  const now = (): Date => new Date()
  return {
    created_at: c.timestamp().onCreate(now),
    updated_at: c.timestamp().onCreate(now).onUpdate(now),
  }
}

/** The column `deleted_at`: `...softDeletes()` makes `delete` keep the row, hidden from queries. */
export function softDeletes(): { deleted_at: Column<Date | null, 'optional' | 'marksDeleted'> } {
  return { deleted_at: column('timestamp', { nullable: true, marksDeleted: true }) }
}

/**
 * The column `version`, which every update increments: `...versions()` makes `update` of a record throw
 * `Conflict` (409) if someone else has updated it meanwhile.
 */
export function versions(): { version: Column<number, 'optional'> } {
  return { version: column('integer', { default: 1, countsVersions: true }) }
}

function column<Value, Trait extends ColumnTrait = never>(
  type: ColumnType,
  change: Partial<ColumnDefinition> = {},
): Column<Value, Trait> {
  return new Column({ ...plain, type, ...change })
}

/** 18 digits always fit into the 64-bit integer that SQLite stores them as. */
const PRECISION_LIMIT = 18

function assertDigits({ precision, scale }: Digits): void {
  const isPrecision = Number.isInteger(precision) && precision >= 1 && precision <= PRECISION_LIMIT
  if (isPrecision && Number.isInteger(scale) && scale >= 0 && scale <= precision) return
  throw new SetupError(
    'E_COLUMN_DECIMAL',
    `c.decimal(${precision}, ${scale}) is not possible. Give it 1 to ${PRECISION_LIMIT} digits, of which 0 to all follow the point.`,
  )
}

function checkedLimits(type: ColumnType, least: number, limits?: Limits): Limits | undefined {
  if (limits === undefined) return undefined
  const { min = least, max } = limits
  const isRange = Number.isInteger(min) && Number.isInteger(max) && least <= min && min <= max
  if (isRange && max <= INT32.max) return limits
  throw new SetupError(
    'E_COLUMN_LIMITS',
    `c.${type}(${JSON.stringify(limits)}) is not possible. Give it whole numbers from ${least} to ${INT32.max}, in order.`,
  )
}

function assertValues(values: readonly string[]): void {
  const isDistinct = new Set(values).size === values.length
  if (values.length > 0 && isDistinct && values.every((value) => ENUM_VALUE.test(value))) return
  throw new SetupError(
    'E_COLUMN_ENUM',
    `c.enum([${values.map((value) => `'${value}'`).join(', ')}]) is not possible. Give it different texts of 1 to 255 characters, none of them NUL.`,
  )
}

const ENUM_VALUE = /^[^\0]{1,255}$/u

const plain: Omit<ColumnDefinition, 'type'> = {
  digits: undefined,
  limits: undefined,
  values: undefined,
  schema: undefined,
  primaryKey: false,
  autoIncrement: false,
  nullable: false,
  default: undefined,
  computed: undefined,
  unique: false,
  caseInsensitive: false,
  ignoreDeleted: false,
  index: false,
  references: undefined,
  owner: undefined,
  hidden: false,
  marksDeleted: false,
  countsVersions: false,
  files: undefined,
  onCreate: undefined,
  onUpdate: undefined,
  cast: undefined,
}

/** The shape itself, with a message instead of a type that JSON does not preserve. */
// oxfmt-ignore
type Carried<Value> =
  AnyJson extends Value ? Value :
  Value extends Date | bigint | symbol | ((...parameters: never) => unknown) ? Refused<'JSON turns a Date or a bigint into text and drops a function: use string'> :
  Value extends object ? { [Name in keyof Value]: Carried<Value[Name]> } :
  Value
