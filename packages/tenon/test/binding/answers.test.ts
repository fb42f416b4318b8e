import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inspect } from 'node:util'
import { get, handler, noContent, post, redirect, routes, param, text } from 'tenon'
import {
  answer,
  content,
  cursorPaginated,
  eventStream,
  list,
  ndjson,
  nullable,
  paginated,
  shape,
} from 'tenon/answers'
import { NotFound } from 'tenon/errors'
import { belongsTo, c, hasMany, Model } from 'tenon/models'
import { withDatabase } from 'tenon/database'
import { createMigrator, createTable, migration } from 'tenon/migrations'
import type { StandardSchemaV1 } from '@standard-schema/spec'
import { z } from 'zod'
import type { Stated } from '../../src/web/binding/answers/answer.ts'
import { createRouter } from '../../src/web/routing/router.ts'
import { createRequest } from '../support/create-request.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

class User extends Model('users', { id: c.id(), name: c.text(), secret: c.text().hidden() }) {
  static todos = hasMany(() => Todo, 'user_id')
}
class Todo extends Model('todos', { id: c.id(), title: c.text(), user_id: c.integer() }) {
  static user = belongsTo(() => User, 'user_id')
}

const tables = {
  name: '2026_11_22_000001_create_todos',
  migration: migration([
    createTable('users', { id: c.id(), name: c.text(), secret: c.text() }),
    createTable('todos', { id: c.id(), title: c.text(), user_id: c.integer() }),
  ]),
}

const router = createRouter(
  routes([
    get(
      '/todos/{todo}',
      handler({ todo: Todo })
        .answers(Todo)
        .run(({ todo }) => todo),
    ),
    get(
      '/todos',
      handler({})
        .answers(paginated(Todo.with('user')))
        .run(() => Todo.with('user').paginate()),
    ),
    get(
      '/feed',
      handler({})
        .answers(cursorPaginated(Todo.with('user')))
        .run(() => Todo.with('user').cursorPaginate({ perPage: 1 })),
    ),
    get(
      '/first/:title',
      handler({ title: param.string })
        .answers(nullable(Todo))
        .run(({ title }) => Todo.where({ title }).first()),
    ),
    get(
      '/users',
      handler({})
        .answers(shape({ users: list(User.with('todos').withCount('todos')), total: z.number() }))
        .run(async () => ({
          users: await User.with('todos').withCount('todos').all(),
          total: await User.query().count(),
        })),
    ),
    post(
      '/todos',
      handler({})
        .answers({ 201: Todo })
        .run(() => Todo.create({ title: 'Second', user_id: 1 })),
    ),
    post(
      '/clear',
      handler({})
        .answers({ 200: z.object({ id: z.number() }), 204: null })
        .run(() => answer(204, null).header('x-cleared', 'yes')),
    ),
  ]),
  { checksAnswers: true },
)

forEachDialect('the answers that handlers state', (open) => {
  async function send(method: string, path: string) {
    const database = await open()
    await createMigrator(database, [tables]).migrate()
    return withDatabase(database, async () => {
      await User.create({ name: 'Ada', secret: 'hush' })
      await Todo.create({ title: 'First', user_id: 1 })
      const reply = await router.dispatch(createRequest({ method, target: path }))
      const { statusCode, contentType, body: text, headers, error } = reply
      assert.equal(error, undefined)
      const body = typeof text === 'string' ? (JSON.parse(text) as unknown) : text
      return { statusCode, contentType, body, text, cleared: headers?.get('x-cleared') }
    })
  }

  it('sends a record, a page and nested records as stated', async () => {
    const todo = { id: 1, title: 'First', user_id: 1 }

    assert.deepEqual((await send('GET', '/todos/1')).body, todo)
    assert.partialDeepStrictEqual((await send('GET', '/todos')).body, {
      data: [{ ...todo, user: { id: 1, name: 'Ada' } }],
      total: 1,
    })
    assert.deepEqual((await send('GET', '/users')).body, {
      users: [{ id: 1, name: 'Ada', todos_count: 1, todos: [todo] }],
      total: 1,
    })
  })

  it('sends the page at a cursor', async () => {
    const { body } = await send('GET', '/feed')

    assert.deepEqual(body, {
      data: [{ id: 1, title: 'First', user_id: 1, user: { id: 1, name: 'Ada' } }],
      perPage: 1,
      previousCursor: null,
      nextCursor: null,
    })
  })

  it('sends a record that may be missing, or null as JSON', async () => {
    const found = await send('GET', '/first/First')
    const missing = await send('GET', '/first/Second')

    assert.deepEqual(found.body, { id: 1, title: 'First', user_id: 1 })
    assert.deepEqual([missing.body, missing.text], [null, 'null'])
    assert.equal(missing.contentType, 'application/json; charset=utf-8')
  })

  it('sends the one status that is stated, or the one that answer() names', async () => {
    const created = await send('POST', '/todos')
    const cleared = await send('POST', '/clear')

    assert.equal(created.statusCode, 201)
    assert.deepEqual(created.body, { id: 2, title: 'Second', user_id: 1 })
    assert.partialDeepStrictEqual(cleared, { statusCode: 204, text: null, cleared: 'yes' })
  })
})

describe('an answer that differs from what the handler declares', () => {
  async function differenceOf(stated: Stated, value: unknown, checksAnswers = true) {
    const run = handler({}).answers(stated as typeof Todo)
    const route = get(
      '/x',
      run.run(() => value as Todo),
    )
    const one = createRouter(routes([route]), { checksAnswers })
    const { error, statusCode, body } = await one.dispatch(createRequest('/x'))
    const message = error instanceof Error ? error.message : undefined
    return { statusCode, body, difference: message?.replace(/^.* declares(:|\.) /, '') }
  }

  it('is refused in development, naming the place and the first difference', async () => {
    const form = z.object({ items: z.array(z.object({ at: z.date() })) })
    const cases: ReadonlyArray<readonly [Stated, unknown, string]> = [
      [Todo, { id: 1, title: 'a' }, 'user_id is missing.'],
      [Todo, { id: 1, title: 'a', user_id: 1, secret: 1 }, 'secret is sent, but not declared.'],
      [Todo, 3, 'the body is a number instead of a record of Todo.'],
      [list(Todo), {}, 'the body is an object instead of an array.'],
      [list(Todo), [{ id: 1 }], '0.title is missing.'],
      [paginated(Todo), [], 'the body is an array instead of a page of paginate().'],
      [cursorPaginated(Todo), {}, 'the body is an object instead of a page of cursorPaginate().'],
      [nullable(Todo), { id: 1, title: 'a' }, 'user_id is missing.'],
      [nullable(Todo), 3, 'the body is a number instead of a record of Todo.'],
      [shape({ a: list(Todo) }), { a: [], b: 1 }, 'b is sent, but not declared.'],
      [shape({ a: form }), { a: { items: [{ at: 1 }] } }, 'a.items.0.at: '],
      [
        Todo.with('user'),
        { id: 1, title: 'a', user_id: 1, user: { id: 1 } },
        'user.name is missing.',
      ],
      [{ 204: null }, 'text', 'it has a body, but none is declared.'],
      [{ 201: Todo }, answer(200, {}), 'the status 200 is not among 201.'],
      [{ 200: Todo, 202: Todo }, {}, 'Return answer(status, value).'],
    ]
    for (const [stated, value, sentence] of cases) {
      const { difference } = await differenceOf(stated, value)
      assert.ok(difference?.includes(sentence), `${difference} is not: ${sentence}`)
    }
  })

  it('is refused in development: a reply with another status, body or media type', async () => {
    const cases: ReadonlyArray<readonly [Stated, unknown, string]> = [
      [{ 303: null }, null, '303 is a redirect, but the function returned none.'],
      [{ 303: null }, noContent(), 'the status 204 is not among 303.'],
      [{ 204: null }, redirect('/x'), 'the status 0 is not among 204.'],
      [{ 204: null }, text('x').status(204), 'it has a body, but none is declared.'],
      [
        content('text/csv'),
        text('x'),
        'the body is text/plain; charset=utf-8 instead of text/csv.',
      ],
      [content('text/csv'), noContent().status(200), 'there is no body.'],
      [
        content('image/*'),
        new Uint8Array(),
        'the body is application/octet-stream instead of image/*.',
      ],
      [content('text/csv'), [1], 'the body is neither text nor bytes, nor a reply.'],
      [ndjson(Todo), [], 'the body is not an async iterable.'],
      [content('text/csv'), text('x').status(404), 'the status 404 is not among 200.'],
      [{ 301: null, 302: null }, redirect('/x'), 'the status 0 is not among 301, 302.'],
    ]
    for (const [stated, value, sentence] of cases) {
      assert.equal((await differenceOf(stated, value)).difference, sentence)
    }
  })

  it('is sent in production, which only leaves out what is not stated', async () => {
    const { statusCode, body } = await differenceOf(Todo, { id: 1, secret: 2 }, false)

    assert.deepEqual([statusCode, body], [200, '{"id":1}'])
  })

  it('is the answer to an error that the handler returned instead of throwing it', async () => {
    const { statusCode, body } = await differenceOf(Todo, new NotFound(), false)

    assert.equal(statusCode, 404)
    assert.deepEqual(body, { kind: 'error' })
  })

  it('is a mistake at boot if nothing is stated', () => {
    for (const stated of [undefined, {}, { 99: Todo }, 'Todo', content('text/html; q=1')]) {
      const route = get(
        '/x',
        handler({})
          .answers(stated as unknown as typeof Todo)
          .run(() => Todo.findOrFail(1)),
      )
      assert.throws(
        () => createRouter(routes([route])),
        { code: 'E_ANSWER_STATED' },
        inspect(stated),
      )
    }
  })
})

/** A schema of a library that does not say what its fields are. */
const unknowable: StandardSchemaV1 = {
  '~standard': { version: 1, vendor: 'own', validate: (value) => ({ value }) },
}

interface Category {
  name: string
  parts: Category[]
}
const Category: z.ZodType<Category> = z.lazy(() =>
  z.object({ name: z.string(), parts: z.array(Category) }),
)

const Person = z.object({ id: z.number(), name: z.string() })
const ada = { id: 1, name: 'Ada' }
const leaky = { ...ada, salary: 9 }
const Contact = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('mail'), address: z.string() }),
  z.object({ kind: z.literal('phone'), number: z.string() }),
])

describe('a field that the handler does not state', () => {
  async function send(stated: Stated, value: unknown, checksAnswers: boolean) {
    const run = handler({}).answers(stated as typeof Todo)
    const route = get(
      '/x',
      run.run(() => value as Todo),
    )
    const router = createRouter(routes([route]), { checksAnswers })
    const { error, body } = await router.dispatch(createRequest('/x'))
    const message = error instanceof Error ? error.message : undefined
    return { error: message, body: typeof body === 'string' ? body : 'null' }
  }

  /** What is stated, what the handler returns, the first extra field, and what production sends. */
  const leaks: ReadonlyArray<readonly [string, Stated, unknown, string, unknown]> = [
    ['a schema', Person, leaky, 'salary', ada],
    ['a schema by status', { 201: Person }, answer(201, leaky), 'salary', ada],
    ['a list of a schema', list(Person), [ada, leaky], '1.salary', [ada, ada]],
    ['an array', z.array(Person), [ada, leaky], '1.salary', [ada, ada]],
    ['a schema in a shape', shape({ by: Person }), { by: leaky }, 'by.salary', { by: ada }],
    ['nested objects', z.object({ by: z.object({ a: Person }) }), { by: { a: leaky } }, 'by.a.salary', { by: { a: ada } }],
    ['an optional object', z.object({ by: Person.nullish() }), { by: leaky }, 'by.salary', { by: ada }],
    ['a strict object within a list', z.array(z.looseObject({ by: Person })), [{ by: leaky, more: 1 }], '0.by.salary', [{ by: ada, more: 1 }]],
    ['a record of objects', z.record(z.string(), Person), { x: leaky }, 'x.salary', { x: ada }],
    ['a catchall', z.object({}).catchall(Person), { x: leaky }, 'x.salary', { x: ada }],
    ['a tuple', z.tuple([Person, z.number()]), [leaky, 1], '0.salary', [ada, 1]],
    ['one of a union', z.union([z.string(), z.object({ id: z.number() }), Person]), leaky, 'salary', ada],
    ['a discriminated union', Contact, { kind: 'mail', address: 'a', number: '1' }, 'number', { kind: 'mail', address: 'a' }],
    ['an intersection', Person.and(Contact), { ...leaky, kind: 'phone', number: '1' }, 'salary', { ...ada, kind: 'phone', number: '1' }],
    ['a schema that contains itself', Category, { name: 'a', parts: [{ name: 'b', parts: [], secret: 1 }] }, 'parts.0.secret', { name: 'a', parts: [{ name: 'b', parts: [] }] }],
    ['a schema with a transform', z.object({ id: z.string().transform(Number), by: Person.transform(String) }), { id: '1', by: leaky }, 'by.salary', { id: '1', by: ada }],
    ['what has a toJSON', Person, { ...ada, toJSON: () => leaky }, 'salary', ada],
  ] // oxfmt-ignore

  for (const [title, stated, value, field, sent] of leaks) {
    it(`is named in development, and not sent in production: ${title}`, async () => {
      const [checked, production] = [
        await send(stated, value, true),
        await send(stated, value, false),
      ]

      assert.ok(
        checked.error?.endsWith(`declares: ${field} is sent, but not declared.`),
        checked.error,
      )
      assert.deepEqual(JSON.parse(production.body), sent)
    })
  }

  it('is not sent in production: of records, pages and objects', async () => {
    const user = { id: 1, name: 'Ada', secret: 'hush' }
    const todo = { id: 1, title: 'a', user_id: 1 }
    const sent = async (stated: Stated, value: unknown) =>
      JSON.parse((await send(stated, value, false)).body) as unknown

    assert.deepEqual(await sent(User, user), { id: 1, name: 'Ada' })
    assert.deepEqual(await sent(Todo, { ...todo, user }), todo)
    assert.deepEqual(await sent(Todo.with('user'), { ...todo, user }), {
      ...todo,
      user: { id: 1, name: 'Ada' },
    })
    assert.deepEqual(
      await sent(paginated(Todo), { data: [{ ...todo, user }], total: 1, took: 2 }),
      {
        data: [todo],
        total: 1,
      },
    )
    assert.deepEqual(
      await sent(cursorPaginated(Todo), { data: [{ ...todo, user }], nextCursor: 'x', took: 2 }),
      { data: [todo], nextCursor: 'x' },
    )
    assert.deepEqual(await sent(nullable(Todo), { ...todo, user }), todo)
    assert.deepEqual(await sent(shape({ todos: list(Todo) }), { todos: [todo], user }), {
      todos: [todo],
    })
    assert.deepEqual(await sent({ 200: Todo, 202: Person }, answer(202, leaky)), ada)
    assert.equal((await send({ 204: null }, answer(204, user), false)).body, 'null')
  })

  it('cannot be a field of null, which is sent as JSON if a schema states it', async () => {
    const { error, body } = await send(Person.nullable(), null, true)

    assert.deepEqual([error, body], [undefined, 'null'])
  })

  it('is not sent in production: of items one by one', async () => {
    const sent = async (stated: Stated) => {
      async function* items() {
        yield leaky
      }
      const run = handler({}).answers(stated as typeof Todo)
      const route = get(
        '/x',
        run.run(() => items() as unknown as Todo),
      )
      const { contentType, body } = await createRouter(routes([route])).dispatch(
        createRequest('/x'),
      )
      assert.ok(body instanceof ReadableStream)
      return [contentType, await new Response(body).text()]
    }

    assert.deepEqual(await sent(ndjson(Person)), [
      'application/x-ndjson',
      '{"id":1,"name":"Ada"}\n',
    ])
    assert.deepEqual(await sent(eventStream(Person)), [
      'text/event-stream',
      ':\n\ndata: {"id":1,"name":"Ada"}\n\n',
    ])
  })

  it('may be undefined, which is not sent anyway', async () => {
    const { error, body } = await send(Person, { ...ada, salary: undefined }, true)

    assert.deepEqual([error, body], [undefined, JSON.stringify(ada)])
  })

  it('is sent if the schema cannot tell its fields, or says that there may be others', async () => {
    const open = [
      z.any(),
      z.unknown(),
      z.looseObject({ id: z.number() }),
      unknowable,
      z.object({ by: z.any() }),
    ]
    const values = [leaky, leaky, leaky, leaky, { by: leaky }]

    for (const [i, stated] of open.entries()) {
      const { error, body } = await send(stated, values[i], true)
      assert.deepEqual([error, body], [undefined, JSON.stringify(values[i])], String(i))
    }
  })

  it('leaves values as JSON writes them', async () => {
    const at = new Date('2026-01-31T12:00:00Z')
    const stated = z.object({ at: z.date(), url: z.url(), tags: z.array(z.string()), by: z.null() })

    const { error, body } = await send(
      stated,
      { at, url: 'https://a.example', tags: ['x'], by: null },
      true,
    )

    assert.equal(error, undefined)
    assert.equal(
      body,
      `{"at":"2026-01-31T12:00:00.000Z","url":"https://a.example","tags":["x"],"by":null}`,
    )
  })

  it('does not change what the handler has returned', async () => {
    const shared = answer(201, { ...leaky })
    const first = await send({ 201: Person }, shared, false)
    const second = await send({ 201: z.object({ salary: z.number() }) }, shared, false)

    assert.deepEqual([first.body, second.body], [JSON.stringify(ada), '{"salary":9}'])
    assert.deepEqual(shared.value, leaky)
  })
})

describe('answer() in a handler that states nothing', () => {
  it('sends the value with its status', async () => {
    const router = createRouter(routes([get('/x', () => answer(202, leaky).header('x-a', '1'))]))

    const { statusCode, body, headers } = await router.dispatch(createRequest('/x'))

    assert.deepEqual([statusCode, body, headers?.get('x-a')], [202, JSON.stringify(leaky), '1'])
  })
})
