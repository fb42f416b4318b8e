import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { actAs, actor, audited, type Actor } from '../../src/audit.ts'
import { accounts } from '../../src/auth.ts'
import { afterCommit, currentDatabase, transaction } from '../../src/database.ts'
import { event, listener } from '../../src/events.ts'
import { application, get, group, handler, post, routes } from '../../src/index.ts'
import { job } from '../../src/jobs.ts'
import { c, Model } from '../../src/models.ts'
import { testApp } from '../../src/testing.ts'
import { createTables } from '../support/create-tables.ts'

class User extends Model('users', {
  id: c.id(),
  email: c.text().unique(),
  password: c.text().hidden(),
}) {}
class Ticket extends Model('tickets', { id: c.id(), title: c.text() }) {}

const auth = accounts(User, { login: 'email', password: 'password' })
const audit = audited(Ticket)
const seen: Array<readonly [where: string, actor: Actor | null]> = []
const see = (where: string) => void seen.push([where, actor()])
Ticket.on('updated', () => see('hook'))

const changed = event<{ id: number }>('ticket.changed')
const rename = job('rename', z.object({ id: z.number() })).run(async ({ id }) => {
  see('job')
  const ticket = await Ticket.findOrFail(id)
  await ticket.update({ title: 'renamed by a job' })
})

const change = handler({ ticket: Ticket }).run(async ({ ticket }) => {
  await transaction(async () => {
    await ticket.update({ title: `${ticket.title}!` })
    await rename.dispatch({ id: ticket.id })
    await changed.emit({ id: ticket.id })
    await afterCommit(() => see('commit'))
  })
  return 'changed'
})

const app = application({
  root: import.meta.dirname,
  jobs: [rename],
  listeners: [listener('see', changed).run(() => see('listener'))],
  routes: routes([
    post(
      '/enter/{user}',
      handler({ user: User }).run(async ({ user }, request) => {
        await auth.login(request, user)
        see('login')
        return 'in'
      }),
    ),
    post('/leave', async (request) => {
      await auth.logout(request)
      see('logout')
      return 'out'
    }),
    post('/open/{ticket}', change),
    group('/closed', [post('/{ticket}', change)]).middleware(auth.required),
    group('/api', [post('/{ticket}', change)]).middleware(auth.token()),
    get(
      '/maybe',
      handler({ user: auth.optionalUser }).run(() => {
        see('optional')
        return 'seen'
      }),
    ),
  ]),
})

describe('who acts', () => {
  it('is known to hooks, listeners and jobs of a request with a login or a token', async () => {
    await using test = await testApp({ application: app })
    await createTables(currentDatabase(), User, Ticket)
    const ada = await User.create({ email: 'ada@example.com', password: '' })
    const bob = await User.create({ email: 'bob@example.com', password: '' })
    const ticket = await Ticket.create({ title: 'x' })
    const { text } = await auth.tokens.issue(bob, { name: 'CI', abilities: [], expires: '1d' })
    const browser = test.as('browser')
    const program = test.as('json', { headers: { authorization: `Bearer ${text}` } })
    const users = [ada, bob].map(({ id }) => ({ table: 'users', key: String(id) }))
    const take = () => seen.splice(0)

    await browser.post(`/enter/${ada.id}`)
    await browser.post(`/closed/${ticket.id}`)
    await browser.get('/maybe')
    await browser.post('/leave')
    const ofLogin = take()
    await program.post(`/api/${ticket.id}`)
    const ofToken = take()
    await test.as('browser').post(`/open/${ticket.id}`)
    await test.as('browser').get('/maybe')
    const ofGuest = take()
    await test.runJobs()
    const ofJobs = take()
    await actAs(users[1] ?? null, () => ticket.update({ title: 'by a command' }))

    const around = ['hook', 'listener', 'commit']
    assert.deepEqual(ofLogin, [
      ['login', users[0]],
      ...around.map((where) => [where, users[0]]),
      ['optional', users[0]],
      ['logout', null],
    ])
    assert.deepEqual(
      ofToken,
      around.map((where) => [where, users[1]]),
    )
    assert.deepEqual(
      ofGuest,
      [...around, 'optional'].map((where) => [where, null]),
    )
    // The jobs run at the same time.
    const inOrder = (list: readonly unknown[]) =>
      list.map((each) => JSON.stringify(each)).toSorted()
    const byEach = [users[0], users[1], null]
    assert.deepEqual(
      inOrder(ofJobs),
      inOrder(['job', 'hook'].flatMap((where) => byEach.map((each) => [where, each]))),
    )
    const actorsOf = async () => inOrder((await audit.of(ticket)).map((entry) => entry.actor))
    const told = [users[1], ...byEach, ...byEach, null]
    assert.deepEqual(await actorsOf(), inOrder(told))

    await auth.forget(ada)
    const nobody = { table: 'users', key: null }
    assert.deepEqual(
      await actorsOf(),
      inOrder(told.map((each) => (each === users[0] ? nobody : each))),
    )
  })
})
