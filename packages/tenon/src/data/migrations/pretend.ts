import type { Database } from '../database/database.ts'
import { createDatabase } from '../database/create-database.ts'
import { sql } from '../database/sql.ts'
import type { Direction } from './migration-run.ts'
import type { NamedMigration } from './migration-source.ts'
import type { Operation } from './operation.ts'
import { operationSql } from './sql/operation-sql.ts'

/** The SQL that a migration would run. */
export interface PretendedMigration {
  readonly name: string
  readonly statements: readonly string[]
}

/**
 * Writes the SQL of migrations; changes nothing.
 *
 * On SQLite they run on an empty copy of the schema in memory, because later statements depend on the
 * tables that earlier ones leave. On PostgreSQL only the names of indexes and keys depend on the
 * database: if a table is both created and renamed, renaming its indexes and keys is not shown.
 */
export async function pretendMigrations(
  database: Database,
  direction: Direction,
  migrations: readonly NamedMigration[],
): Promise<PretendedMigration[]> {
  const all = migrations.map(({ name, migration }) => ({ name, operations: migration[direction] }))
  if (database.dialect === 'postgres') return writeAll(database, all, async () => {})

  await using copy = await copySchema(database)
  return await writeAll(copy, all, (statement) => copy.script(statement))
}

interface NamedOperations {
  readonly name: string
  readonly operations: readonly Operation[]
}

async function writeAll(
  database: Database,
  migrations: readonly NamedOperations[],
  run: (statement: string) => Promise<void>,
): Promise<PretendedMigration[]> {
  const pretended: PretendedMigration[] = []
  for (const { name, operations } of migrations) {
    const statements: string[] = []
    for (const operation of operations) {
      for await (const statement of operationSql(operation, database)) {
        statements.push(statement)
        await run(statement)
      }
    }
    pretended.push({ name, statements })
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

/** Tables come before what depends on them; a virtual table creates its shadow tables itself. */
const schemaTexts = sql`
  select s.sql as text from sqlite_schema s
  left join pragma_table_list l on l.name = s.name and l.schema = 'main'
  where s.sql is not null and s.name not like 'sqlite\\_%' escape '\\'
    and coalesce(l.type, '') <> 'shadow'
  order by case s.type when 'table' then 0 when 'index' then 1 when 'view' then 2 else 3 end, s.rowid`
