import type { Columns } from '../columns/column.ts'
import type { NameWith, Simplify, ValueOf } from '../columns/row.ts'
import { toIsoText } from './iso-text.ts'

/**
 * A value as it arrives at a client: dates and 64-bit integers are strings, hidden columns are gone.
 *
 * Of a record it is what `toJSON` answers, of any other object its data without the methods.
 */
export type Wire<Value> = Value extends Date | bigint
  ? string
  : Value extends { readonly '~columns': infer Table extends Columns }
    ? WireRecord<Table, Value>
    : Value extends readonly (infer Item)[]
      ? Wire<Item>[]
      : Value extends (...parameters: never) => unknown
        ? never
        : Value extends object
          ? { [Name in DataName<Value>]: Wire<Value[Name]> }
          : Value

/** The columns of a record as they arrive at a client. */
export type WireRow<Table extends Columns> = {
  [Name in Exclude<keyof Table, NameWith<Table, 'hidden'>>]: Wire<ValueOf<Table, Name>>
}

type WireRecord<Table extends Columns, Record> = Simplify<
  WireRow<Table> &
    (Record extends { readonly '~loaded': infer Loaded }
      ? { [Name in keyof Loaded]: Wire<Loaded[Name]> }
      : unknown)
>

type DataName<Value> = {
  [Name in keyof Value]: Value[Name] extends (...parameters: never) => unknown ? never : Name
}[keyof Value]

/** Converts what a record holds into what JSON carries. */
export function toWire(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : toIsoText(value)
  if (Array.isArray(value)) return value.map(toWire)
  if ('toJSON' in value && typeof value.toJSON === 'function') return value.toJSON()
  return isPlain(value) ? mapValues(value) : value
}

function isPlain(value: object): boolean {
  return Object.getPrototypeOf(value) === Object.prototype
}

function mapValues(value: object): object {
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, toWire(each)]))
}
