import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createRequest } from '../../../test/support/create-request.ts'
import { createTables } from '../../../test/support/create-tables.ts'
import { forEachDialect } from '../../../test/support/for-each-dialect.ts'
import { c } from '../../data/columns/columns.ts'
import { withDatabase } from '../../data/database/current-database.ts'
import { Model } from '../../data/models/model.ts'
import { belongsTo, hasMany } from '../../data/relations/relation.ts'
import { get, group, type RouteItem } from '../routing/route.ts'
import { routes } from '../routing/route-list.ts'
import { createRouter, type Router } from '../routing/router.ts'
import { HttpError } from '../../base/support/http-error.ts'
import { handler } from './handler.ts'
import { provided } from './provided.ts'

class Team extends Model('teams', { id: c.id(), name: c.text() }) {}
class User extends Model('users', { id: c.id(), name: c.text() }) {
  static readonly tickets = hasMany(() => Ticket, 'user_id')
}
class Ticket extends Model('tickets', {
  id: c.id(),
  team_id: c.integer().owner(() => Team),
  user_id: c.integer(),
  slug: c.text().unique(),
}) {
  static readonly comments = hasMany(() => Comment, 'ticket_id')
}
class Comment extends Model('comments', {
  id: c.id(),
  ticket_id: c.integer().owner(() => Ticket),
  text: c.text(),
}) {
  static readonly ticket = belongsTo(() => Ticket, 'ticket_id')
}

const currentTeam = provided<{ team: Team }>('team')
const anyTeam = provided<{ team: Team | null }>('team')
const byHeader = currentTeam.middleware(async (request, next) =>
  next(await Team.findOrFail(Number(request.header('x-team')))),
)
const nobody = anyTeam.middleware((_request, next) => next(null))
const showTicket = handler({ ticket: Ticket }).run(({ ticket }) => ticket.slug)
const showComment = handler({ comment: Comment }).run(({ comment }) => comment.text)

const web = routes([
  get(
    '/teams/{team}/tickets/{ticket}',
    handler({ team: Team, ticket: Ticket }).run(({ ticket }) => ticket.slug),
  ),
  get(
    '/teams/{team}/slugs/{ticket:slug}',
    handler({ team: Team, ticket: Ticket }).run(({ ticket }) => ticket.slug),
  ),
  get(
    '/teams/{team}/by/{ticket}',
    handler({ team: Team, ticket: Ticket.by('slug') }).run(({ ticket }) => ticket.slug),
  ),
  get(
    '/teams/{team}/comments/{comment}',
    handler({ team: Team, comment: Comment }).run(({ comment }) => comment.text),
  ),
  group('/mine', [
    get('/tickets/{ticket}', showTicket),
    get('/comments/{comment}', showComment),
    get(
      '/tickets/{ticket}/comments/{comment}',
      handler({ ticket: Ticket, comment: Comment }).run(({ comment }) => comment.text),
    ),
    get(
      '/users/{user}/tickets/{ticket}',
      handler({ user: User, ticket: Ticket }).run(({ ticket }) => ticket.slug),
    ),
    get(
      '/teams/{team}/tickets/{ticket}',
      handler({ team: Team, ticket: Ticket }).run(({ ticket }) => ticket.slug),
    ),
  ]).middleware(byHeader),
  get('/any/{ticket}', showTicket).unscoped(),
])

forEachDialect('a record that belongs to somebody, in a path', (open) => {
  const withRecords = async (body: () => Promise<void>) => {
    const database = await open()
    await createTables(database, Team, User, Ticket, Comment)
    await withDatabase(database, async () => {
      await User.create({ name: 'Ada' })
      for (const name of ['red', 'blue']) {
        const team = await Team.create({ name })
        const ticket = await Ticket.of(team).create({ user_id: 1, slug: name })
        await Comment.of(ticket).create({ text: `on ${name}` })
      }
      await body()
    })
  }

  it('is found within the owner in the path, and missing otherwise', async () => {
    await withRecords(async () => {
      const answers = await Promise.all([
        ask('/teams/1/tickets/1'),
        ask('/teams/1/tickets/2'),
        ask('/teams/1/tickets/999'),
        ask('/teams/1/slugs/red'),
        ask('/teams/1/slugs/blue'),
        ask('/teams/1/by/red'),
        ask('/teams/1/by/blue'),
        ask('/teams/1/comments/1'),
        ask('/teams/1/comments/2'),
      ])

      assert.deepEqual(answers, ['red', 404, 404, 'red', 404, 'red', 404, 'on red', 404])
    })
  })

  it('is found within the owner that middleware provides', async () => {
    await withRecords(async () => {
      const answers = await Promise.all([
        ask('/mine/tickets/1', 1),
        ask('/mine/tickets/2', 1),
        ask('/mine/comments/2', 2),
        ask('/mine/comments/1', 2),
        ask('/mine/tickets/1/comments/1', 1),
        ask('/mine/tickets/1/comments/2', 1),
        ask('/mine/tickets/1/comments/1', 2),
        ask('/mine/users/1/tickets/1', 1),
        ask('/mine/users/1/tickets/2', 1),
        ask('/mine/teams/1/tickets/1', 1),
        ask('/mine/teams/1/tickets/1', 2),
        ask('/mine/teams/2/tickets/2', 1),
      ])

      assert.deepEqual(answers, [
        'red',
        404,
        'on blue',
        404,
        'on red',
        404,
        404,
        'red',
        404,
        'red',
        404,
        404,
      ])
    })
  })

  it('is found by its key alone on a route that says so', async () => {
    await withRecords(async () => {
      assert.deepEqual([await ask('/any/1'), await ask('/any/2')], ['red', 'blue'])
    })
  })

  it('is not found by what each owner may use once on a route without an owner', () => {
    const bySlug = get('/any/{ticket:slug}', showTicket).unscoped()

    assert.throws(() => boot([bySlug]), {
      code: 'E_COLUMN_NOT_UNIQUE',
      message: /only together with "team_id"\. Declare it unique\(\{ everywhere: true \}\)/,
    })
  })

  it('needs an owner before it', async () => {
    await withRecords(async () => {
      const ofUser = handler({ user: User, ticket: Ticket }).run(() => '')
      const ofTeam = handler({ team: Team, ticket: Ticket }).run(() => '')
      const refusal = { code: 'E_BINDING_OWNER' }
      assert.throws(() => boot([get('/tickets/{ticket}', showTicket)]), refusal)
      assert.throws(() => boot([get('/users/{user}/{ticket}', ofUser)]), refusal)
      assert.throws(() => boot([get('/{ticket}/of/{team}', ofTeam)]), refusal)
      const behind = boot([get('/{ticket}', showTicket).middleware(nobody)])
      assert.equal(await ask('/1', 1, behind), 500)
    })
  })
})

const router = createRouter(web)

/** Without the types, which would refuse the list. */
function boot(items: readonly RouteItem[]): Router {
  return createRouter(routes(items))
}

async function ask(target: string, team = 0, from = router): Promise<unknown> {
  const reply = await from.dispatch(createRequest({ target, headers: { 'x-team': String(team) } }))
  return reply.error === undefined ? reply.body : statusOf(reply.error)
}

function statusOf(error: unknown): number {
  return error instanceof HttpError ? error.status : 500
}
