import { Column, type ColumnDefinition, type ColumnTrait, type ColumnType } from './column.ts'
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
  /** The primary key: a 32-bit integer that the database counts up. */
  id: (): Column<number, 'key' | 'optional'> =>
    column('integer', { primaryKey: true, autoIncrement: true }),

  /** The primary key: a 64-bit integer that the database counts up, a `bigint` in records. */
  bigId: (): Column<bigint, 'key' | 'optional'> =>
    column('bigint', { primaryKey: true, autoIncrement: true }),

  /** The primary key: a UUID; new records get a version 7 one, whose order is that of their creation. */
  uuidId: (): Column<string, 'key' | 'optional'> =>
    column('uuid', { primaryKey: true, onCreate: uuidV7 }),

  /** The primary key: a string of up to 2,600 bytes that the application chooses. */
  stringId: (): Column<string, 'key'> => column('text', { primaryKey: true }),

  /**
   * Text of any length, with `unique()` or `index()` of up to 2,600 bytes.
   *
   * NUL and half characters are refused, which databases cannot keep.
   * `Value` may name the only texts that there are, which is not checked at run time.
   */
  text: <Value extends string = string>(): Column<Value> => column('text'),

  /** A 32-bit integer. */
  integer: (): Column<number> => column('integer'),

  /** A 64-bit integer, a `bigint` in records and a decimal string in JSON. */
  bigint: (): Column<bigint> => column('bigint'),

  /** A finite floating-point number of 64 bits. */
  real: (): Column<number> => column('real'),

  /** True or false. */
  boolean: (): Column<boolean> => column('boolean'),

  /** A moment in UTC with milliseconds, a `Date` in records. */
  timestamp: (): Column<Date> => column('timestamp'),

  /** Anything that JSON can carry; `Value` names its shape, which is not checked at run time. */
  json: <Value = Json>(): Column<Value, 'json'> => column('json'),

  /** A UUID in the 8-4-4-4-12 form, kept in lower case. */
  uuid: (): Column<string> => column('uuid'),
} as const

/** The pair `created_at` and `updated_at`, kept by the model: `...timestamps()`. */
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

/** The column `deleted_at`: `...softDeletes()` makes `delete` keep the row and queries leave it out. */
export function softDeletes(): { deleted_at: Column<Date | null, 'optional' | 'marksDeleted'> } {
  return { deleted_at: column('timestamp', { nullable: true, marksDeleted: true }) }
}

function column<Value, Trait extends ColumnTrait = never>(
  type: ColumnType,
  change: Partial<ColumnDefinition> = {},
): Column<Value, Trait> {
  return new Column({ ...plain, type, ...change })
}

const plain: Omit<ColumnDefinition, 'type'> = {
  primaryKey: false,
  autoIncrement: false,
  nullable: false,
  default: undefined,
  unique: false,
  index: false,
  references: undefined,
  hidden: false,
  marksDeleted: false,
  onCreate: undefined,
  onUpdate: undefined,
  cast: undefined,
}
