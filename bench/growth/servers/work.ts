import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { databaseFile } from '../../http/servers/work.ts'

/** Ten routes per resource. */
export const resourceCount = Number(process.env['ROUTES']) / 10
export const bodyLimitBytes = 2_000_000
export const textSchema = z.object({ text: z.string().min(1) })

/** Fills the table with as many records as the longest list needs. */
export function fillTodos(): void {
  const database = new DatabaseSync(databaseFile())
  database.exec('delete from todos; begin')
  const insert = database.prepare(
    'insert into todos (id, title, completed, created_at) values (?, ?, 0, ?)',
  )
  const createdAt = Date.UTC(2026, 10, 1, 9, 30, 0, 123)
  for (let id = 1; id <= recordCount; id++) {
    insert.run(id, `Write chapter ${id} of the book`, createdAt)
  }
  database.exec('commit')
  database.close()
}

const recordCount = 2_000

/** Reads the first records with a hand-written statement, for servers without their own models. */
export function openTodos(): (count: number) => readonly object[] {
  const database = new DatabaseSync(databaseFile())
  database.exec('pragma journal_mode = wal')
  const select = database.prepare(
    'select id, title, completed, created_at from todos order by id limit ?',
  )
  return (count) => select.all(count).map(toTodo)
}

function toTodo(row: Record<string, unknown>): object {
  return {
    id: Number(row['id']),
    title: String(row['title']),
    completed: row['completed'] === 1,
    created_at: new Date(Number(row['created_at'])).toISOString(),
  }
}
