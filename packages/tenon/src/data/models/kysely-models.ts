import type { ColumnType, Kysely } from 'kysely'
import type { Columns } from '../columns/column.ts'
import type { InsertValues, NameWith, ValueOf } from '../columns/row.ts'
import { currentDatabase } from '../database/current-database.ts'
import { kysely } from '../database/kysely.ts'
import { type AnyModel, entityOf } from '../records/entity.ts'
import { RecordValues } from './record-values.ts'

/**
 * The tables of models as Kysely's types: `interface DB extends Tables<typeof models> {}`, where an
 * interface is checked many times faster than an alias.
 */
export type Tables<Models extends ModelsByName> = {
  [Name in keyof Models as Models[Name]['table']]: KyselyTable<Models[Name]['columns']>
}

/** Models under any names, such as a module's exports. */
export type ModelsByName = Readonly<Record<string, AnyModel>>

/** The columns of one table as Kysely's types; JSON is written as text. */
export type KyselyTable<Declared extends Columns> = {
  [Name in keyof Declared]: ColumnType<
    ValueOf<Declared, Name>,
    InsertType<Declared, Name>,
    WriteType<Declared, Name>
  >
}

/**
 * Gives Kysely on the current database and its transaction, with the models' types and values:
 *
 *     const db = kyselyFor({ User, Post })
 *     await db().selectFrom('posts').select(['title', 'created_at']).execute()
 *
 * Columns that are selected by name or with `selectAll` come as in records. Expressions, columns of
 * subqueries and casts come as the database gives them; hooks do not run, defaults of the model are
 * not filled in, soft-deleted rows are not left out.
 */
export function kyselyFor<Models extends ModelsByName, DB = Tables<Models>>(
  models: Models,
): () => Kysely<DB> {
  const tables = new Map(
    Object.values(models).map((model) => [model.table, entityOf(model).table] as const),
  )
  return () => {
    const database = currentDatabase()
    return kysely<DB>(database, [new RecordValues(tables, database.dialect)])
  }
}

type WriteType<Declared extends Columns, Name extends keyof Declared> =
  Name extends NameWith<Declared, 'json'>
    ? string | Extract<ValueOf<Declared, Name>, null>
    : ValueOf<Declared, Name>

type InsertType<
  Declared extends Columns,
  Name extends keyof Declared,
> = undefined extends InsertValues<Declared>[Name & keyof InsertValues<Declared>]
  ? WriteType<Declared, Name> | undefined
  : WriteType<Declared, Name>
