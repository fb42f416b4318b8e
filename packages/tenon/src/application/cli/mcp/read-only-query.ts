import { DatabaseSync } from 'node:sqlite'
import { createDatabase } from '../../../data/database/create-database.ts'
import { resolveDatabaseUrl } from '../../../data/database/database-url.ts'
import type { Rows } from '../../../data/database/statement.ts'

/** The rows of a query, and whether there are more. */
export interface QueriedRows {
  readonly rows: readonly unknown[]
  readonly isCut: boolean
}

/** How many rows an agent is shown. */
const mostRows = 100

/**
 * Runs one statement that cannot change anything: SQLite is opened for reading, PostgreSQL runs it in a
 * read-only transaction that is rolled back.
 */
export async function queryReadOnly(databaseUrl: string, statement: string): Promise<QueriedRows> {
  const url = resolveDatabaseUrl(databaseUrl)
  const rows =
    url.dialect === 'sqlite'
      ? querySqlite(url.file, statement)
      : await queryPostgres(databaseUrl, statement)
  return { rows: rows.slice(0, mostRows), isCut: rows.length > mostRows }
}

function querySqlite(file: string, statement: string): readonly unknown[] {
  if (file === ':memory:') throw new Error('The database is in the memory of another process.')
  using database = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  return database
    .prepare(statement)
    .iterate()
    .take(mostRows + 1)
    .toArray()
}

async function queryPostgres(databaseUrl: string, statement: string): Promise<readonly unknown[]> {
  await using database = createDatabase(databaseUrl, { statementTimeout: '10s' })
  const run = async (text: string): Promise<readonly object[]> =>
    // One statement only: with parameters, even none, PostgreSQL takes no list of them.
    toObjects(await database.execute({ sql: text, parameters: [] }))
  const answer = new RolledBack()
  try {
    await database.transaction(async () => {
      await run('set transaction read only')
      answer.rows = await readRows(run, statement)
      throw answer
    })
  } catch (error) {
    if (error !== answer) throw error
  }
  return answer.rows
}

function toObjects({ columns, rows }: Rows): readonly object[] {
  return rows.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i]])))
}

/** A cursor reads as many rows as are shown; statements such as `explain` have none. */
async function readRows(
  run: (text: string) => Promise<readonly object[]>,
  statement: string,
): Promise<readonly object[]> {
  if (!/^\s*(?:select|with|values|table)\b/i.test(statement)) return run(statement)
  await run(`declare shown no scroll cursor for ${statement}`)
  return run(`fetch ${mostRows + 1} from shown`)
}

/** Ends the transaction without a trace. */
class RolledBack extends Error {
  rows: readonly object[] = []
}
