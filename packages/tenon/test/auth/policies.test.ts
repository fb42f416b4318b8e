import assert from 'node:assert/strict'
import { it } from 'node:test'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { serveTeams, Todo, TodoPolicy } from './policies-application.ts'

forEachDialect('policies', (open) => {
  const start = async () => serveTeams(await open.url())

  it('let a user do what their rules allow', async () => {
    await using app = await start()
    const ada = await app.as(app.users.ada)
    const path = `/todos/${app.todos.ofAda.id}`

    const shown = await ada.get(path)
    const updated = await ada.send('PUT', path, { json: { title: 'Changed' } })

    assert.deepEqual(shown.json(), {
      title: 'of Ada',
      can: { viewAny: true, view: true, create: true, update: true, delete: true },
    })
    assert.equal(updated.text, 'updated')
    assert.equal((await Todo.query().findOrFail(app.todos.ofAda.id)).title, 'Changed')
  })

  it('answer 403 with the sentence of the denial', async () => {
    await using app = await start()
    const cleo = await app.as(app.users.cleo)

    const answer = await cleo.send('PUT', `/todos/${app.todos.ofAda.id}`, { json: {} })
    const deleted = await cleo.send('DELETE', `/todos/${app.todos.ofAda.id}`)

    assert.deepEqual(
      [answer.status, answer.json()],
      [403, { message: 'Only its author may change a todo' }],
    )
    assert.deepEqual([deleted.status, deleted.json()], [403, { message: 'Forbidden' }])
  })

  it('answer 404 for the record of another tenant if the ability is hidden', async () => {
    await using app = await start()
    const ada = await app.as(app.users.ada)

    const hidden = await ada.get(`/todos/${app.todos.ofBob.id}`)
    const missing = await ada.get('/todos/999')

    assert.deepEqual([hidden.status, hidden.text], [missing.status, missing.text])
    assert.equal(hidden.status, 404)
  })

  it('are asked after the record was found and before the body is read', async () => {
    await using app = await start()
    const ada = await app.as(app.users.ada)
    const bob = await app.as(app.users.bob)
    const [own, none] = [`/todos/${app.todos.ofAda.id}`, '/todos/999']

    const statuses = [
      (await bob.send('PUT', none, { json: {} })).status,
      (await bob.send('PUT', own, { json: {} })).status,
      (await ada.send('PUT', own, { json: {} })).status,
      (await app.served.program().send('PUT', none, { json: {} })).status,
    ]

    assert.deepEqual(statuses, [404, 403, 422, 401])
  })

  it('hold for every way to reach a route', async () => {
    await using app = await start()
    const cleo = await app.as(app.users.cleo)
    const bob = await app.as(app.users.bob)
    const path = `/todos/${app.todos.ofAda.id}`
    const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } }

    const statuses = [
      (await bob.send('HEAD', path)).status,
      (await cleo.send('OPTIONS', path)).status,
      (await cleo.post(path, { _method: 'PUT', title: 'x' })).status,
      (await cleo.post(path, { _method: 'DELETE' })).status,
      (await cleo.post(`${path}/`, { _method: 'DELETE' })).status,
      (await cleo.send('PATCH', path, form)).status,
      (await cleo.get(`${path}/any`)).status,
      (await cleo.post(`${path}/any`, { _method: 'DELETE' })).status,
      (await cleo.send('OPTIONS', `${path}/any`)).status,
    ]

    assert.deepEqual(statuses, [404, 403, 403, 403, 403, 403, 403, 403, 403])
    assert.equal((await Todo.query().findOrFail(app.todos.ofAda.id)).title, 'of Ada')
  })

  it('judge a plain function by the user alone', async () => {
    await using app = await start()
    const [ada, cleo] = [await app.as(app.users.ada), await app.as(app.users.cleo)]

    const statuses = [(await ada.post('/todos')).status, (await cleo.post('/todos')).status]

    assert.deepEqual(statuses, [200, 403])
  })

  it('judge the record that the route names if there are several', async () => {
    await using app = await start()
    const ada = await app.as(app.users.ada)
    const { ofAda, ofBob } = app.todos
    const second = await Todo.create({ team_id: 1, author_id: app.users.cleo.id, title: 'of Cleo' })

    const statuses = [
      (await ada.post(`/todos/${ofAda.id}/to/${second.id}`)).status,
      (await ada.post(`/todos/${second.id}/to/${ofAda.id}`)).status,
      (await ada.post(`/todos/${ofAda.id}/to/${ofBob.id}`)).status,
    ]

    assert.deepEqual(statuses, [200, 403, 403])
  })

  it('narrow lists and bulk writes to what the user may view', async () => {
    await using app = await start()
    const bob = await app.as(app.users.bob)
    const ids = [app.todos.ofAda.id, app.todos.ofBob.id]

    const list = await bob.get('/todos')
    const deleted = await bob.send('DELETE', '/todos', { json: { ids } })

    assert.deepEqual(list.json(), ['of Bob'])
    assert.equal(deleted.text, '1')
    assert.deepEqual(await Todo.query().pluck('title'), ['of Ada'])
  })

  it('refuse a bulk write as a whole if one record may not be changed', async () => {
    await using app = await start()
    const ada = await app.as(app.users.ada)
    const { ofAda, ofBob } = app.todos

    const refused = await ada.send('POST', '/todos/archive', {
      json: { ids: [ofAda.id, ofBob.id] },
    })
    const allowed = await ada.send('POST', '/todos/archive', { json: { ids: [ofAda.id] } })

    assert.deepEqual([refused.status, allowed.text], [403, '1'])
    assert.equal(await Todo.where('archived', true).count(), 1)
  })

  it('ask `before` first, in lists as well', async () => {
    await using app = await start()
    const root = await app.as(app.users.root)
    const blocked = app.users.bob
    await blocked.update({ is_blocked: true })
    const bob = await app.as(blocked)

    const all = await root.get('/todos')
    const changed = await root.send('PUT', `/todos/${app.todos.ofAda.id}`, { json: { title: 'x' } })
    const none = await bob.get('/todos')
    const narrowed = await Todo.query().scope(TodoPolicy.scope(blocked)).count()

    assert.deepEqual(all.json(), ['of Ada', 'of Bob'])
    assert.deepEqual([changed.status, none.status, narrowed], [200, 403, 0])
  })

  it('answer questions about the user of any route, also without a login', async () => {
    await using app = await start()
    const path = `/peek/${app.todos.ofAda.id}`
    const [ada, cleo] = [await app.as(app.users.ada), await app.as(app.users.cleo)]

    const answers = [
      (await ada.get(path)).json(),
      (await cleo.get(path)).json(),
      (await app.served.program().get(path)).json(),
    ]

    assert.deepEqual(answers, [
      [true, true],
      [false, false],
      [false, false],
    ])
  })

  it('throw from authorize()', async () => {
    await using app = await start()
    const path = `/check/${app.todos.ofAda.id}`
    const [cleo, bob] = [await app.as(app.users.cleo), await app.as(app.users.bob)]

    const statuses = [
      (await cleo.get(path)).status,
      (await bob.get(path)).status,
      (await app.served.program().get(path)).status,
    ]

    assert.deepEqual(statuses, [200, 403, 401])
  })

  it('tell every denial as a security event, without what the client sent', async () => {
    await using app = await start()
    const { bob } = app.users
    const browser = await app.as(bob)

    await browser.send('PUT', `/todos/${app.todos.ofAda.id}`, { json: { title: 'secret' } })
    await browser.get(`/todos/${app.todos.ofAda.id}`)
    await browser.get(`/peek/${app.todos.ofAda.id}`)

    const denials = app.served.events.filter(({ event }) => event.endsWith('denied'))
    assert.deepEqual(
      denials.map(({ event, fields }) => [
        event,
        fields['ability'],
        fields['user'],
        fields['record'],
      ]),
      [
        ['policy.denied', 'update todos', `${bob.id}`, `${app.todos.ofAda.id}`],
        ['policy.denied', 'view todos', `${bob.id}`, `${app.todos.ofAda.id}`],
      ],
    )
    assert.equal(JSON.stringify(denials).includes('secret'), false)
  })
})
