import { createServer } from 'node:net'
import {
  host,
  openTodos,
  port,
  titleSchema,
  toDocument,
  toErrors,
  toUser,
  userSchema,
} from './work.ts'

/**
 * Not an HTTP server: it looks at two letters of the incoming data, does the work of the request, and writes the
 * result behind a fixed head. Its cost is what any JavaScript server pays for its sockets, the database and the
 * validation before it does anything.
 */
const todos = openTodos()
const text = 'text/plain; charset=utf-8'
const json = 'application/json; charset=utf-8'
const pageHeaders = 'vary: X-Inertia\r\nx-inertia: true\r\ncache-control: private, no-cache\r\n'

const toPong = toHead('200 OK', text)
const toStats = toHead('200 OK', json, 'x-served-by: bench\r\n')
const toMissing = toHead('404 Not Found', text)
const toJson = toHead('200 OK', json)
const toHtml = toHead('200 OK', 'text/html; charset=utf-8')
const toPage = toHead('200 OK', 'application/json', pageHeaders)
const toInvalid = toHead('422 Unprocessable Content', json)
const toInvalidPage = toHead('422 Unprocessable Content', 'application/json', pageHeaders)
const toRedirect = toHead('303 See Other', text, 'location: /todos\r\n')

const answers: ReadonlyMap<string, (chunk: Buffer) => string> = new Map([
  ['GET /p', () => toPong('pong')],
  ['GET /u', () => toJson(JSON.stringify(toUser(42)))],
  ['GET /a', () => toStats(JSON.stringify({ user: 'ada' }))],
  ['GET /n', () => toMissing('404 Not Found')],
  ['POST /u', storeUser],
  ['GET /t', showTodos],
  ['POST /t', storeTodo],
])

createServer({ noDelay: true }, (socket) => {
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk: Buffer) => {
    const start = chunk.toString('latin1', 0, chunk[0] === GET ? 'GET /p'.length : 'POST /u'.length)
    const answer = answers.get(start)
    if (answer !== undefined) socket.write(answer(chunk), 'latin1')
  })
}).listen(port, host)

/** The first letter of a request. */
const GET = 'G'.charCodeAt(0)

function storeUser(chunk: Buffer): string {
  const result = userSchema.safeParse(readBody(chunk))
  if (result.success) return toJson(JSON.stringify({ id: 1, name: result.data.name }))
  const errors = toErrors(result.error.issues)
  return toInvalid(JSON.stringify({ message: 'The given data was invalid', errors }))
}

function showTodos(chunk: Buffer): string {
  // After /todos, a slash means one record, /todos/7; otherwise all records.
  if (chunk[PATH_END] === SLASH) return toJson(JSON.stringify(todos.find(7)))
  const props = { todos: todos.all(), errors: {} }
  const page = { component: 'Todos/Index', props, url: '/todos', version: '' }
  return chunk.includes('x-inertia') ? toPage(JSON.stringify(page)) : toHtml(toDocument(page))
}

const PATH_END = 'GET /todos'.length
const SLASH = '/'.charCodeAt(0)

function storeTodo(chunk: Buffer): string {
  const result = titleSchema.safeParse(readBody(chunk))
  if (result.success) {
    todos.create(result.data.title)
    return toRedirect('')
  }
  const props = { todo: null, errors: toErrors(result.error.issues) }
  const page = { component: 'Todos/Create', props, url: '/todos/create', version: '' }
  return toInvalidPage(JSON.stringify(page))
}

function readBody(chunk: Buffer): unknown {
  return JSON.parse(chunk.toString('utf8', chunk.indexOf('\r\n\r\n') + 4))
}

/** Prepares a head. The bodies of the comparison are ASCII. */
function toHead(status: string, type: string, more = ''): (body: string) => string {
  const date = new Date().toUTCString()
  const head = `HTTP/1.1 ${status}\r\n${more}content-type: ${type}\r\ndate: ${date}\r\nconnection: keep-alive\r\ncontent-length: `
  return (body) => `${head}${body.length}\r\n\r\n${body}`
}
