import assert from 'node:assert/strict'
import { it } from 'node:test'
import { toPublicError } from '../../src/application/kernel/public-error.ts'
import {
  currentDatabase,
  transaction,
  withDatabase,
} from '../../src/data/database/current-database.ts'
import { withOwnersOfRequest } from '../../src/data/database/owners/current-owners.ts'
import { sql, type Sql } from '../../src/data/database/sql.ts'
import {
  body,
  get,
  group,
  handler,
  json,
  post,
  provided,
  put,
  query,
  del,
  routes,
} from '../../src/index.ts'
import { belongsTo, c, hasMany, manyToMany, Model, withAnyOwner } from '../../src/models.ts'
import { createRouter } from '../../src/web/routing/router.ts'
import { z } from 'zod'
import { createRequest } from '../support/create-request.ts'
import { createTables } from '../support/create-tables.ts'
import { forEachDialect, onBoundPostgres, type OpenDatabase } from '../support/for-each-dialect.ts'

class Team extends Model('teams', { id: c.id(), name: c.text() }) {
  static readonly tickets = hasMany(() => Ticket, 'team_id')
}
class Ticket extends Model('tickets', {
  id: c.id(),
  team_id: c.integer().owner(() => Team),
  label_id: c.integer().nullable(),
  title: c.text(),
}) {
  static readonly label = belongsTo(() => Label, 'label_id')
  static readonly comments = hasMany(() => Comment, 'ticket_id')
  static readonly labels = manyToMany(() => Label, {
    through: 'ticket_labels',
    local: 'ticket_id',
    target: 'label_id',
  })
}
class Label extends Model('labels', {
  id: c.id(),
  team_id: c.integer().owner(() => Team),
  title: c.text(),
}) {
  static readonly tickets = hasMany(() => Ticket, 'label_id')
}
class Comment extends Model('comments', {
  id: c.id(),
  ticket_id: c.integer().owner(() => Ticket),
  reply_to: c.integer().nullable(),
  title: c.text(),
}) {
  static readonly ticket = belongsTo(() => Ticket, 'ticket_id')
  static readonly parent = belongsTo(() => Comment, 'reply_to')
}
class TicketLabel extends Model(
  'ticket_labels',
  { ticket_id: c.integer(), label_id: c.integer() },
  { primaryKey: ['ticket_id', 'label_id'] },
) {}

const team = provided<{ team: Team }>('team')
const membership = team.middleware(async (request, next) =>
  next(await Team.findOrFail(Number(request.header('x-team')))),
)
const Search = query(z.object({ q: z.string(), key: z.coerce.number() }))
const Form = body(z.object({ title: z.string(), key: z.number(), other: z.number().nullable() }))

const careful = group('/', [
  get(
    '/search',
    handler({ team, search: Search }).run(async ({ team, search: { q, key } }) =>
      json([
        await Ticket.of(team)
          .where('title', q)
          .orWhere('id', key)
          .orWhere('title', 'contains', q)
          .all(),
        await Ticket.of(team)
          .orWhereHas('labels', (labels) => labels.where('id', key).orWhere('id', '>', 0))
          .paginate(),
        await Comment.of(team).where('id', key).orWhere('title', '>=', '').with('parent').all(),
        await Label.of(team).orWhere('id', key).withCount('tickets').cursorPaginate(),
        await Ticket.of(team).orWhere('id', '>', 0).groupBy('title').count().all(),
        await team.load(Team.tickets),
      ]),
    ),
  ),
  get(
    '/tickets/{ticket}',
    handler({ ticket: Ticket }).run(async ({ ticket }) =>
      json([
        await Ticket.of(await Team.findOrFail(ticket.team_id))
          .with('label')
          .with('labels')
          .with('comments')
          .find(ticket.id),
      ]),
    ),
  ),
  get(
    '/tickets/{ticket}/comments/{comment}',
    handler({ ticket: Ticket, comment: Comment }).run(async ({ comment }) =>
      json([comment, await comment.load(Comment.ticket), await comment.load(Comment.parent)]),
    ),
  ),
  get(
    '/labels/{label}',
    handler({ label: Label }).run(async ({ label }) =>
      json([label, await label.load(Label.tickets)]),
    ),
  ),
  get(
    '/comments/{comment}',
    handler({ comment: Comment }).run(({ comment }) => json(comment)),
  ),
  post(
    '/tickets',
    handler({ team, form: Form }).run(async ({ team, form }) =>
      json(await Ticket.of(team).create({ title: form.title, label_id: form.other })),
    ),
  ),
  put(
    '/tickets/{ticket}',
    handler({ ticket: Ticket, form: Form }).run(async ({ ticket, form }) =>
      json(await ticket.update({ title: form.title, label_id: form.other })),
    ),
  ),
  post(
    '/tickets/{ticket}/labels',
    handler({ ticket: Ticket, form: Form }).run(async ({ ticket, form }) => {
      await ticket.attach(Ticket.labels, [form.key])
      return json(await ticket.load(Ticket.labels))
    }),
  ),
  put(
    '/tickets/{ticket}/labels',
    handler({ ticket: Ticket, form: Form }).run(async ({ ticket, form }) =>
      json(await ticket.sync(Ticket.labels, [form.key])),
    ),
  ),
  post(
    '/comments',
    handler({ team, form: Form }).run(async ({ team, form }) =>
      json(
        await Comment.of(team).create({
          ticket_id: form.key,
          reply_to: form.other,
          title: form.title,
        }),
      ),
    ),
  ),
  post(
    '/tickets/{ticket}/comments',
    handler({ ticket: Ticket, form: Form }).run(async ({ ticket, form }) =>
      json(await ticket.create(Ticket.comments, { reply_to: form.other, title: form.title })),
    ),
  ),
  put(
    '/titles',
    handler({ team, form: Form }).run(async ({ team, form }) =>
      json(
        await Comment.of(team)
          .where('id', form.key)
          .orWhere('title', '')
          .update({ title: form.title }),
      ),
    ),
  ),
  del(
    '/comments/{comment}',
    handler({ comment: Comment }).run(async ({ comment }) => json(await comment.delete())),
  ),
]).middleware(membership)

const web = routes([careful])

/** Raw SQL that forgets the owner, as only row level security survives it. */
const forgetful = (rows: Sql) =>
  handler({ team }).run(async () => json(await currentDatabase().query(rows)))

const bound = routes([
  careful,
  group('/', [
    get('/raw/tickets', forgetful(sql`select * from tickets`)),
    get('/raw/comments', forgetful(sql`select c.* from comments c where id > 0 or true`)),
    get(
      '/raw/transaction',
      handler({ team }).run(async ({ team }) =>
        transaction(async () => {
          const count = await Ticket.of(team).count()
          await Ticket.ofAnyone().count()
          return json([count, await currentDatabase().query(sql`select title from labels`)])
        }),
      ),
    ),
    get(
      '/raw/where',
      handler({ team }).run(async ({ team }) =>
        json(
          await Ticket.of(team)
            .where(sql`title > ''`)
            .orWhere(sql`exists (select from labels)`)
            .all(),
        ),
      ),
    ),
  ]).middleware(membership),
])

const names = ['red', 'blue'] as const

/** Numbers between 0 and 1 that are the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const REQUESTS = 2_000
const TOGETHER = 20

const membersOfTwoTeams = (open: OpenDatabase): void => {
  it(
    `see nothing of the other team in ${REQUESTS} random requests`,
    { timeout: 240_000 },
    async () => {
      const database = await open()
      await createTables(database, Team, Ticket, Label, Comment, TicketLabel)
      const seed = Number(process.env['SEED'] ?? 7)
      const random = randomFrom(seed)
      const number = (below: number) => Math.floor(random() * below)
      const isBound = database.rowLevelSecurity === true
      const list = isBound ? bound : web
      const router = createRouter(list)
      const counts = new Map<string, number>()

      const ask = async () => {
        const member = number(2)
        const own = names[member] ?? ''
        const other = names[1 - member] ?? ''
        const route = list.routes[number(list.routes.length)]
        assert.ok(route)
        const key = 1 + number(60)
        // A comment often has the number of its ticket.
        const path = route.pattern.path.replaceAll(/\{\w+\}/g, () =>
          String(number(2) === 0 ? key : 1 + number(60)),
        )
        const target =
          route.method === 'GET'
            ? `${path}?q=${number(2) === 0 ? other : own}&key=${number(60)}`
            : path
        const form = {
          title: `${own} ${number(1000)}`,
          key: 1 + number(60),
          other: number(3) === 0 ? null : 1 + number(60),
        }
        const headers = { 'x-team': String(member + 1), 'content-type': 'application/json' }
        const sent = route.method === 'GET' ? {} : { body: JSON.stringify(form) }
        const reply = await withOwnersOfRequest(() =>
          router.dispatch(createRequest({ method: route.method, target, headers, ...sent })),
        )
        const answer =
          reply.error === undefined ? { status: 200, said: reply.body } : toPublicError(reply.error)
        counts.set(
          `${route.method} ${route.pattern.path} ${answer.status}`,
          (counts.get(`${route.method} ${route.pattern.path} ${answer.status}`) ?? 0) + 1,
        )
        const what = `${own}: ${route.method} ${target} ${JSON.stringify(form)} (SEED=${seed})`
        assert.ok(!JSON.stringify(answer).includes(other), `${what}\n${JSON.stringify(answer)}`)
        assert.ok([200, 404, 409].includes(answer.status), `${what}\n${String(reply.error)}`)
      }

      await withDatabase(database, async () => {
        for (const name of names) await Team.create({ name })
        const teams = await Team.all()
        for (let i = 0; i < 40; i++) {
          for (const team of teams) {
            const label = await Label.of(team).create({ title: `${team.name} label ${i}` })
            const ticket = await Ticket.of(team).create({
              title: `${team.name} ${i}`,
              label_id: label.id,
            })
            await ticket.attach(Ticket.labels, [label.id])
            await Comment.of(ticket).create({ title: `${team.name} comment ${i}` })
          }
        }
        for (let i = 0; i < REQUESTS; i += TOGETHER)
          await Promise.all(Array.from({ length: TOGETHER }, ask))

        const crossed = await withAnyOwner(() =>
          database.query(sql`
        select t.id from tickets t join labels l on l.id = t.label_id where l.team_id <> t.team_id
        union all select t.id from tickets t join ticket_labels p on p.ticket_id = t.id join labels l on l.id = p.label_id where l.team_id <> t.team_id
        union all select a.id from comments a join comments b on b.id = a.reply_to where a.ticket_id <> b.ticket_id
        union all select t.id from tickets t join teams on teams.id = t.team_id where t.title not like teams.name || '%'
        union all select co.id from comments co join tickets t on t.id = co.ticket_id join teams on teams.id = t.team_id where co.title not like teams.name || '%'`),
        )
        assert.deepEqual(crossed, [])
      })
      const answered = (route: string, status: number) => counts.get(`${route} ${status}`) ?? 0
      for (const { method, pattern } of list.routes) {
        assert.ok(
          answered(`${method} ${pattern.path}`, 200) > 0,
          `${method} ${pattern.path} ${JSON.stringify([...counts])}`,
        )
      }
      assert.ok(
        answered('PUT /tickets/{ticket}', 409) > 0 && answered('GET /tickets/{ticket}', 404) > 0,
      )
    },
  )
}

forEachDialect('members of two teams', membersOfTwoTeams)

onBoundPostgres('members of two teams', membersOfTwoTeams)
