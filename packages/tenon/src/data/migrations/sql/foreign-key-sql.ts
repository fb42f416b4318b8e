import type { Reference } from '../../columns/column.ts'
import type { Database } from '../../database/database.ts'
import { SetupError } from '../../support/setup-error.ts'
import { foreignKeyName } from '../object-names.ts'
import type { Statements } from './statements.ts'
import { schemaBuilder } from './schema-builder.ts'
import { rebuildSql } from './sqlite-rebuild.ts'
import { isForeignKeyOf } from './sqlite-table.ts'

/** A column and the key that it refers to. */
export interface ForeignKey {
  readonly table: string
  readonly column: string
  readonly references: Reference
}

/** Writes the statements that make a column a foreign key. */
export async function* addForeignKeySql(key: ForeignKey, database: Database): Statements {
  if (database.dialect === 'postgres') {
    yield addConstraintSql(key)
    return
  }
  const definition = addConstraintSql(key).slice(`alter table "${key.table}" add `.length)
  yield* await rebuildSql(database, key.table, (definitions) => [...definitions, definition])
}

/** Writes the statements that drop the foreign key of a column; it must have one. */
export async function* dropForeignKeySql(
  { table, column }: Pick<ForeignKey, 'table' | 'column'>,
  database: Database,
): Statements {
  if (database.dialect === 'postgres') {
    const name = foreignKeyName(table, column)
    yield schemaBuilder('postgres').alterTable(table).dropConstraint(name).compile().sql
    return
  }
  const statements = await withoutForeignKeySql(table, column, database)
  if (statements.length === 0) throw noForeignKey(table, column)
  yield* statements
}

/** Writes the statements that drop the foreign key of a column on SQLite: none when it has none. */
export function withoutForeignKeySql(
  table: string,
  column: string,
  database: Database,
): Promise<string[]> {
  return rebuildSql(database, table, (definitions) =>
    definitions.filter((definition) => !isForeignKeyOf(definition, column)),
  )
}

function addConstraintSql({ table, column, references }: ForeignKey): string {
  return schemaBuilder('postgres')
    .alterTable(table)
    .addForeignKeyConstraint(foreignKeyName(table, column), [column], references.table, [
      references.column,
    ])
    .onDelete(references.onDelete)
    .onUpdate(references.onUpdate)
    .compile().sql
}

function noForeignKey(table: string, column: string): SetupError {
  return new SetupError(
    'E_MIGRATION_FOREIGN_KEY',
    `The column "${table}"."${column}" has no foreign key of its own. Drop the column, or make the table anew.`,
  )
}
