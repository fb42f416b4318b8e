import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { StandardSchemaV1 } from '@standard-schema/spec'
import { z } from 'zod'
import { createRequest } from '../../../test/support/create-request.ts'
import { Forbidden, ValidationFailed } from '../../base/support/http-error.ts'
import type { Reply } from '../http/reply.ts'
import { get, post } from '../routing/route.ts'
import { routes, type RouteList } from '../routing/route-list.ts'
import { createRouter } from '../routing/router.ts'
import type { RouteEntry } from '../routing/types/entry.ts'
import { derive } from './derive.ts'
import { handler } from './handler.ts'
import { OutdatedForm, outdatedPageKey } from './outdated-form.ts'
import { param } from './parameters.ts'
import { body } from './validated-body.ts'
import { query } from './validated-query.ts'

/** A model without a database: implementing the interface is enough to bind it. */
const User = {
  parseKey: (key: string) => (/^\d+$/.test(key) ? Number(key) : undefined),
  find: async (id: number) => (id < 100 ? { id, name: `User ${id}` } : null),
}
const Flag = {
  parseKey: (key: string) => key,
  find: (key: string) => (key === 'none' ? null : key === 'nothing' ? undefined : { key }),
}
const titleSchema: StandardSchemaV1<unknown, { title: string }> = {
  '~standard': {
    version: 1,
    vendor: 'test',
    validate: (input) =>
      typeof input === 'object' && input !== null && 'title' in input && input.title !== ''
        ? { value: { title: String(input.title) } }
        : {
            issues: [
              { message: 'Title is required', path: ['title'] },
              { message: 'again', path: ['title'] },
            ],
          },
  },
}
const TitleRequest = body(titleSchema)

function send(list: RouteList<RouteEntry>, target: string, body?: object) {
  const sent =
    body === undefined
      ? { target }
      : {
          target,
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }
  return createRouter(list).dispatch(createRequest(sent))
}

function errorsOf({ error }: Reply): unknown {
  return error instanceof ValidationFailed ? { ...error.errors } : error
}

describe('handler with a model', () => {
  const list = routes([
    get(
      '/users/{user}',
      handler({ user: User }).run(({ user }) => user.name),
    ),
    get(
      '/flags/{flag}/users/:user',
      handler({ flag: Flag, user: User }).run(({ flag, user }) => [flag.key, user.id]),
    ),
  ])

  it('receives the record of the path', async () => {
    assert.equal((await send(list, '/users/7')).body, 'User 7')
  })

  it('answers 404 when no record matches', async () => {
    assert.equal((await send(list, '/users/700')).statusCode, 404)
  })

  it('answers 400 when the key cannot be parsed, naming the parameter', async () => {
    const reply = await send(list, '/users/seven')

    assert.equal(reply.statusCode, 400)
    assert.match(String(reply.error), /The URL does not contain a valid user$/)
  })

  it('receives several records', async () => {
    assert.equal((await send(list, '/flags/on/users/7')).body, '["on",7]')
    assert.equal((await send(list, '/flags/none/users/7')).statusCode, 404)
    assert.equal((await send(list, '/flags/nothing/users/7')).statusCode, 404)
    assert.equal((await send(list, '/flags/on/users/700')).statusCode, 404)
  })

  it('parses every key before it looks up a record', async () => {
    assert.equal((await send(list, '/flags/none/users/x')).statusCode, 400)
  })

  it('looks records up concurrently', async () => {
    const started: string[] = []
    const slow = (name: string) => ({
      parseKey: (key: string) => key,
      find: async (_key: string) => {
        started.push(name)
        await new Promise((resolve) => setImmediate(resolve))
        return { startedBefore: [...started] }
      },
    })
    const both = routes([
      get(
        '/{a}/{b}',
        handler({ a: slow('a'), b: slow('b') }).run(({ a }) => a.startedBefore),
      ),
    ])

    assert.equal((await send(both, '/1/2')).body, '["a","b"]')
  })
})

describe('handler with plain parameters', () => {
  it('parses the value without looking up a record', async () => {
    const list = routes([
      get(
        '/i/{id}',
        handler({ id: param.integer }).run(({ id }) => ({ id })),
      ),
      get(
        '/b/{id}',
        handler({ id: param.bigint }).run(({ id }) => String(id)),
      ),
      get(
        '/t/{id}',
        handler({ id: param.string }).run(({ id }) => id),
      ),
      get(
        '/u/{id}',
        handler({ id: param.uuid }).run(({ id }) => id),
      ),
    ])

    assert.equal((await send(list, '/i/-7')).body, '{"id":-7}')
    assert.equal((await send(list, '/b/9223372036854775807')).body, '9223372036854775807')
    assert.equal((await send(list, '/t/a%20b')).body, 'a b')
    assert.equal((await send(list, '/u/0192F0C1-7C3A-7B1E-8F00-0A1B2C3D4E5F')).statusCode, 200)
    assert.equal((await send(list, '/i/2147483648')).statusCode, 400)
    assert.equal((await send(list, '/i/+1')).statusCode, 400)
    assert.equal((await send(list, '/b/9223372036854775808')).statusCode, 400)
    assert.equal((await send(list, '/u/7')).statusCode, 400)
  })
})

describe('handler with a validated request', () => {
  const list = routes([
    post(
      '/users/{user}',
      handler({ user: User, form: TitleRequest }).run(({ user, form }) => [user.id, form.title]),
    ),
    post(
      '/',
      handler({ form: TitleRequest }).run(({ form }) => form.title),
    ),
  ])

  it('receives the validated output', async () => {
    assert.equal((await send(list, '/', { title: 'Milk' })).body, 'Milk')
    assert.equal((await send(list, '/users/7', { title: 'Milk' })).body, '[7,"Milk"]')
  })

  it('answers 422 with the first message of each field', async () => {
    const reply = await send(list, '/', { title: '' })

    assert.equal(reply.statusCode, 422)
    assert.deepEqual(errorsOf(reply), { title: 'Title is required' })
  })

  it('does not run when the client only asks whether its input is valid', async () => {
    const runs: string[] = []
    const store = handler({ form: TitleRequest }).run(({ form }) => runs.push(form.title))
    const ask = (title: string) =>
      createRouter(routes([post('/', store)])).dispatch(
        createRequest({
          method: 'POST',
          headers: { 'content-type': 'application/json', precognition: 'true' },
          body: JSON.stringify({ title }),
        }),
      )

    const statuses = [(await ask('Milk')).statusCode, (await ask('')).statusCode]

    assert.deepEqual(statuses, [204, 422])
    assert.deepEqual(runs, [])
  })

  it('binds the path before it reads the body', async () => {
    assert.equal((await send(list, '/users/700', { title: '' })).statusCode, 404)
    assert.equal((await send(list, '/users/x', { title: '' })).statusCode, 400)
  })
})

describe('handler with the form of an outdated page', () => {
  it('reads the fields of its schema once, because any client can say that its page is outdated', async () => {
    let count = 0
    const read = () => {
      count += 1
      return { type: 'object', properties: { title: {} } }
    }
    const schema = {
      '~standard': { ...titleSchema['~standard'], jsonSchema: { input: read, output: read } },
    }
    const store = handler({ form: body(schema) }).run(({ form }) => form.title)
    const router = createRouter(routes([post('/', store)]))
    const sendOutdated = (fields: object) => {
      const request = createRequest({
        target: '/',
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(fields),
      })
      request.set(outdatedPageKey, true)
      return router.dispatch(request)
    }

    const accepted = [await sendOutdated({ title: 'A' }), await sendOutdated({ title: 'B' })]
    const refused = await sendOutdated({ title: 'A', name: 'B' })

    assert.deepEqual(
      accepted.map(({ body: text }) => text),
      ['A', 'B'],
    )
    assert.ok(refused.error instanceof OutdatedForm)
    assert.equal(count, 1)
  })
})

describe('handler with a validated query', () => {
  const Filters = query(
    z.object({
      page: z.coerce.number('No page').int('No page').default(1),
      filter: z.object({ state: z.enum(['open', 'done'], 'No state') }).optional(),
      tags: z.array(z.string()).default([]),
    }),
  )
  const list = routes([
    get(
      '/users/{user}',
      handler({ user: User, filters: Filters }).run(({ filters }) => filters),
    ),
    post(
      '/',
      handler({ form: TitleRequest, filters: Filters }).run(({ form, filters }) => [
        form.title,
        filters.page,
      ]),
    ),
  ])

  it('receives the validated output of nested fields', async () => {
    const { body } = await send(list, '/users/7?page=2&filter[state]=open&tags[]=a&tags[]=b')

    assert.equal(body, '{"page":2,"filter":{"state":"open"},"tags":["a","b"]}')
    assert.equal((await send(list, '/users/7')).body, '{"page":1,"tags":[]}')
  })

  it('does not receive the empty texts that a form sends for what its schema lets absent', async () => {
    const Search = query(
      z.object({
        q: z.string().default('all'),
        state: z.enum(['open', 'done']).optional(),
        least: z.coerce.number<number>().optional(),
        page: z.coerce.number<number>().int().min(1).catch(1),
        range: z.object({ from: z.iso.date().optional(), to: z.string() }).optional(),
        tags: z.array(z.string()).optional(),
        name: z.coerce.string<string>(),
        labels: z.record(z.string(), z.string()).optional(),
      }),
    )
    const search = routes([
      get(
        '/',
        handler({ search: Search }).run(({ search: found }) => JSON.stringify(found)),
      ),
    ])

    const { body } = await send(
      search,
      '/?q=&state=&least=&page=&range[from]=&range[to]=&tags[]=&name=&labels[a]=',
    )

    assert.equal(
      body,
      '{"q":"all","page":1,"range":{"to":""},"tags":[""],"name":"","labels":{"a":""}}',
    )
  })

  it('answers 422 for an empty text that its schema requires', async () => {
    const Required = query(z.object({ state: z.enum(['open', 'done'], 'No state') }))
    const required = routes([
      get(
        '/',
        handler({ a: Required }).run(() => ''),
      ),
    ])

    assert.deepEqual(errorsOf(await send(required, '/?state=')), { state: 'No state' })
  })

  it('answers 422 with the first message of each field, 400 for a malformed query', async () => {
    const reply = await send(list, '/users/7?page=x&filter[state]=y')

    assert.equal(reply.statusCode, 422)
    assert.deepEqual(errorsOf(reply), { page: 'No page', 'filter.state': 'No state' })
    assert.equal((await send(list, '/users/7?page=1&page=2')).statusCode, 400)
  })

  it('is validated after the path is bound, together with the body', async () => {
    assert.equal((await send(list, '/users/700?page=x')).statusCode, 404)
    assert.equal((await send(list, '/?page=3', { title: 'Milk' })).body, '["Milk",3]')
    const both = await send(list, '/?page=x', { title: '' })
    assert.deepEqual(errorsOf(both), { page: 'No page', title: 'Title is required' })
  })

  it('does not run when the client only asks whether its input is valid', async () => {
    const ask = (target: string) =>
      createRouter(list).dispatch(createRequest({ target, headers: { precognition: 'true' } }))

    assert.equal((await ask('/users/7?page=2')).statusCode, 204)
    assert.equal((await ask('/users/7?page=x')).statusCode, 422)
  })

  it('accepts only one query binding, made from a schema', () => {
    const twice = routes([
      get(
        '/',
        handler({ a: Filters, b: Filters }).run(() => ''),
      ),
    ])

    assert.throws(() => createRouter(twice), { code: 'E_QUERY_BOUND_TWICE' })
    assert.throws(() => query({} as never), /^SetupError: query\(\) takes a Standard Schema/)
  })
})

describe('handler with a derived value', () => {
  it('runs after the records are found and before the body is read', async () => {
    const admin = derive((request) => {
      if (request.header('x-admin') === undefined) throw new Forbidden()
      return 'admin'
    })
    const list = routes([
      post(
        '/users/{user}',
        handler({ form: TitleRequest, admin, user: User }).run(({ admin }) => admin),
      ),
    ])

    assert.equal((await send(list, '/users/700', {})).statusCode, 404)
    assert.equal((await send(list, '/users/7', {})).statusCode, 403)
  })
})

describe('handler at boot', () => {
  it('refuses a binding that is not in the path, naming the route and its location', () => {
    const item = get(
      '/users/{usr}',
      handler({ user: User }).run(() => ''),
    )
    // @ts-expect-error -- the compiler reports it too
    const list = routes([item])

    assert.throws(
      () => createRouter(list),
      /"\/users\/\{usr\}" \(.*handler\.test\.ts:\d+:\d+\) binds \{user\}/,
    )
  })

  it('refuses a value that is not a binding, and says how to turn a schema into one', () => {
    const bind = (value: unknown) => () =>
      createRouter(
        routes([
          post(
            '/users',
            handler({ form: value as typeof TitleRequest }).run(() => ''),
          ),
        ]),
      )

    assert.throws(bind(undefined), { code: 'E_BINDING' })
    assert.throws(
      bind(undefined),
      /"\/users" \(.*handler\.test\.ts:.*\) binds \{form\} to undefined\./,
    )
    assert.throws(bind(titleSchema), /Make a request type of the schema: body\(form\)\./)
  })

  it('refuses bindings without a function', () => {
    // @ts-expect-error -- the compiler reports it too
    const list = routes([get('/users/{user}', handler({ user: User }))])

    assert.throws(() => createRouter(list), {
      code: 'E_HANDLER_UNFINISHED',
      message:
        /^The handler of "\/users\/\{user\}" \(.*handler\.test\.ts:\d+:\d+\) has no function\. Add one/,
    })
  })

  it('refuses a request type that is not made from a schema', () => {
    assert.throws(() => body({ title: 'string' } as never), { code: 'E_SCHEMA' })
    assert.throws(() => body(undefined as never), /such as z\.object.*, not undefined\.$/)
  })

  it('refuses two bodies', () => {
    const list = routes([
      post(
        '/',
        handler({ a: TitleRequest, b: TitleRequest }).run(() => ''),
      ),
    ])

    assert.throws(() => createRouter(list), { code: 'E_BODY_BOUND_TWICE' })
  })
})
