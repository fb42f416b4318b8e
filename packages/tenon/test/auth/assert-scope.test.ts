import assert from 'node:assert/strict'
import { it } from 'node:test'
import { policy } from '../../src/auth.ts'
import { factory } from '../../src/factories.ts'
import { assertScope } from '../../src/testing.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { auth, serveTeams, Todo, TodoPolicy } from './policies-application.ts'

const todos = factory(Todo, (n) => ({ team_id: n % 3, author_id: n, title: `Todo ${n}` }))

forEachDialect('assertScope', (open) => {
  const start = async () => serveTeams(await open.url())

  it('is silent if scope and view agree about every record', async () => {
    await using app = await start()
    await todos.createMany(9)

    await assertScope(TodoPolicy, Object.values(app.users))
  })

  it('names the user and the records that they disagree about', async () => {
    await using app = await start()
    const { ada } = app.users
    const { ofAda, ofBob } = app.todos
    const LoosePolicy = policy(
      auth,
      Todo,
      { view: (user, todo) => todo.author_id === user.id },
      { scope: (user, query) => query.where('author_id', '!=', user.id) },
    )

    await assert.rejects(assertScope(LoosePolicy, [ada]), {
      name: 'AssertionError',
      message: `The policy of "todos" disagrees with itself for the user ${ada.id}: scope keeps ${ofBob.id}, which view refuses; scope leaves out ${ofAda.id}, which view allows.`,
    })
  })

  it('refuses to compare nothing', async () => {
    await using app = await start()
    const nobody = assertScope(TodoPolicy, [])
    await assert.rejects(nobody, { name: 'AssertionError' })

    await Todo.query().delete()

    await assert.rejects(assertScope(TodoPolicy, [app.users.ada]), {
      message: 'Nothing to compare: pass users, and create records of "todos" first.',
    })
  })
})
