import type { Database } from '../database/database.ts'
import { createDatabase } from '../drivers/create-database.ts'
import { sql } from '../database/sql.ts'
import type { Direction } from './migration-run.ts'
import type { NamedMigration } from './migration-source.ts'
import { operationSql } from './sql/operation-sql.ts'

/** The SQL that a migration would run. */
export interface PretendedMigration {
  readonly name: string
  readonly statements: readonly string[]
}

/**
 * Writes the SQL of migrations; changes nothing.
 *
 * On SQLite the migrations run on an empty in-memory copy of the schema, because later statements depend
 * on the tables after earlier ones. On PostgreSQL only the names of indexes and keys depend on the
 * database. So if a table is both created and renamed, the renaming of its indexes and keys is not shown.
 */
export async function pretendMigrations(
  database: Database,
  direction: Direction,
  migrations: readonly NamedMigration[],
): Promise<PretendedMigration[]> {
  return pretendAll(
    database,
    migrations.map(({ name, migration }) => ({
      name,
      async *statements(of) {
        for (const operation of migration[direction]) yield* operationSql(operation, of)
      },
    })),
  )
}

/** A change with its name, and the SQL that it would run on a database. */
export interface NamedChange {
  readonly name: string
  readonly statements: (database: Database) => AsyncIterable<string> | Iterable<string>
}

/** Writes the SQL of several changes in this order; changes nothing. */
export async function pretendAll(
  database: Database,
  changes: readonly NamedChange[],
): Promise<PretendedMigration[]> {
  if (database.dialect === 'postgres') return writeAll(database, changes, async () => {})

  await using copy = await copySchema(database)
  return await writeAll(copy, changes, (statement) => copy.script(statement))
}

async function writeAll(
  database: Database,
  changes: readonly NamedChange[],
  run: (statement: string) => Promise<void>,
): Promise<PretendedMigration[]> {
  const pretended: PretendedMigration[] = []
  for (const { name, statements } of changes) {
    const written: string[] = []
    for await (const statement of statements(database)) {
      written.push(statement)
      await run(statement)
    }
    pretended.push({ name, statements: written })
  }
  return pretended
}

async function copySchema(database: Database): Promise<Database> {
  const copy = createDatabase('sqlite::memory:')
  await copy.script('pragma foreign_keys = off')
  for (const { text } of await database.query<{ text: string }>(schemaTexts)) {
    await copy.script(text)
  }
  return copy
}

/** Tables come before the objects that depend on them. A virtual table creates its shadow tables itself. */
const schemaTexts = sql`
  select s.sql as text from sqlite_schema s
  left join pragma_table_list l on l.name = s.name and l.schema = 'main'
  where s.sql is not null and s.name not like 'sqlite\\_%' escape '\\'
    and coalesce(l.type, '') <> 'shadow'
  order by case s.type when 'table' then 0 when 'index' then 1 when 'view' then 2 else 3 end, s.rowid`
