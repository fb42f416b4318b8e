import Database from 'better-sqlite3'
import { asc, eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { databaseFile } from './work.ts'

const todos = sqliteTable('todos', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  title: text('title').notNull(),
  completed: integer('completed', { mode: 'boolean' }).notNull(),
  created_at: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
})

const notes = sqliteTable('notes', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  title: text('title').notNull(),
  created_at: integer('created_at', { mode: 'timestamp_ms' }).notNull(),
})

/** The records via Drizzle, for servers without their own models. */
export function openDrizzleTodos() {
  const client = new Database(databaseFile())
  client.pragma('journal_mode = WAL')
  client.pragma('synchronous = NORMAL')
  const database = drizzle(client)
  return {
    find: (id: number) => database.select().from(todos).where(eq(todos.id, id)).get(),
    all: () => database.select().from(todos).orderBy(asc(todos.id)).all(),
    create: (title: string) =>
      void database.insert(notes).values({ title, created_at: new Date() }).run(),
  }
}
