import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { createServer, type Socket } from 'node:net'
import { Reader } from './by-hand/reader.ts'
import {
  adminToken,
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
 * The least that a JavaScript server on sockets has to do before it may answer an HTTP/1.1 request: a second floor,
 * between `sockets.ts` and a framework.
 *
 * Every byte of the request line and of each field is checked, and the head is limited in bytes and fields. There
 * must be one valid `Host`, at most one `Content-Length`, and no `Transfer-Encoding`; requests may be cut anywhere or
 * follow each other in one piece; a body is read by its length, up to 1 MiB, and must be JSON in UTF-8. HEAD, `Connection:
 * close`, idle connections and clients that do not read are handled. A response has the same headers as Tenon's, `Date`
 * and a length in bytes, and is written at once. The work of the request is the same as in all servers, with zod.
 *
 * It leaves out features that few clients use: it refuses chunked bodies, `Expect` and HTTP/1.0, and with each piece of
 * a body, it reads the head again. Its router is a `switch`, and it has no 405. The middlewares are three functions
 * that call the next one. The last one waits for the response to add a header, as in Tenon, Koa and Hono; bare
 * `node:http` and Fastify do not wait. It does not recognize cross-site requests, writes no log, has no timeout except
 * that of an idle connection, and never stops.
 */
const todos = openTodos()
const keepAliveMs = 65_000
const reader = new Reader()

class Connection {
  readonly socket: Socket
  idleSince = now
  #rest: Buffer | undefined
  #isWaiting = false

  constructor(socket: Socket) {
    this.socket = socket
    socket.on('error', () => socket.destroy())
    socket.on('close', () => connections.delete(this))
    socket.on('data', (chunk: Buffer) => this.#read(chunk))
  }

  #read(chunk: Buffer): void {
    const bytes = this.#rest === undefined ? chunk : Buffer.concat([this.#rest, chunk])
    this.#rest = this.#isWaiting ? bytes : undefined
    if (this.#isWaiting) return
    for (let at = 0; at < bytes.length;) {
      const end = reader.read(bytes, at)
      if (end === 0) {
        this.#rest = bytes.subarray(at)
        return
      }
      if (end < 0) return this.#refuse(-end)
      const { method, isLast } = reader
      const answered = answer(bytes)
      if (answered instanceof Promise) {
        this.#isWaiting = true
        answered.then((late) => this.#proceed(late, method, isLast, bytes.subarray(end)))
        return
      }
      this.#send(answered, method, isLast)
      if (isLast) return void this.socket.end()
      at = end
    }
  }

  /** Sends an answer that had to wait, and continues to read. */
  #proceed(late: Answer, method: string, isLast: boolean, rest: Buffer): void {
    this.#send(late, method, isLast)
    if (isLast) return void this.socket.end()
    this.#isWaiting = false
    if (rest.length > 0 || this.#rest !== undefined) {
      const more = this.#rest ?? Buffer.alloc(0)
      this.#rest = rest
      this.#read(more)
    }
  }

  #send({ start, body, more }: Answer, method: string, isLast: boolean): void {
    const { socket } = this
    const length = Buffer.byteLength(body)
    const connection = isLast ? 'connection: close\r\n' : toKeepAlive
    const head = `${start.text}${connection}${more}content-length: ${length}\r\n\r\n`
    const text = method === 'HEAD' ? head : head + body
    this.idleSince = now
    // If both lengths match, the text is ASCII, and latin1 is faster to write.
    if (socket.write(text, length === body.length ? 'latin1' : 'utf8') || socket.isPaused()) return
    socket.pause()
    socket.once('drain', () => socket.resume())
  }

  #refuse(status: number): void {
    this.#send(
      toPlain(new Start(`${status} Refused`, text), 'The request was refused'),
      'GET',
      true,
    )
    this.socket.end()
  }
}

/** One clock serves all connections. */
let now = performance.now()
const connections = new Set<Connection>()
setInterval(() => {
  now = performance.now()
  for (const connection of connections) {
    if (now - connection.idleSince > keepAliveMs) connection.socket.destroy()
  }
}, 1000)

createServer({ noDelay: true }, (socket) => connections.add(new Connection(socket))).listen(
  port,
  host,
)

const text = 'text/plain; charset=utf-8'
const json = 'application/json; charset=utf-8'
const security =
  'x-content-type-options: nosniff\r\nreferrer-policy: strict-origin-when-cross-origin\r\n' +
  'x-frame-options: SAMEORIGIN\r\ncross-origin-opener-policy: same-origin\r\n'
const toKeepAlive = `connection: keep-alive\r\nkeep-alive: timeout=${keepAliveMs / 1000}\r\n`

/** The start of all responses of one kind. */
class Start {
  text = ''
  readonly #fixed: string

  constructor(status: string, type: string | undefined, more = '') {
    const ofType = type === undefined ? '' : `content-type: ${type}\r\n`
    this.#fixed = `HTTP/1.1 ${status}\r\n${security}${ofType}${more}`
    this.date()
  }

  /** Writes the date, and makes the text one piece, which V8 does not have to join for each response. */
  date(): void {
    const whole = `${this.#fixed}date: ${new Date().toUTCString()}\r\n`
    this.text = Buffer.from(whole, 'latin1').toString('latin1')
  }
}

interface Answer {
  readonly start: Start
  readonly body: string
  readonly more: string
}

const pageHeaders = 'vary: X-Inertia\r\nx-inertia: true\r\ncache-control: private, no-cache\r\n'
const documentHeaders = 'vary: X-Inertia\r\ncache-control: private, no-cache\r\n'
const starts = {
  text: new Start('200 OK', text),
  json: new Start('200 OK', json),
  page: new Start('200 OK', 'application/json', pageHeaders),
  html: new Start('200 OK', 'text/html; charset=utf-8', documentHeaders),
  redirect: new Start('303 See Other', undefined, 'vary: X-Inertia\r\nlocation: /todos\r\n'),
  malformed: new Start('400 Bad Request', text),
  unauthorized: new Start('401 Unauthorized', text, 'www-authenticate: Bearer\r\n'),
  forbidden: new Start('403 Forbidden', text),
  missing: new Start('404 Not Found', text),
  unsupported: new Start('415 Unsupported Media Type', text),
  invalid: new Start('422 Unprocessable Entity', json),
  invalidPage: new Start('422 Unprocessable Entity', 'application/json', pageHeaders),
}
setInterval(() => Object.values(starts).forEach((start) => start.date()), 250)

function toPlain(start: Start, body: string, more = ''): Answer {
  return { start, body, more }
}

function answer(bytes: Buffer): Answer | Promise<Answer> {
  const { method, path } = reader
  const isRead = method === 'GET' || method === 'HEAD'
  switch (path) {
    case '/ping':
      return isRead ? toPlain(starts.text, 'pong') : missing
    case '/admin/stats':
      return isRead ? stats({}) : missing
    case '/users':
      return method === 'POST' ? storeUser(bytes) : missing
    case '/todos':
      if (method === 'POST') return storeTodo(bytes)
      return isRead ? showTodos() : missing
  }
  if (!isRead) return missing
  if (path.startsWith('/users/')) return showUser(path.slice('/users/'.length))
  return path.startsWith('/todos/') ? showTodo(path.slice('/todos/'.length)) : missing
}

const missing = toPlain(starts.missing, '404 Not Found')
const malformed = toPlain(starts.malformed, '400 Bad Request')

interface State {
  user?: string
}
type Layer = (state: State) => Answer | Promise<Answer>
type Middleware = (state: State, next: () => Answer | Promise<Answer>) => Answer | Promise<Answer>

const identify: Middleware = (state, next) => {
  if (reader.authorization !== adminToken) return toPlain(starts.unauthorized, 'Unauthorized')
  state.user = 'ada'
  return next()
}

const authorize: Middleware = (state, next) =>
  state.user === 'ada' ? next() : toPlain(starts.forbidden, 'Forbidden')

const stamp: Middleware = async (_state, next) => {
  const { start, body, more } = await next()
  return { start, body, more: `${more}x-served-by: bench\r\n` }
}

const stats = [identify, authorize, stamp].reduceRight<Layer>(
  (inner, middleware) => (state) => middleware(state, () => inner(state)),
  ({ user }) => toPlain(starts.json, JSON.stringify({ user })),
)

function toId(given: string): number | undefined {
  return /^(?:0|[1-9]\d{0,8})$/.test(given) ? Number(given) : undefined
}

function showUser(given: string): Answer {
  const id = toId(given)
  return id === undefined ? malformed : toPlain(starts.json, JSON.stringify(toUser(id)))
}

function showTodo(given: string): Answer {
  const id = toId(given)
  if (id === undefined) return malformed
  const todo = todos.find(id)
  return todo === undefined ? missing : toPlain(starts.json, JSON.stringify(todo))
}

function showTodos(): Answer {
  const props = { todos: todos.all(), errors: {} }
  const page = { component: 'Todos/Index', props, url: '/todos', version: '' }
  if (reader.isPageVisit) return toPlain(starts.page, JSON.stringify(page))
  const nonce = randomUUID()
  const policy =
    `content-security-policy: default-src 'self'; script-src 'self' 'nonce-${nonce}'; style-src 'self' 'nonce-${nonce}'; ` +
    "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; " +
    "form-action 'self'; frame-ancestors 'self'\r\n"
  return toPlain(starts.html, toDocument(page), policy)
}

function storeUser(bytes: Buffer): Answer {
  const sent = readBody(bytes)
  if (isAnswer(sent)) return sent
  const result = userSchema.safeParse(sent.value)
  if (result.success) {
    return toPlain(starts.json, JSON.stringify({ id: 1, name: result.data.name }))
  }
  const errors = toErrors(result.error.issues)
  return toPlain(starts.invalid, JSON.stringify({ message: 'The given data was invalid', errors }))
}

function storeTodo(bytes: Buffer): Answer {
  const sent = readBody(bytes)
  if (isAnswer(sent)) return sent
  const result = titleSchema.safeParse(sent.value)
  if (result.success) {
    todos.create(result.data.title)
    return toPlain(starts.redirect, '')
  }
  const props = { todo: null, errors: toErrors(result.error.issues) }
  const page = { component: 'Todos/Create', props, url: '/todos/create', version: '' }
  return toPlain(starts.invalidPage, JSON.stringify(page))
}

/** Returns the value of the body, or the answer to a body that is not JSON. */
function readBody(bytes: Buffer): { readonly value: unknown } | Answer {
  if (!reader.isJson) return toPlain(starts.unsupported, '415 Unsupported Media Type')
  const body = bytes.subarray(reader.bodyAt, reader.bodyAt + reader.bodyLength)
  if (!isUtf8(body)) return malformed
  try {
    return { value: JSON.parse(body.toString()) }
  } catch {
    return malformed
  }
}

function isAnswer(sent: { readonly value: unknown } | Answer): sent is Answer {
  return 'start' in sent
}
