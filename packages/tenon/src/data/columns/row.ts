import type { Columns } from './column.ts'

/** The values of a row by column. */
export type RowValues<Table extends Columns> = {
  readonly [Name in keyof Table]: ValueOf<Table, Name>
}

/** What `create` takes: every column that has neither a default nor a way to be computed. */
export type InsertValues<Table extends Columns> = Simplify<
  { readonly [Name in RequiredName<Table>]: ValueOf<Table, Name> } & {
    readonly [Name in NameWith<Table, 'optional'>]?: ValueOf<Table, Name> | undefined
  }
>

/** What `update` takes: any column but the key, which never changes. */
export type UpdateValues<Table extends Columns> = {
  readonly [Name in keyof Table]?: Name extends KeyName<Table>
    ? never
    : ValueOf<Table, Name> | undefined
}

/** The type of one column's values. */
export type ValueOf<
  Table extends Columns,
  Name extends keyof Table,
> = Table[Name]['~types']['value']

/** The name of the primary key's column. */
export type KeyName<Table extends Columns> = NameWith<Table, 'key'>

/** The type of the primary key's values. */
export type KeyValue<Table extends Columns> = ValueOf<Table, KeyName<Table>>

/** The columns that name one record: the key and those declared `unique()`. */
export type UniqueName<Table extends Columns> = NameWith<Table, 'key' | 'unique'>

/** The columns one of whose traits is `Trait`. */
export type NameWith<Table extends Columns, Trait> = {
  [Name in keyof Table]: Extract<Table[Name]['~types']['trait'], Trait> extends never ? never : Name
}[keyof Table] &
  string

/** Flattens an intersection, so that an editor shows the result and not the way there. */
export type Simplify<Shape> = { [Name in keyof Shape]: Shape[Name] } & {}

type RequiredName<Table extends Columns> = Exclude<keyof Table, NameWith<Table, 'optional'>>
