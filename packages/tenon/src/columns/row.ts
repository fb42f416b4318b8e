import type { Columns } from './column.ts'

/** The values of a row by column. */
export type Row<Table extends Columns> = {
  readonly [Name in keyof Table]: Table[Name]['~types']['value']
}

/** What `create` takes: every column that has neither a default nor a way to be computed. */
export type InsertRow<Table extends Columns> = Simplify<
  { readonly [Name in RequiredName<Table>]: Table[Name]['~types']['value'] } & {
    readonly [Name in NameWith<Table, 'optional'>]?: Table[Name]['~types']['value'] | undefined
  }
>

/** What `update` takes: any column but the key. */
export type UpdateRow<Table extends Columns> = {
  readonly [Name in Exclude<keyof Table, KeyName<Table>>]?:
    | Table[Name]['~types']['value']
    | undefined
}

/** The name of the primary key's column. */
export type KeyName<Table extends Columns> = NameWith<Table, 'key'>

/** The primary key's value. */
export type Key<Table extends Columns> = Table[KeyName<Table>]['~types']['value']

/** The columns that name one record: the key and those declared `unique()`. */
export type UniqueName<Table extends Columns> = NameWith<Table, 'key' | 'unique'>

/** The columns whose trait is one of `Trait`. */
export type NameWith<Table extends Columns, Trait> = {
  [Name in keyof Table]: Extract<Table[Name]['~types']['trait'], Trait> extends never ? never : Name
}[keyof Table] &
  string

/** Flattens an intersection, so that an editor shows the result and not the way there. */
export type Simplify<Shape> = { [Name in keyof Shape]: Shape[Name] } & {}

type RequiredName<Table extends Columns> = Exclude<keyof Table, NameWith<Table, 'optional'>>
