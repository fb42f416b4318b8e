import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { databaseFile } from '../work.ts'
import { toDrizzleTodos } from './todos.ts'

/** The records via Drizzle and `bun:sqlite`, which Bun includes; better-sqlite3 does not run there. */
export function openDrizzleTodos() {
  const database = drizzle(databaseFile())
  database.run(sql`pragma journal_mode = wal`)
  database.run(sql`pragma synchronous = normal`)
  return toDrizzleTodos(database)
}
