import type { Reference } from '../../columns/column.ts'
import type { Database } from '../../database/database.ts'
import { SetupError } from '../../../base/support/setup-error.ts'
import { foreignKeyName } from '../../columns/object-names.ts'
import type { Statements } from '../operation.ts'
import { schemaBuilder } from './schema-builder.ts'
import { rebuildSql } from './sqlite-rebuild.ts'
import { readConstraints } from './catalog.ts'
import { withoutReference } from './sqlite-constraints.ts'
import { definesColumn, isForeignKeyOf } from './sqlite-table.ts'

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
  yield* await rebuildSql(database, key.table, (definitions) => [
    ...definitions,
    foreignKeyText(key),
  ])
}

/** Writes the statements that drop the foreign key of a column. Throws `E_MIGRATION_FOREIGN_KEY` if SQLite has none. */
export async function* dropForeignKeySql(
  { table, column }: Pick<ForeignKey, 'table' | 'column'>,
  database: Database,
): Statements {
  if (database.dialect === 'postgres') {
    const name = await findForeignKey(database, table, column)
    yield schemaBuilder('postgres').alterTable(table).dropConstraint(name).compile().sql
    return
  }
  const statements = await withoutForeignKeySql(table, column, database)
  if (statements.length === 0) throw noForeignKey(table, column)
  yield* statements
}

/** The name of a column's foreign key: the derived name, or a name that another tool gave it. */
async function findForeignKey(database: Database, table: string, column: string): Promise<string> {
  const derived = foreignKeyName(table, column)
  const keys = (await readConstraints(database, table)).filter(
    (each) => each.kind === 'foreign' && each.column === column,
  )
  return keys.some(({ name }) => name === derived) ? derived : (keys[0]?.name ?? derived)
}

/** Writes the statements that drop a column's foreign key on SQLite; an empty list if it has no foreign key. */
function withoutForeignKeySql(
  table: string,
  column: string,
  database: Database,
): Promise<string[]> {
  return rebuildSql(database, table, (definitions) =>
    definitions
      .filter((definition) => !isForeignKeyOf(definition, column))
      .map((each) => (definesColumn(each, column) ? withoutReference(each) : each)),
  )
}

/** A foreign key as a definition of an SQLite table. */
function foreignKeyText(key: ForeignKey): string {
  return addConstraintSql(key).slice(`alter table "${key.table}" add `.length)
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
    `The column "${table}"."${column}" does not have a separate foreign key. Drop the column, or create the table again.`,
  )
}
