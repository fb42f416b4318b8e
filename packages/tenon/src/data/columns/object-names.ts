import { fitIdentifier } from './identifier.ts'

/** An index identified by its columns, as in operations. */
export interface IndexedColumns {
  readonly table: string
  readonly columns: readonly string[]
  readonly unique: boolean
  /** Set by the author; otherwise the name is derived. */
  readonly name?: string | undefined
}

/** The name of an index: derived from what it indexes, unless it is set. */
export function indexName({ name, table, columns, unique }: IndexedColumns): string {
  if (name !== undefined) return name
  return fitIdentifier([table, ...columns, unique ? 'unique' : 'index'].join('_'))
}

export function foreignKeyName(table: string, column: string): string {
  return fitIdentifier(`${table}_${column}_foreign`)
}

/** The name of a column's check constraint. */
export function checkName(table: string, column: string): string {
  return fitIdentifier(`${table}_${column}_check`)
}

/** The name of a primary key of several columns. */
export function primaryKeyName(table: string): string {
  return fitIdentifier(`${table}_pkey`)
}
