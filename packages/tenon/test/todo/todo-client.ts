import assert from 'node:assert/strict'
import type { ServedTodo } from './todo-binary.ts'

/** A todo as it is sent over the wire. */
export interface WireTodo {
  readonly id: number
  readonly title: string
  readonly completed: boolean
  readonly created_at: string
}

/** The parts of a page object that the tests look at. */
export interface PageObject {
  readonly component: string
  readonly props: { readonly errors: object; readonly [name: string]: unknown }
  readonly url: string
  readonly version: string
}

/** Sends JSON like the page client. */
export function pageRequest(method: string, body?: unknown, headers: object = {}): RequestInit {
  return {
    method,
    headers: {
      accept: 'text/html, application/xhtml+xml',
      'x-inertia': 'true',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }
}

/** Sends a plain HTML form. */
export function formRequest(fields: Record<string, string>): RequestInit {
  return {
    method: 'POST',
    headers: { accept: 'text/html' },
    body: new URLSearchParams(fields),
  }
}

/** Sends JSON and accepts JSON. */
export function jsonRequest(method: string, body?: unknown): RequestInit {
  return {
    method,
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }
}

/** Reads a page object, from a page client's answer or from within a document. */
export async function readPage(response: Response): Promise<PageObject> {
  const text = await response.text()
  const block = /<script data-page="app" type="application\/json">(.*?)<\/script>/s.exec(text)
  return JSON.parse(block?.[1] ?? text)
}

/** All todos, as a JSON client reads them. */
export async function listTodos(app: ServedTodo): Promise<WireTodo[]> {
  const response = await app.fetch('/todos', jsonRequest('GET'))
  assert.equal(response.status, 200)
  const page: { props: { todos: WireTodo[] } } = JSON.parse(await response.text())
  return page.props.todos
}

/** Creates a todo and returns it as the list shows it. */
export async function createTodo(app: ServedTodo, title: string): Promise<WireTodo> {
  const response = await app.fetch('/todos', pageRequest('POST', { title }))
  assert.equal(response.status, 303)
  const created = (await listTodos(app)).find((todo) => todo.title === title)
  assert.ok(created, `${title} is not in the list`)
  return created
}
