import { createHash } from 'node:crypto'
import { IDENTIFIER_LIMIT } from '../columns/identifier.ts'

/** An index as operations name it: by its columns. */
export interface IndexedColumns {
  readonly table: string
  readonly columns: readonly string[]
  readonly unique: boolean
}

/** The name under which an index is created, a function of what it indexes. */
export function indexName({ table, columns, unique }: IndexedColumns): string {
  return fit([table, ...columns, unique ? 'unique' : 'index'].join('_'))
}

/** The name under which a foreign key is created. */
export function foreignKeyName(table: string, column: string): string {
  return fit(`${table}_${column}_foreign`)
}

/** The name under which the primary key of several columns is created. */
export function primaryKeyName(table: string): string {
  return fit(`${table}_pkey`)
}

function fit(name: string): string {
  if (name.length <= IDENTIFIER_LIMIT) return name
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 8)
  return `${name.slice(0, IDENTIFIER_LIMIT - digest.length - 1)}_${digest}`
}
