import { mapValues } from '../../base/support/values/map-values.ts'
import type { Columns } from '../columns/column.ts'
import type { NameWith, Simplify, ValueOf } from '../columns/row.ts'
import type { AnyJson } from '../../base/support/any-json.ts'
import { toIsoText } from './iso-text.ts'

/**
 * A value as a client receives it: dates, 64-bit integers and bytes (base64) are strings, hidden
 * columns are omitted.
 *
 * For a value with `toJSON`, it is the result of `toJSON`; for any other object, its properties without methods.
 */
// oxfmt-ignore
export type Wire<Value> =
  unknown extends Value ? Value :
  AnyJson extends Value ? AnyJson | Extract<Value, undefined> :
  Value extends Date | bigint | Uint8Array ? string :
  Value extends { readonly '~columns': infer Table extends Columns } ? WireRecord<Table, Value> :
  Value extends { toJSON(): infer Written } ? Wire<Written> :
  Value extends readonly (infer Item)[] ? Wire<Item>[] :
  Value extends (...parameters: never) => unknown ? never :
  Value extends object ? { -readonly [Name in keyof Value as NameOfData<Value, Name>]: Wire<Value[Name]> } :
  Value

/** The columns of a record as a client receives them. */
export type WireRow<Table extends Columns> = {
  // `as` keeps each property tied to its column, so that editors can rename it and find references.
  [Name in keyof Table as Exclude<Name, NameWith<Table, 'hidden'>>]: Wire<ValueOf<Table, Name>>
}

type WireRecord<Table extends Columns, Record> = Simplify<
  WireRow<Table> &
    (Record extends { readonly '~loaded': infer Loaded }
      ? { [Name in keyof Loaded]: Wire<Loaded[Name]> }
      : unknown)
>

/** The name of a property, or `never` for a method. `as` in a type over `keyof` keeps optional fields optional. */
export type NameOfData<Value, Name extends keyof Value> = Value[Name] extends (
  ...parameters: never
) => unknown
  ? never
  : Name

/** Converts the values of a record into values that JSON can carry. */
export function toWire(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : toIsoText(value)
  if (Array.isArray(value)) return value.map(toWire)
  if (value instanceof Uint8Array) return toBase64(value)
  if ('toJSON' in value && typeof value.toJSON === 'function') return value.toJSON()
  return isPlain(value) ? mapValues(value, toWire) : value
}

function toBase64({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64')
}

function isPlain(value: object): value is Readonly<Record<string, unknown>> {
  return Object.getPrototypeOf(value) === Object.prototype
}
