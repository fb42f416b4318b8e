import { createHash } from 'node:crypto'
import { SetupError } from '../support/setup-error.ts'

/** PostgreSQL's limit; it cuts longer names off without an error. */
const maxLength = 63
const grammar = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/

/** Refuses a name of a table or column that is not plain: letters, digits, `_`, at most 63. */
export function assertIdentifier(name: string): void {
  if (grammar.test(name)) return
  throw new SetupError(
    'E_MIGRATION_IDENTIFIER',
    `"${name}" cannot name a table or a column. Use letters, digits and "_", at most ${maxLength} of them, and no digit first.`,
  )
}

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
  if (name.length <= maxLength) return name
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 8)
  return `${name.slice(0, maxLength - digest.length - 1)}_${digest}`
}
