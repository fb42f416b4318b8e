import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTables } from '../../../../test/support/create-tables.ts'
import { forEachDialect } from '../../../../test/support/for-each-dialect.ts'
import { c, softDeletes } from '../../columns/columns.ts'
import { withDatabase } from '../../database/current-database.ts'
import { belongsTo, belongsToAny, hasMany, hasOne, manyToMany } from '../../relations/relation.ts'
import { Model } from '../model.ts'
import { view } from './view.ts'
import { hearStatements } from '../../../../test/support/hear-statements.ts'

class Team extends Model('teams', { id: c.uuidId(), name: c.text() }) {
  static readonly tickets = hasMany(() => Ticket, 'team_id')
}

class User extends Model('users', {
  id: c.bigId(),
  name: c.text(),
  address: c.text(),
  password: c.text().hidden(),
}) {
  static readonly profile = hasOne(() => Profile, 'user_id')
}

class Profile extends Model('profiles', {
  id: c.id(),
  user_id: c.bigint(),
  bio: c.text(),
  ...softDeletes(),
}) {}

class Ticket extends Model('tickets', {
  id: c.id(),
  team_id: c.uuid().owner(() => Team),
  user_id: c.bigint(),
  assignee_id: c.bigint().nullable(),
  title: c.text(),
  body: c.text(),
  price: c.decimal(10, 2).nullable(),
  due: c.date().nullable(),
  opened_at: c.timestamp(),
  seal: c.bytes(),
  extra: c.json<{ tags: string[] }>().nullable(),
}) {
  static readonly team = belongsTo(() => Team, 'team_id')
  static readonly user = belongsTo(() => User, 'user_id')
  static readonly assignee = belongsTo(() => User, 'assignee_id')
  static readonly comments = hasMany(() => Comment, 'ticket_id')
  static readonly labels = manyToMany(() => Label, {
    through: 'ticket_labels',
    local: 'ticket_id',
    target: 'label_id',
    columns: { added_at: c.timestamp() },
  })
}

class Label extends Model('labels', {
  id: c.id(),
  team_id: c.uuid().owner(() => Team),
  name: c.text(),
}) {}

class TicketLabel extends Model('ticket_labels', {
  id: c.id(),
  ticket_id: c.integer(),
  label_id: c.integer(),
  added_at: c.timestamp(),
}) {}

class Comment extends Model('comments', {
  id: c.id(),
  ticket_id: c.integer().owner(() => Ticket),
  user_id: c.bigint(),
  text: c.text(),
}) {
  static readonly user = belongsTo(() => User, 'user_id')
}

class Line extends Model(
  'lines',
  {
    invoice: c.integer(),
    position: c.integer(),
    subject_id: c.bigint().nullable(),
    subject_type: c.text().nullable(),
    text: c.text(),
  },
  { primaryKey: ['invoice', 'position'] },
) {
  static readonly subject = belongsToAny(() => [User], 'subject_id', { type: 'subject_type' })
}

const PersonView = view(User, ['name'])
const TicketView = view(Ticket, ['id', 'title', 'price', 'due', 'opened_at', 'seal', 'extra'])
  .with('user', PersonView)
  .with('assignee', PersonView)
  .with('labels', (labels) => labels.orderBy('name').select(view(Label, ['name'])))
  .with('comments', (comments) =>
    comments
      .orderBy('id', 'desc')
      .limit(2)
      .select(view(Comment, ['text']).with('user', PersonView)),
  )
  .withCount('comments')
  .compute('excerpt', ['body'], ({ body }) => body.slice(0, 4))
  .compute('year', ['opened_at'], ({ opened_at }) => opened_at.getUTCFullYear())

const E_VIEW = { code: 'E_VIEW' }

forEachDialect('a view', (open) => {
  const withTickets = async (body: (team: Team, statements: string[]) => Promise<void>) => {
    const database = await open()
    const statements: string[] = []
    await createTables(database, Team, User, Profile, Ticket, Label, TicketLabel, Comment)
    await withDatabase(
      hearStatements(database, (sql) => statements.push(sql)),
      async () => {
        const [team, other] = [
          await Team.create({ name: 'Red' }),
          await Team.create({ name: 'Blue' }),
        ]
        const ada = await User.create({ name: 'Ada', address: 'a@b.c', password: 'secret' })
        const bob = await User.create({ name: 'Bob', address: 'b@b.c', password: 'secret' })
        for (const [i, owner] of [team, team, team, other].entries()) {
          const ticket = await Ticket.of(owner).create({
            user_id: ada.id,
            assignee_id: i === 0 ? bob.id : null,
            title: `Ticket ${i}`,
            body: 'Long text',
            price: '12.50',
            due: '2026-01-02',
            opened_at: new Date('2026-03-04T05:06:07.000Z'),
            seal: new Uint8Array([1, 2]),
            extra: { tags: ['x'] },
          })
          for (const text of ['one', 'two', 'three']) {
            await Comment.of(ticket).create({ user_id: bob.id, text })
          }
          for (const name of ['b', 'a']) {
            const label = await Label.of(owner).create({ name })
            await ticket.attach(Ticket.labels, [label.id], { added_at: new Date(0) })
          }
        }
        await body(team, statements)
      },
    )
  }

  const first = {
    id: 1,
    title: 'Ticket 0',
    price: '12.50',
    due: '2026-01-02',
    opened_at: '2026-03-04T05:06:07.000Z',
    seal: 'AQI=',
    extra: { tags: ['x'] },
    user: { name: 'Ada' },
    assignee: { name: 'Bob' },
    labels: [{ name: 'a' }, { name: 'b' }],
    comments: [
      { text: 'three', user: { name: 'Bob' } },
      { text: 'two', user: { name: 'Bob' } },
    ],
    comments_count: 3,
    excerpt: 'Long',
    year: 2026,
  }

  it('shows what it names of a record and its relations, as JSON, and nothing else', async () => {
    await withTickets(async (team) => {
      const tickets = await Ticket.of(team).orderBy('id').select(TicketView).all()

      assert.equal(tickets.length, 3)
      assert.deepEqual(tickets[0], first)
      assert.equal(JSON.stringify(tickets[0]), JSON.stringify(first))
      assert.equal(tickets[1]?.assignee, null)
    })
  })

  it('shows the same of a record that was read before, and leaves the record as it is', async () => {
    await withTickets(async (team) => {
      const ticket = await Ticket.of(team).orderBy('id').firstOrFail()
      const before = JSON.stringify(ticket)

      assert.deepEqual(await TicketView.from(ticket), first)
      assert.deepEqual(await TicketView.fromAll([ticket, ticket]), [first, first])
      assert.deepEqual(await TicketView.fromAll([]), [])
      assert.equal(JSON.stringify(ticket), before)
      assert.equal((await ticket.load(Ticket.assignee))?.address, 'b@b.c')
    })
  })

  it('is read by every way to read a query', async () => {
    await withTickets(async (team) => {
      const Title = view(Ticket, ['title'])
      const titles = Ticket.of(team).orderBy('opened_at').orderBy('id').select(Title)
      const all = [{ title: 'Ticket 0' }, { title: 'Ticket 1' }, { title: 'Ticket 2' }]

      const page = await titles.paginate({ perPage: 2, page: 2 })
      const start = await titles.cursorPaginate({ perPage: 2 })
      const rest = await titles.cursorPaginate({ perPage: 2, cursor: start.nextCursor })
      const back = await titles.cursorPaginate({ perPage: 2, cursor: rest.previousCursor })
      const batches: object[][] = []
      for await (const batch of titles.batches(2)) batches.push(batch)

      assert.deepEqual(await titles.all(), all)
      assert.deepEqual(await titles.first(), all[0])
      assert.deepEqual(await titles.find(2), all[1])
      assert.equal(await titles.find(4), null)
      assert.equal(await titles.count(), 3)
      assert.deepEqual([page.data, page.total], [[all[2]], 3])
      assert.deepEqual(
        [start.data, rest.data, back.data],
        [all.slice(0, 2), [all[2]], all.slice(0, 2)],
      )
      assert.deepEqual(batches, [all.slice(0, 2), [all[2]]])
    })
  })

  it('reads its columns and the keys it needs, no others', async () => {
    await withTickets(async (team, statements) => {
      const Small = view(Ticket, ['title'])
        .with('assignee', PersonView)
        .compute('length', ['body'], ({ body }) => body.length)
      statements.length = 0

      const seen = await Ticket.of(team).orderBy('opened_at').orderBy('id').select(Small).all()

      assert.deepEqual(seen[0], { title: 'Ticket 0', assignee: { name: 'Bob' }, length: 9 })
      assert.deepEqual(statements.map(columnsOf), [
        ['title', 'body', 'assignee_id'],
        ['name', 'id'],
      ])
      assert.deepEqual(
        await Ticket.of(team).select(view(Ticket, []).withCount('comments')).first(),
        {
          comments_count: 3,
        },
      )
    })
  })

  it('is ordered by counts that it does not show', async () => {
    await withTickets(async (team) => {
      const query = Ticket.of(team).withCount('comments').orderBy('comments_count').orderBy('id')
      assert.deepEqual(await query.select(view(Ticket, ['title'])).first(), { title: 'Ticket 0' })
    })
  })

  it('shows a relation of records that stay records', async () => {
    await withTickets(async (team) => {
      const ticket = await Ticket.of(team).orderBy('id').with('assignee', PersonView).firstOrFail()

      assert.deepEqual(ticket.assignee, { name: 'Bob' })
      assert.match(JSON.stringify(ticket), /"assignee":{"name":"Bob"}/)
      await ticket.update({ title: 'New' })
      await assert.rejects(ticket.load(Ticket.assignee), E_VIEW)
    })
  })

  it('sees no record that is deleted', async () => {
    await withTickets(async () => {
      const user = await User.findOrFail(1n)
      const profile = await Profile.create({ user_id: user.id, bio: 'x' })
      const UserView = view(User, ['id']).with('profile', view(Profile, ['bio']))

      assert.deepEqual(await UserView.from(user), { id: '1', profile: { bio: 'x' } })
      await profile.delete()
      assert.deepEqual(await UserView.from(user), { id: '1', profile: null })
    })
  })

  it('takes no hidden column, no name twice, no whole records and no records of others', async () => {
    await withTickets(async (team) => {
      const ticket = await Ticket.of(team).firstOrFail()
      const whole = view(Ticket, []).with('user', ((users: unknown) => users) as never)
      const anyone = view(Line, []).with('subject' as never, view(User, ['id']) as never)

      assert.throws(() => view(User, ['password' as 'name']), E_VIEW)
      assert.throws(() => view(User, ['nam' as 'name']), { code: 'E_COLUMN_UNKNOWN' })
      assert.throws(() => view(User, ['name']).compute('name', [], () => 1), E_VIEW)
      assert.throws(() => view(User, []).compute('__proto__"', [], () => 1), {
        code: 'E_IDENTIFIER',
      })
      assert.throws(() => whole.plan, E_VIEW)
      assert.throws(() => anyone.plan, E_VIEW)
      await assert.rejects(PersonView.from(ticket as never), E_VIEW)
      await assert.rejects(PersonView.from(null as never), E_VIEW)
      await assert.rejects(PersonView.from({ name: 'x' } as never), E_VIEW)
      assert.throws(() => Ticket.of(team).select(PersonView as never), E_VIEW)
      assert.throws(
        () =>
          Ticket.of(team)
            .with('user')
            .select(TicketView as never),
        { ...E_VIEW, message: /which its view reads itself\. Remove with\('user'\)\./ },
      )
      assert.throws(
        () =>
          Ticket.of(team)
            .with('user')
            .select(view(Ticket, ['id']) as never),
        { ...E_VIEW, message: /which its view does not show\. .* or add it to the view\./ },
      )
    })
  })

  it('counts for records with a key of several columns', async () => {
    const database = await open()
    await createTables(database, Line)
    await withDatabase(database, async () => {
      const line = await Line.create({ invoice: 1, position: 2, text: 'x' })
      const LineView = view(Line, ['text']).compute('key', ['invoice', 'position'], (each) => each)

      assert.deepEqual(await LineView.from(line), { text: 'x', key: { invoice: 1, position: 2 } })
      assert.deepEqual(await Line.query().select(LineView).all(), [
        { text: 'x', key: { invoice: 1, position: 2 } },
      ])
    })
  })
})

/** The names of the columns that a statement selects. */
function columnsOf(sql: string): readonly string[] {
  const [, list = ''] = /^select (.*?) from/.exec(sql) ?? []
  return list.split(', ').map((each) => each.replaceAll('"', '').split('.').at(-1) ?? '')
}
