import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { databaseFile } from '../work.ts'
import { toDrizzleTodos } from './todos.ts'

/** The records via Drizzle and better-sqlite3, the usual driver on Node. */
export function openDrizzleTodos() {
  const client = new Database(databaseFile())
  client.pragma('journal_mode = WAL')
  client.pragma('synchronous = NORMAL')
  return toDrizzleTodos(drizzle(client))
}
