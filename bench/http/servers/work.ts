import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'

/** The work that every server of the comparison does, so that only the frameworks differ. */

/** Besides the measured routes, seven routes for each of these make an application of about 60. */
export const resources = [
  'posts',
  'comments',
  'tags',
  'orders',
  'invoices',
  'products',
  'projects',
  'teams',
] as const

/** The port that the comparison assigned to this process. */
export const port = Number(process.env['SERVER_PORT'])
export const host = '127.0.0.1'

export function toUser(id: number) {
  return { id, name: `User ${id}` }
}

export const adminToken = 'Bearer ada'

export const userSchema = z.object({
  name: z.string().min(1, 'Name is required'),
  email: z.email('Email must be an address'),
  age: z.number().int().min(18, 'Age must be 18 at least'),
})

export const titleSchema = z.object({
  title: z.string('Title is required').min(1, 'Title is required'),
})

/** The first message of each field. */
export function toErrors(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const { path, message } of issues) errors[path.join('.')] ??= message
  return errors
}

export interface Page {
  readonly component: string
  readonly props: object
  readonly url: string
  readonly version: string
}

/** The smallest possible document around a page object. */
export function toDocument(page: Page): string {
  const json = JSON.stringify(page).replaceAll('<', '\\u003c')
  return (
    '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n' +
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n</head>\n<body>\n' +
    `<script data-page="app" type="application/json">${json}</script>\n` +
    '<div id="app"></div>\n</body>\n</html>\n'
  )
}

export interface Todo {
  readonly id: number
  readonly title: string
  readonly completed: boolean
  readonly created_at: string
}

/** The records via hand-written statements, for servers without their own models. */
export function openTodos() {
  const database = new DatabaseSync(databaseFile())
  database.exec('pragma journal_mode = wal; pragma synchronous = normal')
  const one = database.prepare('select id, title, completed, created_at from todos where id = ?')
  const all = database.prepare('select id, title, completed, created_at from todos order by id')
  const insert = database.prepare('insert into notes (title, created_at) values (?, ?)')
  return {
    find: (id: number) => {
      const row = one.get(id)
      return row === undefined ? undefined : toTodo(row)
    },
    all: () => all.all().map(toTodo),
    create: (title: string) => void insert.run(title, Date.now()),
  }
}

export function databaseFile(): string {
  return process.env['DATABASE_FILE'] ?? ''
}

function toTodo(row: Record<string, unknown>): Todo {
  return {
    id: Number(row['id']),
    title: String(row['title']),
    completed: row['completed'] === 1,
    created_at: new Date(Number(row['created_at'])).toISOString(),
  }
}
