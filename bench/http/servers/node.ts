import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import {
  adminToken,
  host,
  openTodos,
  port,
  resources,
  titleSchema,
  toDocument,
  toErrors,
  toUser,
  userSchema,
} from './work.ts'

/**
 * The application on bare `node:http`, hand-written for speed: one `writeHead` and one `end`, a
 * known `Content-Length`, a map and a `switch` as the router.
 *
 * With `SECURITY_HEADERS=1`, its responses have the same headers as Tenon's by default.
 */
const todos = openTodos()
const names: ReadonlySet<string> = new Set(resources)
const bodyLimitBytes = 1_048_576

const security = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'SAMEORIGIN',
  'cross-origin-opener-policy': 'same-origin',
}
type Headers = Readonly<Record<string, string>>
const common: Headers = process.env['SECURITY_HEADERS'] === '1' ? security : {}

createServer((request, response) => {
  handle(request, response).catch(() => send(response, 500, 'text/plain', 'Internal Server Error'))
}).listen(port, host)

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '', url = '/' } = request
  const queryAt = url.indexOf('?')
  const path = queryAt === -1 ? url : url.slice(0, queryAt)
  const [, first = '', second, third, ...rest] = path.split('/')
  if (rest.length > 0) return notFound(response)

  switch (first) {
    case 'ping':
      if (second !== undefined || method !== 'GET') break
      return send(response, 200, 'text/plain; charset=utf-8', 'pong')
    case 'users':
      if (third !== undefined) break
      if (method === 'GET' && second !== undefined) return showUser(response, second)
      if (method === 'POST' && second === undefined) return storeUser(request, response)
      break
    case 'admin':
      if (second !== 'stats' || third !== undefined || method !== 'GET') break
      return identify(request, response, (user) =>
        authorize(user, response, () => stamp((headers) => json(response, 200, { user }, headers))),
      )
    case 'todos':
      if (third !== undefined) break
      if (method === 'GET' && second === undefined) return listTodos(request, response)
      if (method === 'GET' && second !== undefined) return showTodo(response, second)
      if (method === 'POST' && second === undefined) return storeTodo(request, response)
      break
    default:
      if (names.has(first)) return resource(response, method, { first, second, third })
  }
  notFound(response)
}

function resource(
  response: ServerResponse,
  method: string,
  {
    first,
    second,
    third,
  }: { first: string; second: string | undefined; third: string | undefined },
): void {
  const action = toAction(method, second, third)
  if (action === undefined) return notFound(response)
  json(response, 200, { resource: first, action, id: second })
}

function toAction(method: string, second: string | undefined, third: string | undefined) {
  if (second === undefined) return { GET: 'index', POST: 'store' }[method]
  if (third === 'edit') return method === 'GET' ? 'edit' : undefined
  if (third !== undefined) return undefined
  if (second === 'create' && method === 'GET') return 'create'
  return { GET: 'show', PUT: 'update', DELETE: 'destroy' }[method]
}

function showUser(response: ServerResponse, text: string): void {
  const id = toId(text)
  if (id === undefined) return send(response, 400, 'text/plain', 'Bad Request')
  json(response, 200, toUser(id))
}

function toId(text: string): number | undefined {
  return /^(?:0|[1-9]\d{0,8})$/.test(text) ? Number(text) : undefined
}

function identify(
  request: IncomingMessage,
  response: ServerResponse,
  next: (user: string) => void,
): void {
  if (request.headers.authorization !== adminToken) {
    return send(response, 401, 'text/plain', 'Unauthorized')
  }
  next('ada')
}

function authorize(user: string, response: ServerResponse, next: () => void): void {
  if (user !== 'ada') return send(response, 403, 'text/plain', 'Forbidden')
  next()
}

function stamp(next: (headers: Headers) => void): void {
  next({ ...common, 'x-served-by': 'bench' })
}

async function storeUser(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const result = userSchema.safeParse(JSON.parse(await read(request)))
  if (result.success) return json(response, 200, { id: 1, name: result.data.name })
  const errors = toErrors(result.error.issues)
  json(response, 422, { message: 'The given data was invalid', errors })
}

function listTodos(request: IncomingMessage, response: ServerResponse): void {
  const props = { todos: todos.all(), errors: {} }
  const page = { component: 'Todos/Index', props, url: request.url ?? '', version: '' }
  if (request.headers['x-inertia'] === 'true') return sendPage(response, 200, page)
  send(response, 200, 'text/html; charset=utf-8', toDocument(page))
}

function showTodo(response: ServerResponse, text: string): void {
  const id = toId(text)
  if (id === undefined) return send(response, 400, 'text/plain', 'Bad Request')
  const todo = todos.find(id)
  if (todo === undefined) return notFound(response)
  json(response, 200, todo)
}

async function storeTodo(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const result = titleSchema.safeParse(JSON.parse(await read(request)))
  if (result.success) {
    todos.create(result.data.title)
    response.writeHead(303, { ...common, location: '/todos', 'content-length': 0 }).end()
    return
  }
  const props = { todo: null, errors: toErrors(result.error.issues) }
  sendPage(response, 422, { component: 'Todos/Create', props, url: '/todos/create', version: '' })
}

function read(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > bodyLimitBytes) request.destroy()
      else chunks.push(chunk)
    })
    request.on('end', () => resolve(Buffer.concat(chunks).toString()))
    request.on('error', reject)
  })
}

function sendPage(response: ServerResponse, status: number, page: object): void {
  const body = JSON.stringify(page)
  response
    .writeHead(status, {
      ...common,
      vary: 'X-Inertia',
      'x-inertia': 'true',
      'cache-control': 'private, no-cache',
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    })
    .end(body)
}

function json(response: ServerResponse, status: number, value: unknown, headers = common): void {
  const body = JSON.stringify(value)
  response
    .writeHead(status, {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
    })
    .end(body)
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  const length = Buffer.byteLength(body)
  response
    .writeHead(status, { ...common, 'content-type': type, 'content-length': length })
    .end(body)
}

function notFound(response: ServerResponse): void {
  send(response, 404, 'text/plain; charset=utf-8', '404 Not Found')
}
