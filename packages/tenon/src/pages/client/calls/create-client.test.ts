import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { ApiError } from './api-error.ts'
import { followViewer, shownPage } from '../visits/viewer.ts'
import { createClient } from './create-client.ts'

const routes = [{ name: 'todos.index', method: 'GET', path: '/todos' }]

/** Calls a route of a server that sends these answers, one after the other. */
function call(...answers: readonly Response[]) {
  const left = [...answers]
  const fetch = (): Promise<Response> => Promise.resolve(left.shift() ?? new Response(''))
  return createClient({ baseUrl: 'https://todos.example', routes, fetch })('todos.index')
}

describe('a call', () => {
  it('is a promise with all of its methods', async () => {
    const todos = call(Response.json([1]))
    const seen: unknown[] = []

    assert.ok(todos instanceof Promise)
    assert.deepEqual(await todos.finally(() => seen.push('finally')), [1])
    assert.deepEqual(await Promise.all([todos, todos]), [[1], [1]])
    assert.deepEqual(seen, ['finally'])
  })

  it('is sent only once somebody waits for it', async () => {
    let count = 0
    const fetch = (): Promise<Response> => Promise.resolve(Response.json(++count))
    const todos = createClient({ routes, fetch })('todos.index')

    const before = count
    await todos
    assert.deepEqual([before, count], [0, 1])
  })

  it('catches an error of the server', async () => {
    const todos = call(Response.json({ message: 'Gone' }, { status: 410 }))

    const error = await todos.catch((reason: unknown) => reason)
    assert.ok(error instanceof ApiError)
    assert.deepEqual([error.status, error.message], [410, 'Gone'])
  })

  it('says what the body says, in whatever format of errors', async () => {
    const messageOf = (body: unknown) =>
      call(Response.json(body, { status: 422 })).catch((error: unknown) => Object(error).message)

    assert.deepEqual(
      [
        await messageOf({ message: 'Gone', detail: 'No' }),
        await messageOf({ title: 'Invalid', detail: 'The name is missing' }),
        await messageOf({ title: 'Invalid' }),
        await messageOf({ title: 1 }),
      ],
      ['Gone', 'The name is missing', 'Invalid', 'Error 422'],
    )
  })

  it('fails for broken JSON and for a page, whatever the status', async () => {
    const broken = new Response('{"id":', { headers: { 'content-type': 'application/json' } })
    const page = new Response('<h1>Log in</h1>', { headers: { 'content-type': 'text/html' } })

    await assert.rejects(call(broken), {
      name: 'ApiError',
      status: 200,
      body: '{"id":',
      message: 'The server sent invalid JSON',
    })
    await assert.rejects(call(page).result(), {
      name: 'ApiError',
      status: 200,
      body: '<h1>Log in</h1>',
      message: 'The server sent a page (text/html), not JSON',
    })
  })

  it('waits until the date of Retry-After', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.parse('2026-11-23T00:00:00Z') })
    const later = { 'retry-after': 'Mon, 23 Nov 2026 00:00:07 GMT' }
    const todos = call(new Response('', { status: 503, headers: later }), Response.json('there'))

    const states: string[] = []
    const value = todos.then((answer) => states.push(String(answer)))
    await settle()
    t.mock.timers.tick(6999)
    await settle()
    states.push('6999 ms')
    t.mock.timers.tick(1)
    await value
    assert.deepEqual(states, ['6999 ms', 'there'])
  })

  it('lets go of an answer that it does not read before it is repeated', async () => {
    let isCancelled = false
    const body = new ReadableStream({ cancel: () => void (isCancelled = true) })
    const todos = call(new Response(body, { status: 503 }), Response.json([1]))

    assert.deepEqual(await todos, [1])
    assert.equal(isCancelled, true)
  })

  it('ends at once if it is aborted before it would be repeated', { timeout: 5_000 }, async () => {
    const aborting = new AbortController()
    const fetch = (): Promise<Response> => {
      aborting.abort(new Error('left'))
      return Promise.resolve(new Response(null, { status: 503, headers: { 'retry-after': '10' } }))
    }

    const todos = createClient({ routes, fetch })('todos.index').withSignal(aborting.signal)

    await assert.rejects(todos, /left/)
  })

  it('writes the fields of a form with files under the names that the server reads', async () => {
    const file = new File(['x'], 'x.txt')
    const sent: unknown[] = []
    const fetch = (_url: unknown, { body }: RequestInit = {}): Promise<Response> => {
      if (body instanceof FormData) sent.push(...body)
      return Promise.resolve(new Response(''))
    }
    const api = createClient({ routes: [{ name: 'add', method: 'POST', path: '/' }], fetch })

    await api('add', {
      file,
      tags: ['a', undefined, 'b'],
      lines: [{ amount: 1n }, { amount: 2n }],
      owner: { at: new Date(0), isNew: true, note: null },
    })

    const [, ...rest] = sent
    assert.deepEqual(rest, [
      ['tags[]', 'a'],
      ['tags[]', 'b'],
      ['lines[0][amount]', '1'],
      ['lines[1][amount]', '2'],
      ['owner[at]', '1970-01-01T00:00:00.000Z'],
      ['owner[isNew]', '1'],
    ])
  })

  it('says that a path needs a server', async () => {
    await assert.rejects(createClient({ routes })('todos.index'), {
      name: 'Error',
      message: 'There is no page that "/todos" belongs to. Pass a baseUrl to createClient().',
    })
  })

  it('suggests the name of a route', () => {
    assert.throws(() => createClient({ routes })('todos.indx'), {
      message: 'There is no route named "todos.indx". Did you mean "todos.index"?',
    })
  })
})

describe('a writing call in a page', () => {
  after(() => {
    delete shownPage.viewer
  })

  /** Makes the page client know this viewer, and calls with it. Returns the viewer that was sent. */
  const send = async (method: string, baseUrl = '') => {
    const location = { href: 'https://todos.example/todos', origin: 'https://todos.example' }
    Object.assign(globalThis, { location })
    let sent: string | null = null
    const fetch = async (_url: unknown, init?: RequestInit): Promise<Response> => {
      sent = new Headers(init?.headers).get('x-viewer')
      return Response.json(null)
    }
    const routes = [{ name: 'todos', method, path: '/todos' }]
    await createClient({ baseUrl, routes, fetch })('todos')
    Reflect.deleteProperty(globalThis, 'location')
    return sent
  }

  it('says for whom the page was made, to its own server only', async () => {
    const [client, shown] = [new EventTarget(), { viewer: 'users:abc' }]
    const on = (name: string, listen: (event: CustomEvent) => void) => {
      client.addEventListener(name, (event) => event instanceof CustomEvent && listen(event))
    }
    // @ts-expect-error -- the parts of Inertia that it uses
    followViewer({ on }, { onRequest: () => {} })
    const before = await send('POST')
    client.dispatchEvent(new CustomEvent('navigate', { detail: { page: shown } }))

    const after = [
      await send('POST'),
      await send('DELETE', 'https://todos.example'),
      await send('GET'),
      await send('POST', 'https://other.example'),
    ]
    client.dispatchEvent(new CustomEvent('navigate', { detail: { page: {} } }))

    assert.equal(before, null)
    assert.deepEqual(after, ['users:abc', 'users:abc', null, null])
    assert.equal(await send('POST'), null)
  })
})

/** Lets everything run that waits for no timer. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
