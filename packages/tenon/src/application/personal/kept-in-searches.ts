import { databaseOf } from '../../data/database/current-database.ts'
import { Sql, sql } from '../../data/database/sql.ts'
import type { Entity } from '../../data/records/entity.ts'

/**
 * Takes the words that rows do not have any more out of the search indexes of a table. SQLite only marks them as deleted,
 * and would keep them until it merges that part of the index. On PostgreSQL, `autovacuum` removes them.
 */
export async function forgetWords({ table }: Entity): Promise<void> {
  const database = databaseOf(table.database)
  if (database.dialect !== 'sqlite') return
  const indexes = await database.query<{ name: string }>(sql`
    select name from sqlite_schema
    where sql like 'create virtual table % using fts5(%' and instr(sql, ${`content="${table.name}"`}) > 0`)
  for (const { name } of indexes) {
    const index = `"${name.replaceAll('"', '""')}"`
    await database.query(new Sql([`insert into ${index} (${index}) values ('optimize')`], []))
  }
}
