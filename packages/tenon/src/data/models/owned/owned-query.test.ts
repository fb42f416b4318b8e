import assert from 'node:assert/strict'
import { it } from 'node:test'
import { inspect } from 'node:util'
import { createTables } from '../../../../test/support/create-tables.ts'
import { forEachDialect } from '../../../../test/support/for-each-dialect.ts'
import { c } from '../../columns/columns.ts'
import { withDatabase } from '../../database/current-database.ts'
import { ForeignKeyViolation } from '../../database/database-error.ts'
import { UniqueLookup } from '../../records/unique-lookup.ts'
import { assertModels } from '../../relations/assertions/assert-models.ts'
import { belongsTo, hasMany, manyToMany } from '../../relations/relation.ts'
import { Model, type ModelMut } from '../model.ts'
import { Query } from '../query.ts'

class Team extends Model('teams', {
  id: c.uuidId(),
  name: c.text(),
  pinned_id: c.integer().nullable(),
}) {
  static readonly pinned = belongsTo(() => Ticket, 'pinned_id')
  static readonly tickets = hasMany(() => Ticket, 'team_id')
}

class User extends Model('users', { id: c.id(), name: c.text() }) {
  static readonly tickets = hasMany(() => Ticket, 'user_id')
}

class Ticket extends Model('tickets', {
  id: c.id(),
  team_id: c.uuid().owner(() => Team),
  user_id: c.integer().nullable(),
  main_label_id: c.integer().nullable(),
  milestone_id: c.integer().nullable(),
  title: c.text(),
  points: c.integer().default(0),
}) {
  static readonly user = belongsTo(() => User, 'user_id')
  static readonly main_label = belongsTo(() => Label, 'main_label_id')
  static readonly milestone = belongsTo(() => Milestone, 'milestone_id')
  static readonly comments = hasMany(() => Comment, 'ticket_id')
  static readonly labels = manyToMany(() => Label, {
    through: 'ticket_labels',
    local: 'ticket_id',
    target: 'label_id',
  })
}

class Label extends Model('labels', {
  id: c.id(),
  team_id: c.uuid().owner(() => Team),
  name: c.text(),
}) {}

class Milestone extends Model('milestones', {
  id: c.id(),
  team_id: c.uuid().owner(() => Team),
}) {}

class Comment extends Model('comments', {
  id: c.id(),
  ticket_id: c.integer().owner(() => Ticket),
  reply_to: c.integer().nullable(),
  text: c.text(),
}) {
  static readonly ticket = belongsTo(() => Ticket, 'ticket_id')
  static readonly parent = belongsTo(() => Comment, 'reply_to')
}

class TicketLabel extends Model('ticket_labels', {
  id: c.id(),
  ticket_id: c.integer(),
  label_id: c.integer(),
}) {}

const E_OWNER = { code: 'E_OWNER' }

forEachDialect('the records of an owner', (open) => {
  const withTeams = async (body: (red: Team, blue: Team) => Promise<void>) => {
    const database = await open()
    await createTables(database, Team, User, Ticket, Label, Milestone, Comment, TicketLabel)
    await withDatabase(database, async () => {
      const red = await Team.create({ name: 'Red' })
      const blue = await Team.create({ name: 'Blue' })
      await Ticket.of(red).createMany([
        { title: 'r1', points: 1 },
        { title: 'r2', points: 2 },
      ])
      await Ticket.of(blue).createMany([
        { title: 'b1', points: 40 },
        { title: 'b2', points: 50 },
      ])
      await body(red, blue)
    })
  }

  it('are all that a query reads, whatever refines it', async () => {
    await withTeams(async (red, blue) => {
      const foreign = await Ticket.of(blue).firstOrFail()
      const mine = Ticket.of(red)

      const read = [
        await mine.all(),
        await mine.where('title', 'r1').orWhere('points', '>', 0).all(),
        await mine.whereGroup((group) => group.where('points', 1).orWhere('points', '>', 0)).all(),
        await mine.scope((each) => each.where('points', 1).orWhere('points', '>', 0)).all(),
        await mine.withoutDefaultScope().orWhere('title', 'like', '%').all(),
        await mine.orWhereHas('user').orWhere('points', '>', 0).all(),
        (await mine.orWhere('points', '>', 0).paginate()).data,
        (await mine.orWhere('points', '>', 0).cursorPaginate()).data,
        await mine.orWhere('points', '>', 0).with('labels').all(),
      ]

      assert.deepEqual(
        read.flat().filter((ticket) => ticket.team_id !== red.id),
        [],
      )
      assert.deepEqual(
        read.map((tickets) => tickets.length),
        [2, 2, 2, 2, 2, 2, 2, 2, 2],
      )
      assert.equal(await mine.find(foreign.id), null)
      await assert.rejects(mine.findOrFail(foreign.id), { name: 'NotFound' })
      assert.equal(await mine.where('points', 0).orWhere('points', '>', 0).count(), 2)
      assert.equal(await mine.orWhere('points', '>', 0).sum('points'), 3)
      assert.equal(await mine.where('title', 'b1').exists(), false)
      assert.deepEqual(await mine.orWhere('points', '>', 0).orderByKey().pluck('points'), [1, 2])
      assert.equal((await mine.orWhere('points', '>', 0).select('title').all()).length, 2)
    })
  })

  it('are all that a query changes or deletes', async () => {
    await withTeams(async (red, blue) => {
      const updated = await Ticket.of(red)
        .where('points', 0)
        .orWhere('points', '>', 0)
        .update({ title: 'x' })
      const added = await Ticket.of(red).orWhere('points', '>', 0).increment('points', 1)
      const deleted = await Ticket.of(red).orWhere('points', '>', 0).delete()

      assert.deepEqual([updated, added, deleted], [2, 2, 2])
      assert.deepEqual(await Ticket.of(blue).orderByKey().pluck('title'), ['b1', 'b2'])
    })
  })

  it('are created with the key of the owner, which cannot be given', async () => {
    await withTeams(async (red, blue) => {
      const created = await Ticket.of(red).create({ title: 'new' })
      const found = await Ticket.of(red).firstOrCreate({ title: 'b1' }, {})
      const updated = await Ticket.of(red).updateOrCreate({ title: 'b2' }, { points: 7 })
      const stolen = { title: 'stolen', team_id: blue.id }
      const moved: object = stolen

      assert.deepEqual([created.team_id, found.team_id, updated.team_id], [red.id, red.id, red.id])
      assert.deepEqual(await Ticket.of(blue).orderByKey().pluck('points'), [40, 50])
      // @ts-expect-error -- the owner fills it in
      await assert.rejects(Ticket.of(red).create(stolen), E_OWNER)
      // @ts-expect-error -- the owner fills it in
      await assert.rejects(Ticket.of(red).createMany([stolen]), E_OWNER)
      await assert.rejects(created.update(moved), E_OWNER)
    })
  })

  it('are read without an owner only by saying so', async () => {
    await withTeams(async (red) => {
      const store: ModelMut = Ticket
      const anyone = await Ticket.ofAnyone().count()
      const forgotten = [
        () => store.find(1),
        () => store.create({ title: 'x', team_id: red.id }),
        () => store.update(1, { title: 'x' }),
        () => store.delete(1),
        () => new Query(Ticket),
        () => UniqueLookup.prototype.find.call(Ticket.by('id'), 1),
        ...[
          'all',
          'first',
          'count',
          'exists',
          'paginate',
          'query',
          'findOrFail',
          'orderBy',
          'where',
          'with',
        ].map((name) => () => Reflect.apply(Reflect.get(Ticket, name), Ticket, ['user'])),
        ...['createMany', 'upsert', 'firstOrCreate', 'updateOrCreate'].map(
          (name) => () => Reflect.apply(Reflect.get(Ticket, name), Ticket, [[], { by: ['id'] }]),
        ),
      ]

      assert.equal(anyone, 4)
      for (const forget of forgotten) {
        await assert.rejects(async () => forget(), E_OWNER, String(forget))
      }
    })
  })

  it('are those of a saved record of an owner', async () => {
    await withTeams(async (red) => {
      const user = await User.create({ name: 'Ada' })
      const of = (owner: unknown) => () => Ticket.of(owner as Team)

      for (const owner of [
        undefined,
        null,
        {},
        { id: red.id, name: 'Red' },
        user,
        red.id,
        Symbol('anyone'),
      ]) {
        assert.throws(of(owner), E_OWNER, inspect(owner))
      }
    })
  })

  it('are found through the owners of their owners', async () => {
    await withTeams(async (red, blue) => {
      const [ticket, foreign] = [
        await Ticket.of(red).firstOrFail(),
        await Ticket.of(blue).firstOrFail(),
      ]
      await Comment.of(ticket).create({ text: 'mine' })
      await Comment.of(foreign).create({ text: 'theirs' })
      const added = await Comment.of(red).create({ ticket_id: ticket.id, text: 'also mine' })

      const texts = await Comment.of(red)
        .where('text', '')
        .orWhere('text', 'like', '%')
        .pluck('text')
      const changed = await Comment.of(red).orWhere('text', 'like', '%').update({ text: 'x' })

      assert.deepEqual(texts.toSorted(), ['also mine', 'mine'])
      assert.equal(changed, 2)
      assert.equal(added.ticket_id, ticket.id)
      assert.deepEqual(await Comment.of(blue).pluck('text'), ['theirs'])
      await assert.rejects(
        Comment.of(red).create({ ticket_id: foreign.id, text: 'x' }),
        ForeignKeyViolation,
      )
      await assert.rejects(
        Comment.of(red).createMany([{ ticket_id: foreign.id, text: 'x' }]),
        ForeignKeyViolation,
      )
    })
  })

  it('take no key of another owner’s record', async () => {
    await withTeams(async (red, blue) => {
      const ticket = await Ticket.of(red).firstOrFail()
      const mine = await Label.of(red).create({ name: 'mine' })
      const foreign = await Label.of(blue).create({ name: 'theirs' })
      const reply = await Comment.of(await Ticket.of(blue).firstOrFail()).create({ text: 'theirs' })

      await ticket.update({ main_label_id: mine.id })
      await ticket.attach(Ticket.labels, [mine.id])
      const refused = [
        () => ticket.update({ main_label_id: foreign.id }),
        () => ticket.update({ main_label_id: 9999 }),
        () => Ticket.of(red).create({ title: 'x', main_label_id: foreign.id }),
        () => Ticket.of(red).createMany([{ title: 'x', main_label_id: foreign.id }]),
        () => Ticket.of(red).firstOrCreate({ title: 'x' }, { main_label_id: foreign.id }),
        () => Ticket.of(red).updateOrCreate({ title: ticket.title }, { main_label_id: foreign.id }),
        () => Ticket.ofAnyone().create({ title: 'x', team_id: red.id, main_label_id: foreign.id }),
        () => ticket.attach(Ticket.labels, [mine.id, foreign.id]),
        () => ticket.sync(Ticket.labels, [foreign.id]),
        () => Comment.of(ticket).create({ text: 'x', reply_to: reply.id }),
        () => ticket.create(Ticket.comments, { text: 'x', reply_to: reply.id }),
      ]

      for (const write of refused) {
        await assert.rejects(async () => write(), isNotOwned, String(write))
      }
      await assert.rejects(Ticket.of(red).update({ main_label_id: mine.id }), E_OWNER)
      await assert.rejects(Ticket.of(red).increment('main_label_id', 1), E_OWNER)
      assert.deepEqual(
        (await ticket.load(Ticket.labels)).map(({ id }) => id),
        [mine.id],
      )
    })
  })

  it('take no key of another owner’s record in a list of rows, where another row has an equal one', async () => {
    await withTeams(async (red, blue) => {
      const { id } = await Ticket.of(red).firstOrFail()
      const mine = await Label.of(red).create({ name: 'mine' })
      const theirs = await Milestone.of(blue).create({})
      const rows = [red, blue].map((team) => ({ id: team.id, name: team.name, pinned_id: id }))

      await assert.rejects(Team.upsert(rows, { by: ['id'] }), isNotOwned)
      assert.equal(mine.id, theirs.id)
      await assert.rejects(
        Ticket.of(red).createMany([
          { title: 'x', main_label_id: mine.id, milestone_id: theirs.id },
        ]),
        isNotOwned,
      )
      assert.equal(await Team.upsert(rows.slice(0, 1), { by: ['id'] }), 1)
      assert.equal((await (await Team.findOrFail(red.id)).load(Team.pinned))?.id, id)
    })
  })

  it('are read by relations of the owner and of its records only', async () => {
    await withTeams(async (red) => {
      const user = await User.create({ name: 'Ada' })
      const ticket = await red.create(Team.tickets, { title: 'new', user_id: user.id })
      const any = User as { tickets: never } & typeof User
      const outside = [
        () => user.load(any.tickets),
        () => User.with('tickets' as never),
        () => User.query().whereHas('tickets' as never),
        () => User.query().orWhereHasNone('tickets' as never),
        () => User.query().withCount('tickets' as never),
        () => User.query().withExists('tickets' as never),
        () => user.create(any.tickets, { title: 'x', team_id: red.id } as never),
      ]

      assert.equal((await red.load(Team.tickets)).length, 3)
      assert.equal((await ticket.load(Ticket.user))?.name, 'Ada')
      for (const read of outside) {
        await assert.rejects(async () => read(), E_OWNER, String(read))
      }
    })
  })
})

forEachDialect('the models of an application', (open) => {
  it('state their owners, or that they have none', async () => {
    await using _ = await open()
    class Line extends Model('lines', {
      id: c.id(),
      ticket_id: c.integer().references('tickets.id'),
    }) {}
    class Log extends Model(
      'logs',
      { id: c.id(), ticket_id: c.integer().references('tickets.id') },
      { owner: false },
    ) {}
    class Note extends Model('notes', {
      id: c.id(),
      team_id: c.uuid().owner(() => Team),
      ticket_id: c.integer().references('tickets.id'),
    }) {}
    const others = [Team, User, Ticket, Label, Milestone, Comment]

    assert.doesNotThrow(() => assertModels([...others, Log]))
    assert.throws(() => assertModels([...others, Line]), {
      ...E_OWNER,
      message:
        'lines belong to tickets, which belong to teams. Declare the owner of "lines" with owner() at the column that holds its key, or say that it has none: Model(\'lines\', { … }, { owner: false }).',
    })
    assert.throws(() => assertModels([...others, Note]), /belongsTo\(\(\) => Ticket, 'ticket_id'\)/)
    assert.throws(() => assertModels([Ticket, Label, Milestone, User, Comment]), {
      code: /E_RELATION_TARGET/,
    })
  })
})

function isNotOwned(error: Error): boolean {
  const reason = /does not exist, or belongs to another owner/
  return error instanceof ForeignKeyViolation && reason.test(String(error.cause))
}
