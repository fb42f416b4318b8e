import assert from 'node:assert/strict'

/** One kind of request, and the response expected from every server. */
export interface Scenario {
  readonly name: string
  /** The request as sent over the connection. */
  readonly request: Buffer
  /** Throws if a response is not the expected one. */
  verify(answer: Answer): void
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

/** The records in every server's database. */
export const records = Array.from({ length: 20 }, (_, index) => ({
  id: index + 1,
  title: `Write chapter ${index + 1} of the book`,
  completed: index % 3 === 0,
  created_at: new Date(Date.UTC(2026, 10, 1 + index, 9, 30, 0, 123)).toISOString(),
}))

const indexPage = {
  component: 'Todos/Index',
  props: { todos: records, errors: {} },
  url: '/todos',
  version: '',
}

export const scenarios: readonly Scenario[] = [
  {
    name: 'static text',
    request: toRequest('GET', '/ping'),
    verify(answer) {
      assertType(answer, 200, 'text/plain')
      assert.equal(answer.body, 'pong')
    },
  },
  {
    name: 'parameter, JSON',
    request: toRequest('GET', '/users/42'),
    verify: (answer) => assertJson(answer, 200, { id: 42, name: 'User 42' }),
  },
  {
    name: 'three middlewares',
    request: toRequest('GET', '/admin/stats', { authorization: 'Bearer ada' }),
    verify(answer) {
      assertJson(answer, 200, { user: 'ada' })
      assert.equal(answer.headers.get('x-served-by'), 'bench')
    },
  },
  {
    name: 'not found',
    request: toRequest('GET', '/nothing/here'),
    verify(answer) {
      assert.equal(answer.status, 404)
      assert.equal(answer.body, '404 Not Found')
    },
  },
  {
    name: 'POST valid',
    request: toPost('/users', { name: 'Ada Lovelace', email: 'ada@example.com', age: 36 }),
    verify: (answer) => assertJson(answer, 200, { id: 1, name: 'Ada Lovelace' }),
  },
  {
    name: 'POST invalid',
    request: toPost('/users', { name: '', email: 'ada@example.com', age: 7 }),
    verify: (answer) => assertFields(answer, (body) => body.errors, ['age', 'name']),
  },
  {
    name: 'record from SQLite',
    request: toRequest('GET', '/todos/7'),
    verify: (answer) => assertJson(answer, 200, records[6]),
  },
  {
    name: 'page of 20 records',
    request: toRequest('GET', '/todos', { 'x-inertia': 'true', 'x-inertia-version': '' }),
    verify(answer) {
      assertJson(answer, 200, indexPage)
      assert.equal(answer.headers.get('x-inertia'), 'true')
    },
  },
  {
    name: 'HTML of 20 records',
    request: toRequest('GET', '/todos', { accept: 'text/html,application/xhtml+xml' }),
    verify(answer) {
      assertType(answer, 200, 'text/html')
      const json = /data-page="app" type="application\/json">(.*?)<\/script>/.exec(answer.body)?.[1]
      assert.deepEqual(JSON.parse(json ?? ''), indexPage)
    },
  },
  {
    name: 'form valid, insert',
    request: toPost('/todos', { title: 'Write the index' }, { 'x-inertia': 'true' }),
    verify(answer) {
      assert.equal(answer.status, 303)
      assert.equal(answer.headers.get('location'), '/todos')
    },
  },
  {
    name: 'form invalid, page',
    request: toPost('/todos', { title: '' }, { 'x-inertia': 'true' }),
    verify(answer) {
      assertFields(answer, (body) => body.props?.errors, ['title'])
      assert.equal(answer.headers.get('x-inertia'), 'true')
    },
  },
]

type HeaderFields = Readonly<Record<string, string>>

export function toRequest(
  method: string,
  path: string,
  headers: HeaderFields = {},
  body = '',
): Buffer {
  const all = { host: 'localhost', accept: 'application/json', ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
}

export function toPost(
  path: string,
  value: unknown,
  headers: HeaderFields = {},
  method = 'POST',
): Buffer {
  const body = JSON.stringify(value)
  const own = { 'content-type': 'application/json', 'content-length': String(body.length) }
  return toRequest(method, path, { ...own, ...headers }, body)
}

function assertType(answer: Answer, status: number, type: string): void {
  assert.equal(answer.status, status, answer.body)
  assert.ok(answer.headers.get('content-type')?.startsWith(type))
}

function assertJson(answer: Answer, status: number, value: unknown): void {
  assertType(answer, status, 'application/json')
  assert.deepEqual(JSON.parse(answer.body), value)
}

interface ErrorBody {
  readonly errors?: Readonly<Record<string, string>>
  readonly props?: { readonly errors?: Readonly<Record<string, string>> }
}

/** The wording of the messages differs between libraries. */
function assertFields(
  answer: Answer,
  select: (body: ErrorBody) => Readonly<Record<string, string>> | undefined,
  fields: readonly string[],
): void {
  assertType(answer, 422, 'application/json')
  const errors = select(JSON.parse(answer.body)) ?? {}
  assert.deepEqual(Object.keys(errors).toSorted(), fields)
}
