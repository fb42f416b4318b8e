import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createTables } from '../../../../test/support/create-tables.ts'
import { forEachDialect } from '../../../../test/support/for-each-dialect.ts'
import { NotFound } from '../../../base/support/http-error.ts'
import { c, versions } from '../../columns/columns.ts'
import { withDatabase } from '../../database/current-database.ts'
import type { Database } from '../../database/database.ts'
import { ForeignKeyViolation } from '../../database/database-error.ts'
import { assertModels } from '../../relations/assertions/assert-models.ts'
import { belongsTo, manyToMany } from '../../relations/relation.ts'
import { Model } from '../model.ts'

class Team extends Model('teams', { id: c.id(), name: c.text() }) {}

class Ticket extends Model('tickets', {
  id: c.id(),
  team_id: c.integer().owner(() => Team),
  main_label_id: c.integer().nullable(),
  title: c.text(),
}) {
  static readonly main_label = belongsTo(() => Label, 'main_label_id')
  static readonly labels = manyToMany(() => Label, {
    through: 'ticket_labels',
    local: 'ticket_id',
    target: 'label_id',
  })
}

class Comment extends Model('comments', {
  id: c.id(),
  ticket_id: c.integer().owner(() => Ticket),
  label_id: c.integer().nullable(),
}) {
  static readonly label = belongsTo(() => Label, 'label_id')
}

class Label extends Model('labels', {
  id: c.id(),
  team_id: c.integer().owner(() => Team),
  comment_id: c.integer().nullable(),
  name: c.text(),
}) {
  static readonly comment = belongsTo(() => Comment, 'comment_id')
}

class TicketLabel extends Model(
  'ticket_labels',
  { ticket_id: c.integer(), label_id: c.integer() },
  { primaryKey: ['ticket_id', 'label_id'] },
) {}

const models = [Team, Ticket, Comment, Label]

forEachDialect('a record that another request moves', (open) => {
  const withScene = async (body: (scene: Scene) => Promise<void>) => {
    const database = await open()
    assertModels(models)
    await createTables(database, ...models, TicketLabel)
    await withDatabase(database, async () => {
      const [red, blue] = [await Team.create({ name: 'red' }), await Team.create({ name: 'blue' })]
      const ticket = await Ticket.of(red).create({ title: 'Lost', main_label_id: null })
      const comment = await Comment.of(ticket).create({ label_id: null })
      const label = await Label.of(red).create({ name: 'secret', comment_id: null })
      await body({ database, red, blue, ticket, comment, label })
    })
  }

  it('is not written any more by those who had read it before', async () => {
    await withScene(async ({ red, blue, ticket, label }) => {
      const before = await Ticket.of(red).findOrFail(ticket.id)
      await before.attach(Ticket.labels, [])
      await Ticket.of(red).move(ticket, blue)

      await assert.rejects(before.update({ title: 'Written by red' }), NotFound)
      await assert.rejects(before.update({ main_label_id: label.id }), NotFound)
      await assert.rejects(before.attach(Ticket.labels, [label.id]), NotFound)
      await assert.rejects(before.sync(Ticket.labels, [label.id]), NotFound)
      await assert.rejects(before.detach(Ticket.labels), NotFound)
      assert.equal(await before.delete(), false)
      const now = await Ticket.of(blue).with('labels').findOrFail(ticket.id)
      assert.deepEqual([now.title, now.main_label_id, now.labels], ['Lost', null, []])
    })
  })

  it('is not read again by those who had read it before', async () => {
    await withScene(async ({ red, blue, ticket }) => {
      const before = await Ticket.of(red).findOrFail(ticket.id)
      await Ticket.of(red).move(ticket, blue, { title: 'Only for blue' })

      await assert.rejects(before.refresh(), NotFound)
      assert.deepEqual([before.title, before.team_id], ['Lost', red.id])
      assert.equal((await ticket.refresh()).team_id, blue.id)
    })
  })

  it('is not found any more by an update that compares versions', async () => {
    await withScene(async ({ database, red, blue }) => {
      class Note extends Model('notes', {
        id: c.id(),
        team_id: c.integer().owner(() => Team),
        text: c.text(),
        ...versions(),
      }) {}
      assertModels([Team, Note])
      await createTables(database, Note)
      const note = await Note.of(red).create({ text: 'x' })
      const before = await Note.of(red).findOrFail(note.id)
      await Note.of(red).move(note, blue)

      await assert.rejects(before.update({ text: 'y' }), NotFound)
    })
  })

  it('gets nothing that belongs to it from those who had read it before', async () => {
    await withScene(async ({ red, blue, ticket, comment }) => {
      const before = await Ticket.of(red).findOrFail(ticket.id)
      const own = await Ticket.of(red).create({ title: 'Own', main_label_id: null })
      const ownComment = await Comment.of(own).create({ label_id: null })
      await Ticket.of(red).move(ticket, blue)
      const comments = Comment.of(before)

      await assert.rejects(comments.create({ label_id: null }), ForeignKeyViolation)
      await assert.rejects(comments.createMany([{ label_id: null }]), ForeignKeyViolation)
      await assert.rejects(comments.firstOrCreate({ label_id: 9 }, {}), ForeignKeyViolation)
      await assert.rejects(Comment.of(red).move(ownComment, before), ForeignKeyViolation)
      const keys = await Comment.of(blue).pluck('id')
      assert.deepEqual(keys, [comment.id])
      await Comment.of(ticket).create({ label_id: null })
      assert.equal(await Comment.of(blue).count(), 2)
    })
  })

  it('stays where it is while what belongs to another one moves to it', async () => {
    await withScene(async ({ database, red, blue, ticket, label }) => {
      const other = await Ticket.of(red).create({ title: 'Other', main_label_id: null })
      const labelled = await Comment.of(other).create({ label_id: label.id })
      const ticketOf = () => Ticket.of(red).findOrFail(ticket.id)

      const moved = await meanwhile(
        database,
        async () => Comment.of(red).move(labelled, await ticketOf()),
        async () => Ticket.of(red).move(await ticketOf(), blue),
      )
      assert.ok(moved instanceof ForeignKeyViolation, String(moved))

      await Comment.of(red).move(labelled, other)
      const late = await meanwhile(
        database,
        async () => Ticket.of(red).move(await ticketOf(), blue),
        async () => Comment.of(red).move(labelled, ticket),
      )
      assert.ok(late instanceof ForeignKeyViolation, String(late))
      assert.equal(await Comment.of(blue).where('label_id', label.id).exists(), false)
    })
  })

  it('does not move while it gets a record of its owner', async () => {
    await withScene(async (scene) => {
      const { red, blue, ticket, comment, label } = scene
      const ticketOf = () => Ticket.of(red).findOrFail(ticket.id)
      const labelOf = () => Label.of(red).findOrFail(label.id)
      const none = { main_label_id: null, title: '' }
      const writes = {
        attach: async () => (await ticketOf()).attach(Ticket.labels, [label.id]),
        sync: async () => (await ticketOf()).sync(Ticket.labels, [label.id]),
        update: async () => (await ticketOf()).update({ main_label_id: label.id }),
        'update of what it owns': async () => comment.update({ label_id: label.id }),
        'update of a record of its owner': async () =>
          (await labelOf()).update({ comment_id: comment.id }),
      }
      const undo = async () => {
        await (await ticketOf()).detach(Ticket.labels)
        await (await ticketOf()).update({ main_label_id: null })
        await comment.update({ label_id: null })
        await (await labelOf()).update({ comment_id: null })
      }
      for (const [name, write] of Object.entries(writes)) {
        const moved = await meanwhile(scene.database, write, async () =>
          Ticket.of(red).move(await ticketOf(), blue),
        )

        assert.ok(moved instanceof ForeignKeyViolation, name)
        await undo()
      }
      const create = () => Ticket.of(red).create({ ...none, main_label_id: label.id })
      const moved = await meanwhile(scene.database, create, async () =>
        Label.of(red).move(await labelOf(), blue),
      )

      assert.ok(moved instanceof ForeignKeyViolation, 'create')
    })
  })

  it('gets nothing of its former owner while it moves', async () => {
    await withScene(async ({ database, red, blue, ticket, comment, label }) => {
      const writes = {
        update: (each: Ticket) => each.update({ main_label_id: label.id }),
        attach: (each: Ticket) => each.attach(Ticket.labels, [label.id]),
        sync: (each: Ticket) => each.sync(Ticket.labels, [label.id]),
        'update of what it owns': () => comment.update({ label_id: label.id }),
      }
      for (const [name, write] of Object.entries(writes)) {
        const before = await Ticket.of(red).findOrFail(ticket.id)
        const move = async () => Ticket.of(red).move(ticket, blue)

        const written = await meanwhile(database, move, () => write(before))

        const isRefused = written instanceof NotFound || written instanceof ForeignKeyViolation
        assert.ok(isRefused, `${name}: ${String(written)}`)
        await Ticket.of(blue).move(ticket, red)
      }
    })
  })
})

interface Scene {
  readonly database: Database
  readonly red: Team
  readonly blue: Team
  readonly ticket: Ticket
  readonly comment: Comment
  readonly label: Label
}

/** Begins the second while the transaction of the first has not ended, and returns what it throws. */
async function meanwhile(
  database: Database,
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<unknown> {
  const { promise: gate, resolve: pass } = Promise.withResolvers<void>()
  const { promise: written, resolve: wrote } = Promise.withResolvers<void>()
  const running = database.transaction(async () => {
    await first()
    wrote()
    await gate
  })
  await Promise.race([written, running])
  const failed = second().then(
    () => undefined,
    (error: unknown) => error,
  )
  await Promise.race([failed, delay(100)]) // time: in which it would be through if it did not wait
  pass()
  await running
  return failed
}
