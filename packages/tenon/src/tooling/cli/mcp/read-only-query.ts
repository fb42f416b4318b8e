import { execFile } from 'node:child_process'
import { extname, join } from 'node:path'
import { createDatabase } from '../../../data/drivers/create-database.ts'
import { matchDatabaseUrl } from '../../../data/database/database-url.ts'
import type { Rows } from '../../../data/database/statement.ts'

/** The rows of a query, and whether there are more. */
export interface QueriedRows {
  readonly rows: readonly unknown[]
  readonly isCut: boolean
}

/** How many rows an agent gets. */
const mostRows = 100

const defaultLimitMs = 10_000

/**
 * Runs one statement that cannot change anything: SQLite is opened read-only, PostgreSQL runs it in a read-only
 * transaction that is rolled back. Rejects if it takes longer than the limit.
 */
export async function queryReadOnly(
  databaseUrl: string,
  statement: string,
  limitMs: number = defaultLimitMs,
): Promise<QueriedRows> {
  const rows = await matchDatabaseUrl(databaseUrl, {
    sqlite: ({ file }) => querySqlite(file, statement, limitMs),
    postgres: () => queryPostgres(databaseUrl, statement, limitMs),
  })
  return { rows: rows.slice(0, mostRows), isCut: rows.length > mostRows }
}

const reader = join(import.meta.dirname, `sqlite-reader${extname(import.meta.filename)}`)

async function querySqlite(
  file: string,
  statement: string,
  limitMs: number,
): Promise<readonly unknown[]> {
  // Even with a read-only database, `vacuum into` could write a copy to any file.
  if (!isQuery.test(statement)) throw new Error('Only select, with, values and explain are run.')
  if (file === ':memory:') throw new Error('The database is in the memory of another process.')
  const argv = ['--no-warnings', reader, file, String(mostRows + 1), statement]
  const options = { timeout: limitMs, killSignal: 'SIGKILL', maxBuffer: 2 ** 26 } as const
  return new Promise((resolve, reject) => {
    execFile(process.execPath, argv, options, (error, stdout, stderr) => {
      // Sound: the reader writes only JSON.
      if (error === null) resolve(JSON.parse(stdout) as readonly unknown[])
      else if (error.killed === true) reject(new Error(`It took longer than ${limitMs / 1000} s.`))
      else reject(new Error(stderr || error.message))
    })
  })
}

const isQuery = /^(?:\s|--.*|\/\*[^]*?\*\/)*(?:select|with|values|explain)\b/i

async function queryPostgres(
  databaseUrl: string,
  statement: string,
  limitMs: number,
): Promise<readonly unknown[]> {
  await using database = createDatabase(databaseUrl, { statementTimeout: `${limitMs}ms` })
  const run = async (text: string): Promise<readonly object[]> =>
    // With parameters, even an empty list, PostgreSQL accepts only one statement.
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

/** A cursor reads only the rows that are shown. `explain` and `show` cannot have a cursor, and return few rows. */
async function readRows(
  run: (text: string) => Promise<readonly object[]>,
  statement: string,
): Promise<readonly object[]> {
  if (/^(?:\s|--.*|\/\*[^]*?\*\/)*(?:explain|show)\b/i.test(statement)) return run(statement)
  await run(`declare shown no scroll cursor for ${statement}`)
  return run(`fetch ${mostRows + 1} from shown`)
}

/** Rolls the transaction back and carries the rows out of it. */
class RolledBack extends Error {
  rows: readonly object[] = []
}
