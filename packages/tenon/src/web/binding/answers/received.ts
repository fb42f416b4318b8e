import type { AnyJson } from '../../../base/support/any-json.ts'
import type { Columns } from '../../../data/columns/column.ts'
import type { NameWith, Simplify, ValueOf } from '../../../data/columns/row.ts'
import type { NameOfData, Wire } from '../../../data/records/wire.ts'
import type { ByStatus, SentBy } from './answer.ts'
import type { ContentStatement } from './content.ts'
import type { ItemsStatement } from './items.ts'
import type { ValueIn } from './shape.ts'

/** What clients that revive dates and big integers receive, by status; the twin of `SentBy`. */
// oxfmt-ignore
export type ReceivedBy<S> =
  unknown extends S ? unknown :
  { readonly [Status in keyof ByStatus<S>]: Received<ByStatus<S>[Status]> }

// oxfmt-ignore
type Received<S> =
  S extends ItemsStatement<infer Item> ? AsyncIterable<Revived<ValueIn<Item>>> :
  S extends ContentStatement<string> ? SentBy<S>[200] :
  Revived<ValueIn<S>>

/**
 * A value as a client that revives receives it: like `Wire`, but with dates and big integers.
 *
 * Bytes, and values with their own `toJSON`, are as in `Wire`.
 */
// oxfmt-ignore
type Revived<Value> =
  unknown extends Value ? Value :
  AnyJson extends Value ? AnyJson | Extract<Value, undefined> :
  Value extends Date | bigint ? Value :
  Value extends Uint8Array ? string :
  Value extends { readonly '~columns': infer Table extends Columns } ? RevivedRecord<Table, Value> :
  Value extends { toJSON(): infer Written } ? Wire<Written> :
  Value extends readonly unknown[] ? { -readonly [Index in keyof Value]: Revived<Value[Index]> } :
  Value extends (...parameters: never) => unknown ? never :
  Value extends object ? { -readonly [Name in keyof Value as NameOfData<Value, Name>]: Revived<Value[Name]> } :
  Value

type RevivedRecord<Table extends Columns, Record> = Simplify<
  {
    [Name in keyof Table as Exclude<Name, NameWith<Table, 'hidden'>>]: RevivedColumn<Table, Name>
  } & (Record extends { readonly '~loaded': infer Loaded }
    ? { [Name in keyof Loaded]: Revived<Loaded[Name]> }
    : unknown)
>

/** Only the cast knows the types of its values, so they are as in `Wire`. */
// oxfmt-ignore
type RevivedColumn<Table extends Columns, Name extends keyof Table> =
  'cast' extends Table[Name]['~types']['trait'] ? Wire<ValueOf<Table, Name>> :
  Revived<ValueOf<Table, Name>>
