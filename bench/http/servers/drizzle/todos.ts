import { asc, eq } from 'drizzle-orm'
import { integer, sqliteTable, text, type BaseSQLiteDatabase } from 'drizzle-orm/sqlite-core'

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

export type DrizzleTodos = ReturnType<typeof toDrizzleTodos>

/** The records via Drizzle, for servers without their own models, whatever the driver is. */
export function toDrizzleTodos(database: BaseSQLiteDatabase<'sync', unknown>) {
  return {
    find: (id: number) => database.select().from(todos).where(eq(todos.id, id)).get(),
    all: () => database.select().from(todos).orderBy(asc(todos.id)).all(),
    create: (title: string) =>
      void database.insert(notes).values({ title, created_at: new Date() }).run(),
  }
}
