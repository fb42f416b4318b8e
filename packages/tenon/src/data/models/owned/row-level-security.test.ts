import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTables } from '../../../../test/support/create-tables.ts'
import { forEachDialect, onBoundPostgres } from '../../../../test/support/for-each-dialect.ts'
import { c } from '../../columns/columns.ts'
import { transaction, withDatabase } from '../../database/current-database.ts'
import type { Database } from '../../database/database.ts'
import { kysely } from '../../database/kysely.ts'
import { setOwnersOfRequest, withOwnersOfRequest } from '../../database/owners/current-owners.ts'
import { sql } from '../../database/sql.ts'
import { createMigrator } from '../../migrations/migrator.ts'
import { migration } from '../../migrations/migration.ts'
import { execute } from '../../migrations/operations.ts'
import { assertModels } from '../../relations/assertions/assert-models.ts'
import { belongsTo, hasMany, hasManyThrough, manyToMany } from '../../relations/relation.ts'
import { Model } from '../model.ts'
import { withAnyOwner, withOwner } from './with-owner.ts'

class Team extends Model('teams', { id: c.id(), name: c.text() }) {
  static readonly tickets = hasMany(() => Ticket, 'team_id')
  static readonly members = manyToMany(() => User, {
    through: () => Membership,
    local: 'team_id',
    target: 'user_id',
  })
}
class User extends Model('users', { id: c.id(), name: c.text() }) {}
class Membership extends Model('memberships', {
  id: c.id(),
  team_id: c
    .integer()
    .owner(() => Team)
    .references('teams.id', { onDelete: 'cascade' }),
  user_id: c.integer().references('users.id'),
}) {
  static readonly user = belongsTo(() => User, 'user_id')
  static readonly team = belongsTo(() => Team, 'team_id')
}
class Ticket extends Model('tickets', {
  id: c.id(),
  team_id: c
    .integer()
    .owner(() => Team)
    .references('teams.id', { onDelete: 'cascade' }),
  title: c.text(),
}) {
  static readonly comments = hasMany(() => Comment, 'ticket_id')
  static readonly files = hasManyThrough(() => File, {
    through: () => Comment,
    local: 'ticket_id',
    target: 'comment_id',
  })
  static readonly labels = manyToMany(() => Label, {
    through: 'ticket_labels',
    local: 'ticket_id',
    target: 'label_id',
  })
}
class Label extends Model('labels', {
  id: c.id(),
  team_id: c.integer().owner(() => Team),
  name: c.text(),
}) {}
class Comment extends Model('comments', {
  id: c.id(),
  ticket_id: c
    .integer()
    .owner(() => Ticket)
    .references('tickets.id', { onDelete: 'cascade' }),
  label_id: c.integer().nullable(),
  text: c.text(),
}) {
  static readonly ticket = belongsTo(() => Ticket, 'ticket_id')
  static readonly label = belongsTo(() => Label, 'label_id')
  static readonly files = hasMany(() => File, 'comment_id')
}
class File extends Model('files', {
  id: c.id(),
  comment_id: c
    .integer()
    .owner(() => Comment)
    .references('comments.id', { onDelete: 'cascade' }),
  name: c.text(),
}) {
  static readonly comment = belongsTo(() => Comment, 'comment_id')
}
class TicketLabel extends Model(
  'ticket_labels',
  { ticket_id: c.integer(), label_id: c.integer() },
  { primaryKey: ['ticket_id', 'label_id'] },
) {}

const models = [Team, User, Membership, Ticket, Label, Comment, File]

interface Teams {
  readonly database: Database
  readonly red: Team
  readonly blue: Team
}

async function withTeams(database: Database, body: (teams: Teams) => Promise<void>): Promise<void> {
  assertModels(models)
  await createTables(database, ...models, TicketLabel)
  await withDatabase(database, async () => {
    const [red, blue] = [await Team.create({ name: 'red' }), await Team.create({ name: 'blue' })]
    for (const team of [red, blue]) {
      const user = await User.create({ name: team.name })
      await team.attach(Team.members, [user.id])
      const label = await Label.of(team).create({ name: `${team.name} label` })
      const ticket = await Ticket.of(team).create({ title: `${team.name} ticket` })
      await ticket.attach(Ticket.labels, [label.id])
      const text = `${team.name} comment`
      const comment = await Comment.of(ticket).create({ text, label_id: label.id })
      await File.of(comment).create({ name: `${team.name}.txt` })
    }
    await body({ database, red, blue })
  })
}

const count = async (database: Database): Promise<number[]> => {
  const [row] = await database.query<Record<string, number>>(sql`
    select (select count(*) from tickets) as tickets, (select count(*) from comments) as comments,
      (select count(*) from files) as files, (select count(*) from memberships) as memberships`)
  return Object.values(row ?? {}).map(Number)
}

onBoundPostgres('raw SQL', (open) => {
  it('sees nothing without an owner, and the rows of the one that is stated', async () => {
    await withTeams(await open(), async ({ database, red }) => {
      const ticket = await Ticket.of(red).firstOrFail()
      const comment = await Comment.of(ticket).firstOrFail()

      assert.deepEqual(await count(database), [0, 0, 0, 0])
      assert.deepEqual(await withOwner(red, () => count(database)), [1, 1, 1, 1])
      assert.deepEqual(await withOwner(ticket, () => count(database)), [1, 1, 1, 1])
      assert.deepEqual(await withAnyOwner(() => count(database)), [2, 2, 2, 2])
      assert.deepEqual(await count(database), [0, 0, 0, 0])
      assert.throws(() => withOwner(comment, () => 0), { code: 'E_OWNER' })
      assert.throws(() => withOwner({ id: 1 } as unknown as Team, () => 0), { code: 'E_OWNER' })
    })
  })

  it('does not see what a model has just read or written in the same transaction', async () => {
    await withTeams(await open(), async ({ database, red, blue }) => {
      const seen = await transaction(async () => {
        const before = await Ticket.of(blue).count()
        await Ticket.ofAnyone().update({ title: 'x' })
        const nothing = await count(database)
        const inner = await withOwner(red, () => transaction(() => count(database)))
        const builder = await kysely<{ tickets: { title: string } }>(database)
          .selectFrom('tickets')
          .selectAll()
          .execute()
        return [before, nothing, inner, builder]
      })

      assert.deepEqual(seen, [1, [0, 0, 0, 0], [1, 1, 1, 1], []])
    })
  })

  it('cannot write rows of others, or change and delete them', async () => {
    await withTeams(await open(), async ({ database, red, blue }) => {
      const write = (statement: ReturnType<typeof sql>) =>
        withOwner(red, () => database.query(statement))

      await assert.rejects(
        write(sql`insert into tickets (team_id, title) values (${blue.id}, 'x')`),
        { name: 'ForeignKeyViolation' },
      )
      await write(sql`update tickets set title = 'changed'`)
      await write(sql`delete from comments`)
      await assert.rejects(write(sql`update tickets set team_id = ${blue.id}`), {
        name: 'ForeignKeyViolation',
      })

      assert.deepEqual(await Ticket.ofAnyone().orderBy('id').pluck('title'), [
        'changed',
        'blue ticket',
      ])
      assert.deepEqual(await Comment.ofAnyone().pluck('text'), ['blue comment'])
    })
  })

  it('inside a query sees the rows of the query, and in one without owners those of the request', async () => {
    await withTeams(await open(), async ({ database, red, blue }) => {
      const teams = () => Team.where(sql`exists (select from tickets where team_id = teams.id)`)
      const others = sql`(select count(*) from tickets) = 1`

      assert.equal(await Ticket.of(red).where(others).count(), 1)
      assert.equal(await Ticket.ofAnyone().where(others).count(), 0)
      assert.equal(await teams().count(), 0)
      assert.equal(await withOwner(blue, () => teams().count()), 1)
      const asked = await withOwnersOfRequest(async () => {
        const before = await count(database)
        setOwnersOfRequest(`{"teams:${red.id}","users:7"}`)
        return [before, await count(database)]
      })
      assert.deepEqual(asked, [
        [0, 0, 0, 0],
        [1, 1, 1, 1],
      ])
    })
  })

  it('keeps owners apart on shared connections', async () => {
    await withTeams(await open(), async ({ database, red, blue }) => {
      const ask = async (i: number): Promise<void> => {
        const team = i % 2 === 0 ? red : blue
        const titles = await Ticket.of(team).pluck('title')
        const raw = await withOwner(team, () =>
          database.query<{ title: string }>(sql`select title from tickets`),
        )
        assert.deepEqual(
          [...titles, ...raw.map(({ title }) => title)],
          [`${team.name} ticket`, `${team.name} ticket`],
        )
        assert.deepEqual(await count(database), [0, 0, 0, 0])
      }

      await Promise.all(Array.from({ length: 200 }, (_, i) => ask(i)))
    })
  })

  it('in a migration works on the rows of all owners', async () => {
    await withTeams(await open(), async ({ database }) => {
      const both = (text: string) => ({ sqlite: text, postgres: text })
      const fill = [execute(both("update tickets set title = 'filled'"), both('select 1'))]
      const rename = [execute(both("update labels set name = 'filled'"), both('select 1'))]
      await createMigrator(database, [
        { name: '2026_01_02_000001_fill', migration: migration(fill) },
        {
          name: '2026_01_02_000002_fill_outside',
          migration: migration(rename, { transactional: false }),
        },
      ]).migrate()

      assert.deepEqual(await Ticket.ofAnyone().pluck('title'), ['filled', 'filled'])
      assert.deepEqual(await Label.ofAnyone().pluck('name'), ['filled', 'filled'])
      assert.deepEqual(await count(database), [0, 0, 0, 0])
    })
  })
})

onBoundPostgres('models', (open) => {
  it('read and write as without it: relations, counts, lists, batches, pivot tables', async () => {
    await withTeams(await open(), async ({ red, blue }) => {
      const ticket = await Ticket.of(red)
        .with('comments')
        .with('labels')
        .with('files')
        .firstOrFail()
      const comment = await Comment.of(ticket).with('label').with('ticket').firstOrFail()
      const [member] = await red.load(Team.members)

      assert.deepEqual(
        [ticket.comments, ticket.labels, ticket.files].map((each) => each.length),
        [1, 1, 1],
      )
      assert.deepEqual([comment.label?.name, comment.ticket.id], ['red label', ticket.id])
      assert.equal((await File.of(comment).with('comment').firstOrFail()).comment.id, comment.id)
      assert.equal((await comment.load(Comment.label))?.name, 'red label')
      assert.equal(member?.name, 'red')
      assert.equal((await Team.query().withCount('tickets').all())[1]?.tickets_count, 1)
      assert.equal(
        (await Team.query().withMax('tickets', 'title').all())[1]?.tickets_title_max,
        'blue ticket',
      )
      assert.equal(await Ticket.of(red).whereHas('labels').count(), 1)
      assert.equal(await Ticket.of(red).where('id', 'in', Ticket.of(blue).select('id')).count(), 0)
      assert.equal(await Team.where('id', 'in', Ticket.ofAnyone().select('team_id')).count(), 2)
      let read = 0
      for await (const batch of Comment.of(red).batches(1)) read += batch.length
      assert.equal(read, 1)
    })
  })

  it('create many, upsert, move, sync and delete with what belongs to it', async () => {
    await withTeams(await open(), async ({ red, blue }) => {
      const rows = Array.from({ length: 1_000 }, (_, i) => ({ title: `ticket ${i}` }))
      const ticket = await Ticket.of(red).firstOrFail()

      await Ticket.of(red).createMany(rows)
      await ticket.sync(Ticket.labels, [])
      await (await Comment.of(ticket).firstOrFail()).update({ label_id: null })
      await Ticket.of(red).move(ticket, blue)
      await (await Ticket.of(red).orderBy('id', 'desc').firstOrFail()).delete()
      await ticket.update({ title: 'moved' })

      assert.equal(await Ticket.of(red).count(), 999)
      assert.deepEqual(await Ticket.of(blue).orderBy('id').pluck('title'), ['moved', 'blue ticket'])
      assert.equal(await Comment.of(blue).count(), 2)
      await blue.delete()
      assert.deepEqual([await Ticket.ofAnyone().count(), await File.ofAnyone().count()], [999, 0])
    })
  })

  it('go on after a statement that failed', async () => {
    await withTeams(await open(), async ({ database, red }) => {
      const seen = await transaction(async () => {
        await transaction(() => withOwner(red, () => database.query(sql`select 1/0`))).catch(
          () => {},
        )
        return Ticket.of(red).count()
      })

      assert.equal(seen, 1)
    })
  })
})

forEachDialect('withOwner()', (open) => {
  it('changes nothing where there is no row level security', async () => {
    const database = await open({ rowLevelSecurity: false })
    await withDatabase(database, async () => {
      await createTables(database, Team, Ticket)
      const team = await Team.create({ name: 'red' })
      await Ticket.of(team).create({ title: 'x' })

      const rows = () => database.query(sql`select title from tickets`)
      assert.deepEqual(await withOwner(team, rows), [{ title: 'x' }])
      assert.deepEqual(await withAnyOwner(rows), await rows())
    })
  })
})
