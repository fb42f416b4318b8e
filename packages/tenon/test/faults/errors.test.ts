import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { handler, json, type Middleware, query, stateKey } from '../../src/index.ts'
import {
  Forbidden,
  NotFound,
  ServiceUnavailable,
  toPublicError,
  ValidationFailed,
} from '../../src/errors.ts'
import type { BootOptions } from '../../src/application/kernel/boot.ts'
import { flash } from '../../src/pages/pages/page-state.ts'
import { page } from '../../src/pages/pages/page.ts'
import { redirect } from '../../src/web/http/redirect.ts'
import { get, group, post } from '../../src/web/routing/route.ts'
import { routes } from '../../src/web/routing/route-list.ts'
import { startApplication, type StartedApplication } from '../security/start-application.ts'

const visit = { 'X-Inertia': 'true', Accept: 'text/html, application/xhtml+xml' }
const browser = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const api = { Accept: 'application/json' }

const fail = (error: Error) => (): never => {
  throw error
}

/** The log lines of errors with a stack. */
function failures({ lines }: StartedApplication) {
  return lines.filter(({ error }) => error !== undefined)
}

describe('an error that middleware answers itself', () => {
  const application: BootOptions = {
    routes: routes([
      get('/', fail(new Error('The disk is full'))),
      get('/again', fail(new Error('Thrown again'))).middleware(async (_request, next) => {
        const reply = await next()
        if (reply.error !== undefined) throw reply.error
        return reply
      }),
    ]),
    middleware: [
      async (_request, next) => {
        const { error } = await next()
        const { status, message } = toPublicError(error)
        return json({ problem: message }).status(status)
      },
    ],
  }

  it("is logged with its stack, and the response contains the request's id", async () => {
    await using app = await startApplication(application)

    const { status, head, body } = await app.send({})

    assert.equal(status, 500)
    assert.equal(body, '{"problem":"Internal Server Error"}')
    const [line] = failures(app)
    assert.match(JSON.stringify(line), /The disk is full.*errors\.test\.ts/)
    assert.match(head, new RegExp(`x-request-id: ${String(line?.['requestId'])}`))
  })

  it('is logged once, however often it is rethrown', async () => {
    await using app = await startApplication(application)

    await app.send({ path: '/again' })

    assert.equal(failures(app).length, 1)
  })
})

describe('renderError', () => {
  const errors = { title: 'Title is required' }
  const application: BootOptions = {
    routes: routes([
      get('/missing', fail(new NotFound('No such todo'))),
      get('/broken', fail(new Error('secret'))),
      get('/away', fail(new ServiceUnavailable())),
      get('/page', fail(new Forbidden())),
      post('/todos', fail(new ValidationFailed(errors))),
      get('/teapot', fail(new NotFound('teapot'))),
      get('/worse', fail(new NotFound('worse'))),
      get('/plain', fail(new NotFound('plain'))),
    ]),
    renderError(request, { status, message, errors }) {
      if (message === 'plain') return undefined
      if (message === 'worse') throw new Error('renderError is broken')
      if (message === 'teapot') return json({}).status(418)
      if (request.path() === '/page') return page('Problem', { status })
      return json({ title: message, status, invalid: errors }).header('x-own', '1')
    },
  }

  it('answers every error with its status and its safe message', async () => {
    await using app = await startApplication(application)

    const missing = await app.send({ path: '/missing', headers: browser })
    const broken = await app.send({ path: '/broken', headers: api })
    const nowhere = await app.send({ method: 'DELETE', path: '/missing' })
    const invalid = await app.send({ method: 'POST', path: '/todos', headers: api })

    assert.deepEqual(
      [missing, broken, nowhere, invalid].map(({ status, body }) => [status, JSON.parse(body)]),
      [
        [404, { title: 'No such todo', status: 404 }],
        [500, { title: 'Internal Server Error', status: 500 }],
        [405, { title: 'Method Not Allowed', status: 405 }],
        [422, { title: 'The given data was invalid', status: 422, invalid: errors }],
      ],
    )
  })

  it("keeps the headers of the error, its log line and the request's id", async () => {
    await using app = await startApplication(application)

    const { status, head } = await app.send({ path: '/away' })

    assert.equal(status, 503)
    assert.match(head, /retry-after: 5\r\n/)
    assert.match(head, /x-own: 1\r\n/)
    assert.match(head, new RegExp(`x-request-id: ${String(failures(app)[0]?.['requestId'])}`))
  })

  it('may set another status and answer with a page', async () => {
    await using app = await startApplication(application)

    const teapot = await app.send({ path: '/teapot' })
    const problem = await app.send({ path: '/page', headers: visit })

    assert.equal(teapot.status, 418)
    assert.equal(problem.status, 403)
    assert.equal(JSON.parse(problem.body).component, 'Problem')
  })

  it("falls back to the framework's response if it returns undefined or fails", async () => {
    await using app = await startApplication(application)

    const plain = await app.send({ path: '/plain', headers: api })
    const worse = await app.send({ path: '/worse', headers: api })

    assert.deepEqual([plain.status, plain.body], [404, '{"message":"plain"}'])
    assert.deepEqual([worse.status, worse.body], [404, '{"message":"worse"}'])
    assert.match(JSON.stringify(failures(app)), /renderError is broken/)
  })
})

describe("a form's page after a failed validation", () => {
  const user = stateKey<string>('user')
  const create = (makePage: () => unknown, global: readonly Middleware[] = []): BootOptions => ({
    routes: routes([
      group('/todos', [
        get('/create', makePage).name('todos.create'),
        post('/', fail(new ValidationFailed({ title: 'Title is required' }))).name('todos.store'),
      ]),
    ]),
    middleware: global,
  })
  const store = { method: 'POST', path: '/todos' }

  it('is rendered without running global middleware again, but with its state on the request', async () => {
    let runs = 0
    const count: Middleware = (request, next) => {
      runs += 1
      request.set(user, 'Ada')
      return next()
    }
    const application: BootOptions = {
      routes: routes([
        get('/todos/create', (request) =>
          page('Todos/Create', { user: request.get(user), id: request.id }),
        ).name('todos.create'),
        post('/todos', fail(new ValidationFailed({ title: 'Title is required' }))).name(
          'todos.store',
        ),
      ]),
      middleware: [count],
    }
    await using app = await startApplication(application)

    const { status, body } = await app.send({
      ...store,
      headers: { ...visit, 'X-Request-Id': 'request-1' },
    })

    const { component, props } = JSON.parse(body)
    assert.equal(status, 422)
    assert.equal(component, 'Todos/Create')
    assert.deepEqual(props, {
      user: 'Ada',
      id: 'request-1',
      errors: { title: 'Title is required' },
    })
    assert.equal(runs, 1)
  })

  it('is not shown if global middleware refuses the request', async () => {
    const refuse = fail(new ValidationFailed({ captcha: 'Missing' }))
    await using app = await startApplication(
      create(() => page('Todos/Create', { secret: 'for members' }), [refuse]),
    )

    const { status, body } = await app.send({ ...store, headers: visit })

    assert.equal(status, 422)
    assert.doesNotMatch(body, /for members/)
  })

  it('is a 500 that is logged if it fails', async () => {
    await using app = await startApplication(create(fail(new Error('The query failed'))))

    const { status, head } = await app.send({ ...store, headers: browser })

    assert.equal(status, 500)
    assert.match(head, /content-type: text\/html/)
    assert.match(JSON.stringify(failures(app)), /The query failed/)
    assert.match(head, new RegExp(`x-request-id: ${String(failures(app)[0]?.['requestId'])}`))
  })
})

describe('a failed validation that names no field', () => {
  const application: BootOptions = {
    routes: routes([
      get('/basket', () => page('Basket')).name('basket.create'),
      post('/basket', fail(new ValidationFailed({}, 'The basket is empty'))).name('basket.store'),
      post('/order', fail(new ValidationFailed({ _: 'The basket is empty' }))).formPage(
        'basket.create',
      ),
    ]),
  }

  it('is never the page of its form, which a client would take for success', async () => {
    await using app = await startApplication(application)

    const shown = await app.send({ method: 'POST', path: '/basket', headers: visit })
    const told = await app.send({ method: 'POST', path: '/basket', headers: api })

    assert.equal(shown.status, 422)
    assert.doesNotMatch(shown.body, /"component":"Basket"/)
    assert.match(shown.body, /The basket is empty/)
    assert.deepEqual(
      [told.status, JSON.parse(told.body)],
      [422, { message: 'The basket is empty', errors: {} }],
    )
  })

  it('is on the page of its form if it is about the whole of it', async () => {
    await using app = await startApplication(application)

    const { status, body } = await app.send({ method: 'POST', path: '/order', headers: visit })

    assert.equal(status, 422)
    assert.partialDeepStrictEqual(JSON.parse(body), {
      component: 'Basket',
      props: { errors: { _: 'The basket is empty' } },
    })
  })
})

describe('a failed validation without a page to show', () => {
  const search = { method: 'GET', path: '/search' }
  const application: BootOptions = {
    routes: routes([
      get('/search', fail(new ValidationFailed({ q: 'Say what to <find>' }))),
      post('/search', fail(new ValidationFailed({ q: 'Say what to <find>' }))),
    ]),
  }

  it('is an HTML document with the messages for a browser that sends a form', async () => {
    await using app = await startApplication(application)

    const { status, head, body } = await app.send({ ...search, method: 'POST', headers: browser })

    assert.equal(status, 422)
    assert.match(head, /content-type: text\/html/)
    assert.match(body, /<li>Say what to &lt;find&gt;<\/li>/)
  })

  it('is an HTML document with the names of the fields for a browser with an invalid query', async () => {
    await using app = await startApplication(application)

    const { status, head, body } = await app.send({ ...search, headers: browser })

    assert.equal(status, 422)
    assert.match(head, /content-type: text\/html/)
    assert.match(body, /<h1>The given data was invalid \(q\)<\/h1>/)
    assert.doesNotMatch(body, /Say what/)
  })

  it('is JSON for a JSON client', async () => {
    await using app = await startApplication(application)

    const { status, body } = await app.send({ method: 'POST', path: '/search', headers: api })

    assert.equal(status, 422)
    assert.deepEqual(JSON.parse(body), {
      message: 'The given data was invalid',
      errors: { q: 'Say what to <find>' },
    })
  })
})

describe('the log line of a failed validation', () => {
  it('names the fields while every request is logged, and contains no value', async () => {
    await using app = await startApplication({
      routes: routes([
        get(
          '/search',
          handler({ query: query(z.object({ page: z.coerce.number() })) }).run(() => 'ok'),
        ),
      ]),
    })

    await app.send({ path: '/search?page=secret', headers: api })

    const line = app.lines.find(({ status }) => status === 422)
    assert.match(String(line?.['reason']), /^page: Invalid input/)
    assert.doesNotMatch(JSON.stringify(app.lines), /secret/)
  })
})

describe('flash data that does not fit into a cookie', () => {
  for (const [kind, reply] of Object.entries({ json: json({}), redirect: redirect('/') })) {
    it(`is a 500 with its location in the log if an asynchronous handler returns ${kind}`, async () => {
      await using app = await startApplication(
        {
          routes: routes([
            post('/', async (request) => {
              flash(request, { toast: 'x'.repeat(4000) })
              return reply
            }),
          ]),
        },
        { APP_KEY: 'a key for tests' },
      )

      const { status, head } = await app.send({ method: 'POST', headers: browser })

      assert.equal(status, 500)
      assert.match(head, new RegExp(`x-request-id: ${String(failures(app)[0]?.['requestId'])}`))
      assert.match(JSON.stringify(failures(app)), /E_FLASH_SIZE/)
    })
  }
})
