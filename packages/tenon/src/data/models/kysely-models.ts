import type { ColumnType, Kysely } from 'kysely'
import type { Columns } from '../columns/column.ts'
import type { InsertValues, NameWith, ValueOf } from '../columns/row.ts'
import { databaseOf } from '../database/current-database.ts'
import { kysely } from '../database/kysely.ts'
import { type AnyModel, entityOf } from '../records/entity.ts'
import type { Table } from '../columns/table.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { RecordValues } from '../queries/kysely/record-values.ts'

/**
 * The tables of models as Kysely's types: `interface DB extends Tables<typeof models> {}`. The compiler
 * checks an interface many times faster than a type alias.
 */
export type Tables<Models extends ModelsByName> = {
  [Name in keyof Models as Models[Name]['table']]: KyselyTable<Models[Name]['columns']>
}

/** Models under any names, such as the exports of a module. */
export type ModelsByName = Readonly<Record<string, AnyModel>>

/** The columns of one table as Kysely's types; JSON and lists are written as text. */
export type KyselyTable<Declared extends Columns> = {
  [Name in keyof Declared]: ColumnType<
    ValueOf<Declared, Name>,
    InsertType<Declared, Name>,
    WriteType<Declared, Name>
  >
}

/**
 * Returns Kysely on the current database and transaction, with the models' types and values:
 *
 *     const db = kyselyFor({ User, Post })
 *     await db().selectFrom('posts').select(['title', 'created_at']).execute()
 *
 * Columns that are selected, written or compared have the same values as in records, including those of subqueries
 * and common table expressions. Expressions and casts have the database's values. Hooks do not run, the
 * model's defaults are not filled in, and soft-deleted rows are included. Throws `E_MODEL_DATABASE` if the
 * models are in different databases.
 */
export function kyselyFor<Models extends ModelsByName, DB = Tables<Models>>(
  models: Models,
): () => Kysely<DB> {
  const tables = Object.values(models).map((model) => entityOf(model).table)
  const name = onlyDatabase(tables)
  return () => {
    const database = databaseOf(name)
    return kysely<DB>(database, [new RecordValues(tables, database.dialect)])
  }
}

function onlyDatabase(tables: readonly Table[]): string | undefined {
  const [first] = tables
  const other = tables.find(({ database }) => database !== first?.database)
  if (first === undefined || other === undefined) return first?.database
  throw new SetupError(
    'E_MODEL_DATABASE',
    `kyselyFor() was given "${first.name}" and "${other.name}", which are in different databases. Call it once for each database.`,
  )
}

type WriteType<Declared extends Columns, Name extends keyof Declared> =
  Name extends NameWith<Declared, 'generated'>
    ? never
    : Name extends NameWith<Declared, 'json' | 'array'>
      ? string | Extract<ValueOf<Declared, Name>, null>
      : ValueOf<Declared, Name>

type InsertType<
  Declared extends Columns,
  Name extends keyof Declared,
> = undefined extends InsertValues<Declared>[Name & keyof InsertValues<Declared>]
  ? WriteType<Declared, Name> | undefined
  : WriteType<Declared, Name>
