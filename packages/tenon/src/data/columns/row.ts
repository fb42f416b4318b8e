import type { Hidden } from '../../base/support/hidden.ts'
import type { Refused } from '../../base/support/refused.ts'
import type { Columns } from './column.ts'

/** The values of a row by column, as they are read. The type of a hidden column's value says that it is hidden. */
export type RowValues<Declared extends Columns, Table extends string = 'row'> = {
  readonly [Name in keyof Declared]: ReadValue<Declared, Name, Table>
}

/** One column's values, as they are read. Keys identify rows in all statements, so they are never secrets. */
// oxfmt-ignore
export type ReadValue<Declared extends Columns, Name extends keyof Declared, Table extends string = 'row'> =
  string extends Name ? ValueOf<Declared, Name> :
  'hidden' extends Declared[Name]['~types']['trait'] ? HiddenColumn<Declared[Name]['~types'], `${Table}.${Name & string}`> :
  ValueOf<Declared, Name>

/** A value inside a column's JSON, as it is read. */
// oxfmt-ignore
export type ReadAt<Declared extends Columns, Name extends keyof Declared, Value> =
  'hidden' extends Declared[Name]['~types']['trait']
    ? Hidden<`${Name & string} is hidden: leave it out, or use its value with reveal()`, Value>
    : Value

// oxfmt-ignore
type HiddenColumn<Types extends { readonly value: unknown; readonly trait: unknown }, Column extends string> =
  Extract<Types['trait'], 'key' | 'keyPart'> extends never
    ? Hidden<`${Column} is hidden: leave it out, or use its value with reveal()`, NonNullable<Types['value']>> | Extract<Types['value'], null>
    : Types['value']

/** The values for `create`. A column is required unless it has a default or its values are computed. */
export type InsertValues<Table extends Columns> = Simplify<
  // `as` keeps each property tied to its column, so that editors can rename it and find references.
  {
    readonly [
      Name in keyof Table as Exclude<Name, NameWith<Table, 'optional' | 'generated'>>
    ]: ValueOf<Table, Name>
  } & {
    readonly [Name in keyof Table as Extract<Name, OptionalName<Table>>]?:
      | ValueOf<Table, Name>
      | undefined
  }
>

/** The values for `update`: any column except the keys of the record and its owner, and generated ones. */
export type UpdateValues<Table extends Columns> = {
  readonly [Name in keyof Table]?: Name extends NameWith<Table, Fixed>
    ? Unwritable<Name>
    : ValueOf<Table, Name> | undefined
}

/**
 * Given values without any name that `Writable` does not have, such as the former name of a column. By itself, the
 * compiler accepts further properties of a variable and of the result of a function.
 *
 * `Values` is a part of it, so that editors that rename a column find it in an object literal.
 */
export type Exactly<Given, Values, Writable = Values> = Values &
  Given &
  OnlyColumns<Given, Writable>

/** Rejects, in an intersection, names that `Writable` does not have. `Use` ends the sentence that says so. */
export type OnlyColumns<Given, Writable, Use extends string = 'to write here'> = {
  // Optional, so that values without any column of the table are rejected, too.
  readonly [Name in NameIn<Given>]?: Name extends keyof Writable | keyof OnRecords
    ? unknown
    : Refused<`There is no column "${Name & string}" ${Use}`>
}

/** The names of all members of a union; `never` for values with any name. */
// oxfmt-ignore
type NameIn<Given> =
  Given extends unknown ? string extends keyof Given ? never : keyof Given : never

/** Members that the type of a record has besides its columns. A copy, `{ ...record }`, has them too. */
interface OnRecords {
  readonly '~columns': unknown
  readonly '~table': unknown
}

/** `never` if the names of the columns are unknown, so that every model can be used as a model of any table. */
type Unwritable<Name> = string extends Name
  ? never
  : Refused<'A record stays with its owner, a key never changes, and the database writes a generated column'>

/** The traits of columns that no update writes. */
type Fixed = 'key' | 'keyPart' | 'generated' | 'owned'

/** The type of one column's values. */
export type ValueOf<
  Table extends Columns,
  Name extends keyof Table,
> = Table[Name]['~types']['value']

/** The name of the primary key column, or of each of them. */
export type KeyName<Table extends Columns> = NameWith<Table, 'key' | 'keyPart'>

/** The type of the primary key's values: an object if the key has several columns. */
export type KeyValue<Table extends Columns> = [NameWith<Table, 'keyPart'>] extends [never]
  ? ValueOf<Table, KeyName<Table>>
  : { readonly [Name in KeyName<Table>]: ValueOf<Table, Name> }

/** The columns that identify one record: the key and those declared `unique()`. */
export type UniqueName<Table extends Columns> = NameWith<Table, 'key' | 'unique'>

/** The columns that have the trait `Trait`. */
export type NameWith<Table extends Columns, Trait> = Extract<
  {
    [Name in keyof Table]: Extract<Table[Name]['~types']['trait'], Trait> extends never
      ? never
      : Name
  }[keyof Table],
  string
>

/** Flattens an intersection, so that editors show the result and not how it was built. */
export type Simplify<Shape> = { [Name in keyof Shape]: Shape[Name] } & {}

type OptionalName<Table extends Columns> = Exclude<
  NameWith<Table, 'optional'>,
  NameWith<Table, 'generated'>
>
