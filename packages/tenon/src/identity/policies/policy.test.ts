import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createRequest } from '../../../test/support/create-request.ts'
import { c } from '../../data/columns/columns.ts'
import { Model } from '../../data/models/model.ts'
import { provided } from '../../web/binding/provided.ts'
import { policy } from './policy.ts'
import { deny } from './verdict.ts'
import { abilities, allows, authorize } from './questions.ts'

interface User {
  readonly id: number
}
class Todo extends Model('todos', { id: c.id() }) {}

const user = provided<{ user: User }>('user', { identifies: true })

/** A request of a user. */
function requestOf(id: number) {
  const request = createRequest('/')
  request.set(user, { id })
  return request
}

describe('a policy', () => {
  it('allows only what a rule answers with true', async () => {
    // Untyped code may return anything.
    const rules = { one: () => JSON.parse('1'), none: () => JSON.parse('null') }
    const TodoPolicy = policy({ user }, Todo, rules)

    const answers = [
      await allows(requestOf(1), TodoPolicy.one),
      await allows(requestOf(1), TodoPolicy.none),
    ]

    assert.deepEqual(answers, [false, false])
  })

  it('passes on what a rule throws', async () => {
    const TodoPolicy = policy({ user }, Todo, {
      create: () => {
        throw new TypeError('broken')
      },
    })

    await assert.rejects(allows(requestOf(1), TodoPolicy.create), { message: 'broken' })
  })

  it('judges nobody: false, and 401 from authorize()', async () => {
    const TodoPolicy = policy({ user }, Todo, { create: () => true }, { before: () => true })

    assert.equal(await allows(createRequest('/'), TodoPolicy.create), false)
    await assert.rejects(authorize(createRequest('/'), TodoPolicy.create), { status: 401 })
  })

  it('names the ability in the cause of a refusal, beside the message that clients read', async () => {
    const rules = { update: () => false, close: () => deny('Only today') }
    const { update, close } = policy({ user }, Todo, rules)

    const refusals = [update, close, update.hidden()].map((ability) =>
      authorize(requestOf(1), ability).catch(({ message, cause }: Error) => ({ message, cause })),
    )

    assert.deepEqual(await Promise.all(refusals), [
      { message: 'Forbidden', cause: 'The policy does not allow "update todos"' },
      { message: 'Only today', cause: 'The policy does not allow "close todos"' },
      { message: 'Not Found', cause: 'The policy does not allow "update todos"' },
    ])
  })

  it('tells `before` which ability is asked for', async () => {
    const rules = { create: () => false, close: () => false }
    const TodoPolicy = policy({ user }, Todo, rules, {
      before: (_user, ability) => ability === 'close' || undefined,
    })

    const answers = [
      await allows(requestOf(1), TodoPolicy.create),
      await allows(requestOf(1), TodoPolicy.close),
    ]

    assert.deepEqual(answers, [false, true])
  })

  it('answers all its abilities at once', async () => {
    const TodoPolicy = policy({ user }, Todo, { create: () => true, close: ({ id }) => id === 2 })

    const can = await abilities(requestOf(1), undefined, TodoPolicy)

    assert.deepEqual(can, { create: true, close: false })
  })

  it('has a name and a table for messages', () => {
    const TodoPolicy = policy({ user }, Todo, { create: () => true })

    assert.equal(TodoPolicy.create.title, 'create todos')
    assert.equal(TodoPolicy.create.hidden().title, 'create todos')
  })

  it('refuses a rule that is not a function', () => {
    const rules = JSON.parse('{ "view": null }')

    assert.throws(() => policy({ user }, Todo, rules), {
      code: 'E_POLICY',
      message:
        '"view" of the policy of "todos" is not a rule. Write a function of the user and the record.',
    })
  })

  it('refuses a rule that takes what no `load` returns', async () => {
    const rules = { view: (_user: User, _todo: Todo, role: unknown) => role === undefined }
    const TodoPolicy = policy({ user }, Todo, { create: () => true })
    const todo: Todo = JSON.parse('{}')

    assert.throws(() => policy({ user }, Todo, rules), {
      code: 'E_POLICY_CONTEXT',
      message: /^"view" of the policy of "todos" takes what load\(\) returns, but/,
    })
    await assert.rejects(TodoPolicy.context(requestOf(1), todo), { code: 'E_POLICY_CONTEXT' })
  })

  it('loads nothing for nobody, if `before` decides, and passes on what `load` throws', async () => {
    let loads = 0
    const load = (_user: User, _todo: Todo): boolean => {
      loads += 1
      throw new TypeError('broken')
    }
    const rules = { view: (_user: User, _todo: Todo, known: boolean) => known }
    const before = ({ id }: User) => id === 1 || undefined
    const TodoPolicy = policy({ user }, Todo, rules, { before, load })
    const todo: Todo = JSON.parse('{}')

    assert.equal(await allows(requestOf(1), TodoPolicy.view, todo), true)
    assert.equal(await allows(createRequest('/'), TodoPolicy.view, todo), false)
    await assert.rejects(TodoPolicy.context(createRequest('/'), todo), { status: 401 })
    assert.equal(loads, 0)
    await assert.rejects(allows(requestOf(2), TodoPolicy.view, todo), { message: 'broken' })
  })

  it('loads again for a user who logs in meanwhile', async () => {
    const load = (each: User, _todo: Todo) => Promise.resolve(each.id)
    const rules = { view: (_user: User, _todo: Todo, id: number) => id === 2 }
    const TodoPolicy = policy({ user }, Todo, rules, { load })
    const todo: Todo = JSON.parse('{}')
    const request = requestOf(1)

    const first = await allows(request, TodoPolicy.view, todo)
    request.set(user, { id: 2 })

    assert.deepEqual([first, await allows(request, TodoPolicy.view, todo)], [false, true])
  })

  it('narrows nothing without a scope', () => {
    const TodoPolicy = policy({ user }, Todo, { view: () => true })

    assert.throws(() => Todo.query().scope(TodoPolicy.scope({ id: 1 })), {
      code: 'E_POLICY_SCOPE',
      message: /^The policy of "todos" has no scope\. Add one:/,
    })
  })
})
