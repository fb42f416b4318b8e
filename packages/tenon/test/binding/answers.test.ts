import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { get, handler, post, routes } from 'tenon'
import { answer, list, paginated, shape } from 'tenon/answers'
import { belongsTo, c, hasMany, Model, withDatabase } from 'tenon/database'
import { createMigrator, createTable, migration } from 'tenon/migrations'
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
      const { statusCode, body, headers, error } = await router.dispatch(
        createRequest({ method, target: path }),
      )
      assert.equal(error, undefined)
      const text = typeof body === 'string' ? (JSON.parse(body) as unknown) : body
      return { statusCode, body: text, cleared: headers?.get('x-cleared') }
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

  it('sends the one status that is stated, or the one that answer() names', async () => {
    const created = await send('POST', '/todos')
    const cleared = await send('POST', '/clear')

    assert.equal(created.statusCode, 201)
    assert.deepEqual(created.body, { id: 2, title: 'Second', user_id: 1 })
    assert.deepEqual(cleared, { statusCode: 204, body: null, cleared: 'yes' })
  })
})

describe('an answer that differs from what the handler states', () => {
  async function differenceOf(stated: Stated, value: unknown, checksAnswers = true) {
    const run = handler({}).answers(stated as typeof Todo)
    const route = get(
      '/x',
      run.run(() => value as Todo),
    )
    const one = createRouter(routes([route]), { checksAnswers })
    const { error, statusCode, body } = await one.dispatch(createRequest('/x'))
    const message = error instanceof Error ? error.message : undefined
    return { statusCode, body, difference: message?.replace(/^.* states(:|\.) /, '') }
  }

  it('is refused in development, naming the place and the first difference', async () => {
    const form = z.object({ items: z.array(z.object({ at: z.date() })) })
    const cases: ReadonlyArray<readonly [Stated, unknown, string]> = [
      [Todo, { id: 1, title: 'a' }, 'user_id is missing.'],
      [Todo, { id: 1, title: 'a', user_id: 1, secret: 1 }, 'secret is sent, but not stated.'],
      [Todo, 3, 'the body is a number instead of a record of Todo.'],
      [list(Todo), {}, 'the body is an object instead of an array.'],
      [list(Todo), [{ id: 1 }], '0.title is missing.'],
      [paginated(Todo), [], 'the body is an array instead of a page of paginate().'],
      [shape({ a: list(Todo) }), { a: [], b: 1 }, 'b is sent, but not stated.'],
      [shape({ a: form }), { a: { items: [{ at: 1 }] } }, 'a.items.0.at: '],
      [
        Todo.with('user'),
        { id: 1, title: 'a', user_id: 1, user: { id: 1 } },
        'user.name is missing.',
      ],
      [{ 204: null }, 'text', 'the body has a body, but states none.'],
      [{ 201: Todo }, answer(200, {}), 'the status 200 is not among 201.'],
      [{ 200: Todo, 202: Todo }, {}, 'Return answer(status, value).'],
    ]
    for (const [stated, value, sentence] of cases) {
      const { difference } = await differenceOf(stated, value)
      assert.ok(difference?.includes(sentence), `${difference} is not: ${sentence}`)
    }
  })

  it('is sent in production, which does not look', async () => {
    const { statusCode, body } = await differenceOf(Todo, { id: 1 }, false)

    assert.deepEqual([statusCode, body], [200, '{"id":1}'])
  })

  it('is a mistake at boot if nothing is stated', () => {
    for (const stated of [undefined, {}, { 99: Todo }, 'Todo']) {
      const route = get(
        '/x',
        handler({})
          .answers(stated as unknown as typeof Todo)
          .run(() => Todo.findOrFail(1)),
      )
      assert.throws(() => createRouter(routes([route])), { code: 'E_ANSWER_STATED' })
    }
  })
})
