import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { serveTodo, type ServedTodo } from './todo-binary.ts'
import {
  createTodo,
  formRequest,
  jsonRequest,
  listTodos,
  pageRequest,
  readPage,
} from './todo-client.ts'

forEachDialect('the todo application', (open) => {
  let app: ServedTodo
  before(async () => {
    app = await serveTodo(await open.url())
  })
  after(() => app[Symbol.asyncDispose]())

  describe('todos.index', () => {
    it('answers with the page Todos/Index and all records', async () => {
      const todo = await createTodo(app, 'In the index')

      const page = await readPage(await app.fetch('/todos', pageRequest('GET')))

      assert.equal(page.component, 'Todos/Index')
      assert.equal(page.url, '/todos')
      assert.deepEqual(page.props.errors, {})
      assert.deepEqual(Object.keys(page.props).toSorted(), ['errors', 'todos'])
      assert.ok(JSON.stringify(page.props['todos']).includes(JSON.stringify(todo)))
    })

    it('sends a browser the document around the same page object', async () => {
      const response = await app.fetch('/todos', { headers: { accept: 'text/html' } })

      assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8')
      assert.equal((await readPage(response)).component, 'Todos/Index')
    })

    it('sends a JSON client the same page object as JSON', async () => {
      const response = await app.fetch('/todos', jsonRequest('GET'))

      assert.match(response.headers.get('content-type') ?? '', /^application\/json/)
      assert.equal(response.headers.get('x-inertia'), null)
      assert.equal((await readPage(response)).component, 'Todos/Index')
    })
  })

  describe('todos.create', () => {
    it('answers with the page Todos/Create without a todo', async () => {
      const page = await readPage(await app.fetch('/todos/create', pageRequest('GET')))

      assert.equal(page.component, 'Todos/Create')
      assert.equal(page.props['todo'], null)
    })
  })

  describe('todos.store', () => {
    it('creates an uncompleted record with the current time, and redirects to the list', async () => {
      const startedAt = Date.now()

      const response = await app.fetch('/todos', pageRequest('POST', { title: 'Just made' }))

      assert.equal(response.status, 303)
      assert.equal(response.headers.get('location'), '/todos')
      const todo = (await listTodos(app)).find(({ title }) => title === 'Just made')
      assert.deepEqual(Object.keys(todo ?? {}), ['id', 'title', 'completed', 'created_at'])
      assert.equal(todo?.completed, false)
      assert.match(todo.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      const madeAt = Date.parse(todo.created_at)
      assert.ok(madeAt >= startedAt - 1 && madeAt <= Date.now() + 1)
    })

    it('accepts a plain HTML form, urlencoded and multipart', async () => {
      const multipart = new FormData()
      multipart.set('title', 'By multipart')

      const first = await app.fetch('/todos', formRequest({ title: 'By form' }))
      const second = await app.fetch('/todos', { method: 'POST', body: multipart })

      assert.deepEqual([first.status, second.status], [303, 303])
      const titles = (await listTodos(app)).map(({ title }) => title)
      assert.ok(titles.includes('By form') && titles.includes('By multipart'))
    })

    it('ignores fields that the request type does not have', async () => {
      const body = { title: 'Mass', completed: true, id: 4711, created_at: '1999-01-01' }

      await app.fetch('/todos', pageRequest('POST', body))

      const todo = (await listTodos(app)).find(({ title }) => title === 'Mass')
      assert.equal(todo?.completed, false)
      assert.notEqual(todo.id, 4711)
    })

    it('answers 422 with the form page for an empty, a missing and a wrong title', async () => {
      for (const body of [{ title: '' }, {}, { title: null }, { title: 5 }, [], 'text']) {
        const response = await app.fetch('/todos', pageRequest('POST', body))

        const { component, url, props } = await readPage(response)
        assert.deepEqual(
          [response.status, response.headers.get('x-inertia'), component, url, props['todo']],
          [422, 'true', 'Todos/Create', '/todos/create', null],
          JSON.stringify(body),
        )
      }
    })

    it('sends the message about the title to every kind of client', async () => {
      const page = await readPage(await app.fetch('/todos', pageRequest('POST', { title: '' })))
      const json = await app.fetch('/todos', jsonRequest('POST', {}))
      const form = await app.fetch('/todos', formRequest({ title: '' }))

      const errors = { title: 'Title is required' }
      assert.deepEqual(page.props.errors, errors)
      assert.equal(json.status, 422)
      assert.deepEqual((JSON.parse(await json.text()) as { errors: object }).errors, errors)
      assert.equal(form.status, 422)
      assert.match(form.headers.get('content-type') ?? '', /^text\/html/)
      assert.deepEqual((await readPage(form)).props.errors, errors)
    })
  })

  describe('todos.edit', () => {
    it('answers with the page Todos/Edit and the record', async () => {
      const todo = await createTodo(app, 'To be edited')

      const page = await readPage(await app.fetch(`/todos/${todo.id}/edit`, pageRequest('GET')))

      assert.equal(page.component, 'Todos/Edit')
      assert.deepEqual(page.props['todo'], todo)
    })
  })

  describe('todos.update', () => {
    it('replaces the title, keeps the rest, and redirects to the list', async () => {
      const todo = await createTodo(app, 'Old title')
      await app.fetch(`/todos/${todo.id}/toggle`, pageRequest('POST'))

      const response = await app.fetch(
        `/todos/${todo.id}`,
        pageRequest('PUT', { title: 'New title' }),
      )

      assert.equal(response.status, 303)
      assert.equal(response.headers.get('location'), '/todos')
      const updated = (await listTodos(app)).find(({ id }) => id === todo.id)
      assert.deepEqual(updated, { ...todo, title: 'New title', completed: true })
    })

    it('answers 422 with the edit page and its record', async () => {
      const todo = await createTodo(app, 'Stays as it is')

      const response = await app.fetch(`/todos/${todo.id}`, pageRequest('PUT', { title: '' }))

      const page = await readPage(response)
      assert.equal(response.status, 422)
      assert.equal(page.component, 'Todos/Edit')
      assert.equal(page.url, `/todos/${todo.id}/edit`)
      assert.deepEqual(page.props['todo'], todo)
      assert.deepEqual(page.props.errors, { title: 'Title is required' })
    })

    it('looks the record up before it validates', async () => {
      const missing = await app.fetch('/todos/999999', pageRequest('PUT', { title: '' }))
      const malformed = await app.fetch('/todos/abc', pageRequest('PUT', { title: '' }))

      assert.deepEqual([missing.status, malformed.status], [404, 400])
    })

    it('accepts a plain form with _method', async () => {
      const todo = await createTodo(app, 'Form before')

      const response = await app.fetch(
        `/todos/${todo.id}`,
        formRequest({ _method: 'PUT', title: 'Form after' }),
      )

      assert.equal(response.status, 303)
      assert.ok((await listTodos(app)).some(({ title }) => title === 'Form after'))
    })
  })

  describe('todos.toggle', () => {
    it('toggles the state there and back, and redirects to the list', async () => {
      const todo = await createTodo(app, 'Flip me')
      const isCompleted = async () =>
        (await listTodos(app)).find(({ id }) => id === todo.id)?.completed

      const response = await app.fetch(`/todos/${todo.id}/toggle`, pageRequest('POST'))

      assert.equal(response.status, 303)
      assert.equal(response.headers.get('location'), '/todos')
      assert.equal(await isCompleted(), true)
      await app.fetch(`/todos/${todo.id}/toggle`, pageRequest('POST'))
      assert.equal(await isCompleted(), false)
    })
  })

  describe('todos.destroy', () => {
    it('removes the record and redirects to the list', async () => {
      const todo = await createTodo(app, 'Remove me')

      const response = await app.fetch(`/todos/${todo.id}`, pageRequest('DELETE'))

      assert.equal(response.status, 303)
      assert.equal(response.headers.get('location'), '/todos')
      assert.ok((await listTodos(app)).every(({ id }) => id !== todo.id))
      const again = await app.fetch(`/todos/${todo.id}`, pageRequest('DELETE'))
      assert.equal(again.status, 404)
    })

    it('accepts a plain form with _method, and only with the three methods', async () => {
      const todo = await createTodo(app, 'Remove by form')

      const get = await app.fetch(`/todos/${todo.id}`, formRequest({ _method: 'GET' }))
      const post = await app.fetch(`/todos/${todo.id}`, formRequest({}))
      const removed = await app.fetch(`/todos/${todo.id}`, formRequest({ _method: 'DELETE' }))

      assert.deepEqual([get.status, post.status, removed.status], [405, 405, 303])
    })
  })

  describe('a bound todo', () => {
    it('answers 404 for a key without a record', async () => {
      for (const key of ['999999', '0', '-1', '2147483647', '-2147483648']) {
        const response = await app.fetch(`/todos/${key}/edit`, pageRequest('GET'))
        assert.equal(response.status, 404, key)
      }
    })

    it('answers 400 for a value that is not a canonical 32-bit integer', async () => {
      const keys = [
        'abc',
        '+1',
        '1e3',
        '0x10',
        '%201',
        '%EF%BC%91',
        '01',
        '-0',
        '1.0',
        '2147483648',
        '-2147483649',
        '9'.repeat(30),
      ]
      for (const key of keys) {
        const response = await app.fetch(`/todos/${key}/edit`, pageRequest('GET'))
        assert.equal(response.status, 400, key)
      }
    })
  })

  describe('/_app/health', () => {
    it('answers ok with the time, and checks the database only on request', async () => {
      const plain = await (await app.fetch('/_app/health')).json()
      const asked = await (await app.fetch('/_app/health?db=true')).json()
      const other = await (await app.fetch('/_app/health?db=1')).json()

      assert.deepEqual(Object.keys(plain as object), ['status', 'timestamp'])
      assert.match((plain as { timestamp: string }).timestamp, /^\d{4}-.*T.*\.\d{3}Z$/)
      assert.equal((asked as { database: string }).database, 'connected')
      assert.deepEqual(Object.keys(other as object), ['status', 'timestamp'])
    })

    it('answers HEAD without a body', async () => {
      const response = await app.fetch('/_app/health', { method: 'HEAD' })

      assert.equal(response.status, 200)
      assert.equal(await response.text(), '')
    })
  })

  describe('routing', () => {
    it('answers a plain 404 if no route matches, and a page to browsers', async () => {
      const response = await app.fetch('/nothing')
      const page = await app.fetch('/nothing', { headers: { accept: 'text/html' } })

      assert.equal(response.status, 404)
      assert.equal(response.headers.get('content-type'), 'text/plain; charset=utf-8')
      assert.equal(await response.text(), '404 Not Found')
      assert.deepEqual(
        [page.status, page.headers.get('content-type')],
        [404, 'text/html; charset=utf-8'],
      )
    })

    it('answers 405 with Allow, OPTIONS with 204 and Allow, HEAD from GET', async () => {
      const refused = await app.fetch('/todos', { method: 'PATCH' })
      const options = await app.fetch('/todos', { method: 'OPTIONS' })
      const head = await app.fetch('/todos', { method: 'HEAD' })

      assert.equal(refused.status, 405)
      assert.equal(refused.headers.get('allow'), 'GET, HEAD, POST, OPTIONS')
      assert.equal(options.status, 204)
      assert.equal(options.headers.get('allow'), 'GET, HEAD, POST, OPTIONS')
      assert.equal(head.status, 200)
      assert.equal(await head.text(), '')
    })

    it('redirects a trailing slash of GET and accepts it for other methods', async () => {
      const get = await app.fetch('/todos/?page=2')
      const post = await app.fetch('/todos/', pageRequest('POST', { title: 'With a slash' }))
      const twice = await app.fetch('/todos//')

      assert.equal(get.status, 308)
      assert.equal(get.headers.get('location'), '/todos?page=2')
      assert.equal(post.status, 303)
      assert.equal(twice.status, 404)
    })

    it('rejects malformed escapes', async () => {
      assert.equal((await app.fetch('/todos/%zz/edit')).status, 400)
      assert.equal((await app.fetch('/todos/%C3/edit')).status, 400)
    })

    it('redirects the front page to the list', async () => {
      const response = await app.fetch('/')

      assert.equal(response.status, 302)
      assert.equal(response.headers.get('location'), '/todos')
    })
  })

  describe('bodies', () => {
    it('are rejected with the right status, never with a 500', async () => {
      const send = (type: string, body: string) =>
        app.fetch('/todos', { method: 'POST', headers: { 'content-type': type }, body })

      assert.equal((await send('application/json', '{"title":')).status, 400)
      assert.equal((await send('application/xml', '<a/>')).status, 415)
      assert.equal((await send('application/json', `"${'x'.repeat(1_100_000)}"`)).status, 413)
      assert.equal((await send('application/json', '['.repeat(100))).status, 400)
      assert.equal((await send('application/json', '{"__proto__":{"title":"x"}}')).status, 400)
      assert.equal((await send('multipart/form-data', 'x')).status, 415)
    })
  })

  describe('cross-site requests', () => {
    it('are rejected if they would change something', async () => {
      const from = (headers: Record<string, string>) =>
        app.fetch('/todos', { ...formRequest({ title: 'Forged' }), headers })

      assert.equal((await from({ 'sec-fetch-site': 'cross-site' })).status, 403)
      assert.equal((await from({ 'sec-fetch-site': 'same-site' })).status, 403)
      assert.equal((await from({ origin: 'https://evil.example' })).status, 403)
      assert.equal((await from({ origin: 'null' })).status, 403)
      assert.equal((await from({ origin: app.url })).status, 303)
      assert.ok((await listTodos(app)).filter(({ title }) => title === 'Forged').length === 1)
    })
  })

  describe('the page protocol', () => {
    it('answers 409 for a GET from a client with other files, and only for a GET', async () => {
      const stale = { 'x-inertia-version': 'stale' }

      const get = await app.fetch('/todos?page=2', pageRequest('GET', undefined, stale))
      const post = await app.fetch('/todos', pageRequest('POST', { title: 'Stale client' }, stale))

      assert.equal(get.status, 409)
      assert.equal(get.headers.get('x-inertia-location'), '/todos?page=2')
      assert.equal(await get.text(), '')
      assert.equal(post.status, 303)
    })

    it('sends errors to a page client as the Error page', async () => {
      const response = await app.fetch('/todos/999999/edit', pageRequest('GET'))

      const page = await readPage(response)
      assert.equal(response.status, 404)
      assert.equal(page.component, 'Error')
      assert.equal(page.props['status'], 404)
    })

    it('sends errors to a JSON client with a message', async () => {
      const response = await app.fetch('/todos/999999/edit', jsonRequest('GET'))

      assert.equal(response.status, 404)
      assert.deepEqual(JSON.parse(await response.text()), { message: 'Not Found' })
    })

    it('serves the built files as immutable', async () => {
      const document = await (await app.fetch('/todos')).text()
      const [path = ''] = /\/assets\/app-[^"]+\.js/.exec(document) ?? []

      const response = await app.fetch(path)

      assert.equal(response.status, 200)
      assert.match(response.headers.get('cache-control') ?? '', /immutable/)
    })
  })
})
