import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { StandardSchemaV1 } from '@standard-schema/spec'
import { createRequest } from '../../test/support/create-request.ts'
import { Forbidden } from '../support/http-error.ts'
import { get, post } from '../routing/route.ts'
import { routes, type RouteList } from '../routing/route-list.ts'
import { createRouter } from '../routing/router.ts'
import type { Entry } from '../routing/types/entry.ts'
import { fromRequest } from './from-request.ts'
import { handler } from './handler.ts'
import { bigint, integer, text, uuid } from './parameters.ts'
import { request } from './validated-request.ts'

/** A model over no database at all: the interface is enough to be bound. */
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
const TitleRequest = request(titleSchema)

function send(list: RouteList<Entry>, target: string, body?: object) {
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

describe('handler with a model', () => {
  const list = routes([
    get(
      '/users/{user}',
      handler({ user: User }, ({ user }) => user.name),
    ),
    get(
      '/flags/{flag}/users/:user',
      handler({ flag: Flag, user: User }, ({ flag, user }) => [flag.key, user.id]),
    ),
  ])

  it('receives the record of the path', async () => {
    assert.equal((await send(list, '/users/7')).body, 'User 7')
  })

  it('answers 404 when there is no such record', async () => {
    assert.equal((await send(list, '/users/700')).statusCode, 404)
  })

  it('answers 400 when the key cannot be parsed, naming the parameter', async () => {
    const reply = await send(list, '/users/seven')

    assert.equal(reply.statusCode, 400)
    assert.match(String(reply.error), /"user" must be a key/)
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
        handler({ a: slow('a'), b: slow('b') }, ({ a }) => a.startedBefore),
      ),
    ])

    assert.equal((await send(both, '/1/2')).body, '["a","b"]')
  })
})

describe('handler with plain parameters', () => {
  it('parses and does not look up', async () => {
    const list = routes([
      get(
        '/i/{id}',
        handler({ id: integer }, ({ id }) => ({ id })),
      ),
      get(
        '/b/{id}',
        handler({ id: bigint }, ({ id }) => String(id)),
      ),
      get(
        '/t/{id}',
        handler({ id: text }, ({ id }) => id),
      ),
      get(
        '/u/{id}',
        handler({ id: uuid }, ({ id }) => id),
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
      handler({ user: User, form: TitleRequest }, ({ user, form }) => [user.id, form.title]),
    ),
    post(
      '/',
      handler({ form: TitleRequest }, ({ form }) => form.title),
    ),
  ])

  it('receives the validated output', async () => {
    assert.equal((await send(list, '/', { title: 'Milk' })).body, 'Milk')
    assert.equal((await send(list, '/users/7', { title: 'Milk' })).body, '[7,"Milk"]')
  })

  it('answers 422 with the first message of each field', async () => {
    const reply = await send(list, '/', { title: '' })

    assert.equal(reply.statusCode, 422)
    assert.deepEqual(
      { ...(reply.error as { errors: object }).errors },
      { title: 'Title is required' },
    )
  })

  it('does not run for a client that only asks whether its input would be accepted', async () => {
    const runs: string[] = []
    const store = handler({ form: TitleRequest }, ({ form }) => runs.push(form.title))
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

describe('handler with a binding of the request', () => {
  it('runs after the records are found and before the body is read', async () => {
    const admin = fromRequest((request) => {
      if (request.header('x-admin') === undefined) throw new Forbidden()
      return 'admin'
    })
    const list = routes([
      post(
        '/users/{user}',
        handler({ form: TitleRequest, admin, user: User }, ({ admin }) => admin),
      ),
    ])

    assert.equal((await send(list, '/users/700', {})).statusCode, 404)
    assert.equal((await send(list, '/users/7', {})).statusCode, 403)
  })
})

describe('handler at boot', () => {
  it('refuses a binding that the path has not, naming route and place', () => {
    const item = get(
      '/users/{usr}',
      handler({ user: User }, () => ''),
    )
    // @ts-expect-error -- the compiler says so as well
    const list = routes([item])

    assert.throws(
      () => createRouter(list),
      /"\/users\/\{usr\}" \(.*handler\.test\.ts:\d+:\d+\) binds \{user\}/,
    )
  })

  it('refuses what is no binding, and says what makes one of a schema', () => {
    const bind = (value: unknown) => () =>
      createRouter(routes([post('/users', handler({ form: value as never }, () => '') as never)]))

    assert.throws(bind(undefined), { code: 'E_BINDING' })
    assert.throws(
      bind(undefined),
      /"\/users" \(.*handler\.test\.ts:.*\) binds \{form\} to undefined\./,
    )
    assert.throws(bind(titleSchema), /Make a request type of the schema: request\(form\)\./)
  })

  it('refuses a request type of what is no schema', () => {
    assert.throws(() => request({ title: 'string' } as never), { code: 'E_SCHEMA' })
    assert.throws(() => request(undefined as never), /such as z\.object.*, not undefined\.$/)
  })

  it('refuses two bodies', () => {
    const list = routes([
      post(
        '/',
        handler({ a: TitleRequest, b: TitleRequest }, () => ''),
      ),
    ])

    assert.throws(() => createRouter(list), { code: 'E_BODY_BOUND_TWICE' })
  })
})
