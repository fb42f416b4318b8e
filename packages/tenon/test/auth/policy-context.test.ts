import assert from 'node:assert/strict'
import { it } from 'node:test'
import { application, get, group, handler, json, post, provided, routes } from 'tenon'
import { abilities, allows, policy } from 'tenon/auth'
import { currentDatabase, withDatabase } from 'tenon/database'
import { belongsTo, c, hasMany, Model } from 'tenon/models'
import { assertScope, testApp, type TestApp } from 'tenon/testing'
import { createTables } from '../support/create-tables.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { hearStatements } from '../support/hear-statements.ts'

class Team extends Model('teams', { id: c.id(), name: c.text() }) {
  static readonly members = hasMany(() => Member, 'team_id')
}

class User extends Model('users', { id: c.id(), name: c.text() }) {}

class Member extends Model('members', {
  id: c.id(),
  team_id: c.integer().owner(() => Team),
  user_id: c.integer(),
  role: c.enum(['viewer', 'agent', 'owner']),
}) {}

class Ticket extends Model('tickets', {
  id: c.id(),
  team_id: c.integer().owner(() => Team),
  author_id: c.integer(),
  title: c.text(),
}) {
  static readonly team = belongsTo(() => Team, 'team_id')
}

const user = provided<{ user: User }>('user', { identifies: true })
const login = user.middleware(async (request, next) =>
  next(await User.findOrFail(Number(request.header('x-user')))),
)

/** The role of a user in the team of a ticket; `null` for others. */
async function roleIn(member: User, { team_id }: Ticket) {
  const found = await Member.ofAnyone().where({ team_id, user_id: member.id }).first()
  return found?.role ?? null
}

const TicketPolicy = policy(
  { user },
  Ticket,
  {
    view: (_user, _ticket, role) => role !== null,
    reply: async (_user, _ticket, role) => role === 'agent' || role === 'owner',
    assign: (_user, _ticket, role) => role === 'agent' || role === 'owner',
    rename: (member, ticket, role) => ticket.author_id === member.id || role === 'owner',
    close: (_user, _ticket, role) => role === 'owner',
    open: (_user, _ticket, role) => role === 'owner',
    label: (_user, _ticket, role) => role !== 'viewer' && role !== null,
    move: (_user, _ticket, role) => role === 'owner',
    export: (_user, _ticket, role) => role === 'owner',
    delete: (_user, _ticket, role) => role === 'owner',
    own: (member, ticket) => ticket.author_id === member.id,
  },
  {
    load: roleIn,
    scope: (member, tickets) =>
      tickets.whereHas('team', (teams) =>
        teams.whereHas('members', (members) => members.where('user_id', member.id)),
      ),
  },
)

const web = routes([
  group('/', [
    get(
      '/teams/{team}/tickets/{ticket}',
      handler({ team: Team, ticket: Ticket }).run(async ({ ticket }, request) =>
        json({
          can: await abilities(request, ticket, TicketPolicy),
          role: await TicketPolicy.context(request, ticket),
          again: await allows(request, TicketPolicy.close, ticket),
        }),
      ),
    ).can(TicketPolicy.view.hidden()),
    get(
      '/teams/{team}/mine/{ticket}',
      handler({ team: Team, ticket: Ticket }).run(() => 'mine'),
    ).can(TicketPolicy.own),
    get(
      '/teams/{team}/tickets',
      handler({ team: Team, user }).run(async ({ team, user: member }) =>
        json(await Ticket.of(team).scope(TicketPolicy.scope(member)).pluck('title')),
      ),
    ),
    post(
      '/teams/{team}/tickets/{ticket}/close',
      handler({ team: Team, ticket: Ticket }).run(() => 'closed'),
    ).can(TicketPolicy.close),
  ]).middleware(login),
])

forEachDialect('what a policy loads', (open) => {
  const withTickets = async (
    body: (app: TestApp, counted: { members: number }) => Promise<void>,
  ) => {
    await using app = await testApp({
      application: application({
        root: import.meta.dirname,
        routes: web,
        models: { Team, User, Member, Ticket },
      }),
      databaseUrl: await open.url(),
    })
    const database = currentDatabase()
    await createTables(database, Team, User, Member, Ticket)
    const counted = { members: 0 }
    for (const name of ['Red', 'Blue']) {
      const team = await Team.create({ name })
      await Ticket.of(team).create({ author_id: 1, title: name })
    }
    for (const name of ['Ada', 'Bob', 'Eve']) await User.create({ name })
    const red = await Team.findOrFail(1)
    await Member.of(red).create({ user_id: 1, role: 'viewer' })
    await Member.of(red).create({ user_id: 2, role: 'owner' })
    const heard = hearStatements(database, (sql) => {
      if (sql.includes('from "members"')) counted.members++
    })
    await withDatabase(heard, () => body(app, counted))
  }

  const ask = (app: TestApp, path: string, member: number) =>
    app.as('json').get(path, { headers: { 'x-user': String(member) } })

  it('is loaded once for all questions about a record', async () => {
    await withTickets(async (app, counted) => {
      const shown = await ask(app, '/teams/1/tickets/1', 2)

      shown.assertStatus(200)
      assert.partialDeepStrictEqual(shown.json(), {
        can: { view: true, reply: true, assign: true, rename: true, delete: true, own: false },
        role: 'owner',
        again: true,
      })
      assert.equal(counted.members, 1)
    })
  })

  it('is loaded for each request and record, and not for a rule without it', async () => {
    await withTickets(async (app, counted) => {
      ;(await ask(app, '/teams/1/tickets/1', 1)).assertStatus(200)
      ;(await ask(app, '/teams/1/tickets/1', 3)).assertStatus(404)
      ;(await ask(app, '/teams/2/tickets/2', 2)).assertStatus(404)
      assert.equal(counted.members, 3)

      ;(await ask(app, '/teams/1/mine/1', 1)).assertStatus(200)
      ;(await ask(app, '/teams/1/mine/1', 2)).assertStatus(403)
      assert.equal(counted.members, 3)
    })
  })

  it('agrees with a scope by membership, which starts from the owner', async () => {
    await withTickets(async (app) => {
      const users = await User.all()

      await assertScope(TicketPolicy, users)
      ;(await ask(app, '/teams/1/tickets', 1)).assertJson(['Red'])
      ;(await ask(app, '/teams/1/tickets', 3)).assertJson([])
      ;(await ask(app, '/teams/2/tickets', 1)).assertJson([])
    })
  })
})
