import assert from 'node:assert/strict'
import { it } from 'node:test'
import { inspect } from 'node:util'
import { createTables } from '../../../../test/support/create-tables.ts'
import { forEachDialect } from '../../../../test/support/for-each-dialect.ts'
import { c } from '../../columns/columns.ts'
import { withDatabase } from '../../database/current-database.ts'
import { ForeignKeyViolation } from '../../database/database-error.ts'
import { assertModels } from '../../relations/assertions/assert-models.ts'
import { belongsTo, hasMany, manyToMany } from '../../relations/relation.ts'
import { Model, type ModelMut } from '../model.ts'

class Team extends Model('teams', { id: c.id(), name: c.text() }) {}

class Ticket extends Model('tickets', {
  id: c.id(),
  team_id: c
    .integer()
    .owner(() => Team)
    .references('teams.id', { onDelete: 'cascade' }),
  main_label_id: c.integer().nullable(),
  parent_id: c.integer().nullable(),
  title: c.text(),
}) {
  static readonly main_label = belongsTo(() => Label, 'main_label_id')
  static readonly parent = belongsTo(() => Ticket, 'parent_id')
  static readonly comments = hasMany(() => Comment, 'ticket_id')
  static readonly labels = manyToMany(() => Label, {
    through: 'ticket_labels',
    local: 'ticket_id',
    target: 'label_id',
  })
}

class Label extends Model('labels', {
  id: c.id(),
  team_id: c
    .integer()
    .owner(() => Team)
    .references('teams.id'),
  name: c.text(),
}) {}

class Comment extends Model('comments', {
  id: c.id(),
  ticket_id: c
    .integer()
    .owner(() => Ticket)
    .references('tickets.id', { onDelete: 'cascade' }),
  reply_to: c.integer().nullable(),
  label_id: c.integer().nullable(),
  text: c.text(),
}) {
  static readonly reply = belongsTo(() => Comment, 'reply_to')
  static readonly label = belongsTo(() => Label, 'label_id')
}

/** It knows tickets, which know nothing of it. */
class Invoice extends Model('invoices', {
  id: c.id(),
  team_id: c.integer().owner(() => Team),
  ticket_id: c.integer(),
}) {
  static readonly ticket = belongsTo(() => Ticket, 'ticket_id')
}

class TicketLabel extends Model(
  'ticket_labels',
  { ticket_id: c.integer(), label_id: c.integer() },
  { primaryKey: ['ticket_id', 'label_id'] },
) {}

const models = [Team, Ticket, Label, Comment, Invoice]

forEachDialect('moving a record to another owner', (open) => {
  const withTicket = async (body: (ticket: Ticket, red: Team, blue: Team) => Promise<void>) => {
    const database = await open()
    assertModels(models)
    await createTables(database, ...models, TicketLabel)
    await withDatabase(database, async () => {
      const red = await Team.create({ name: 'Red' })
      const blue = await Team.create({ name: 'Blue' })
      await body(await Ticket.of(red).create({ title: 'x' }), red, blue)
    })
  }

  it('takes along what belongs to it', async () => {
    await withTicket(async (ticket, red, blue) => {
      const comment = await Comment.of(ticket).create({ text: 'first' })
      await Comment.of(ticket).create({ text: 'second', reply_to: comment.id })

      const moved = await Ticket.of(red).move(ticket, blue, { title: 'y' })

      assert.equal(moved.team_id, blue.id)
      assert.deepEqual(moved.changes.team_id, { from: red.id, to: blue.id })
      assert.deepEqual(await Ticket.of(blue).pluck('title'), ['y'])
      assert.equal(await Comment.of(blue).count(), 2)
      assert.deepEqual([await Ticket.of(red).count(), await Comment.of(red).count()], [0, 0])
    })
  })

  it('is refused while a relation would tie it to the owner before, in either direction', async () => {
    await withTicket(async (ticket, red, blue) => {
      const label = await Label.of(red).create({ name: 'red' })
      const other = await Ticket.of(red).create({ title: 'other' })
      const refused = async (): Promise<string> => {
        const error: unknown = await Ticket.of(red)
          .move(ticket, blue)
          .catch((reason: unknown) => reason)
        assert.ok(error instanceof ForeignKeyViolation, String(error))
        assert.deepEqual([ticket.team_id, await Ticket.of(blue).count()], [red.id, 0])
        return String(error.cause)
      }

      await ticket.update({ main_label_id: label.id })
      assert.match(await refused(), /the relation "main_label" ties it.*"tickets" to "labels"/)
      await ticket.update({ main_label_id: null })

      await ticket.attach(Ticket.labels, [label.id])
      assert.match(await refused(), /"labels"/)
      await ticket.detach(Ticket.labels)

      const comment = await Comment.of(ticket).create({ text: 'x', label_id: label.id })
      assert.match(await refused(), /"comments" to "labels"/)
      await comment.update({ label_id: null })

      await other.update({ parent_id: ticket.id })
      assert.match(await refused(), /"parent"/)
      await other.update({ parent_id: null })

      const invoice = await Invoice.of(red).create({ ticket_id: ticket.id })
      assert.match(await refused(), /"invoices" to "tickets"/)
      await invoice.delete()

      await Ticket.of(red).move(ticket, blue)
      assert.equal(await Ticket.of(blue).count(), 1)
    })
  })

  it('sets the keys that the new owner needs', async () => {
    await withTicket(async (ticket, red, blue) => {
      const before = await Label.of(red).create({ name: 'red' })
      const after = await Label.of(blue).create({ name: 'blue' })
      await ticket.update({ main_label_id: before.id })

      await Ticket.of(red).move(ticket, blue, { main_label_id: after.id })

      assert.equal((await ticket.load(Ticket.main_label))?.name, 'blue')
    })
  })

  it('moves what has a nearer owner to another one of these, also of another team', async () => {
    await withTicket(async (ticket, red, blue) => {
      const other = await Ticket.of(blue).create({ title: 'other' })
      const first = await Comment.of(ticket).create({ text: 'first' })
      const second = await Comment.of(ticket).create({ text: 'second', reply_to: first.id })

      await assert.rejects(Comment.of(red).move(first, other), ForeignKeyViolation)
      await assert.rejects(Comment.of(red).move(second, other), ForeignKeyViolation)
      await Comment.of(red).move(second, other, { reply_to: null })

      assert.deepEqual(await Comment.of(blue).pluck('text'), ['second'])
    })
  })

  it('needs a record of the owner that is named, and a new owner', async () => {
    await withTicket(async (ticket, red, blue) => {
      const tickets = Ticket.of(blue)

      await assert.rejects(tickets.move(ticket, red), { name: 'NotFound' })
      for (const to of [undefined, null, red.id, { id: blue.id, name: 'Blue' }, ticket]) {
        await assert.rejects(
          Ticket.of(red).move(ticket, to as unknown as Team),
          { code: 'E_OWNER' },
          inspect(to),
        )
      }
      await assert.rejects(Ticket.of(red).move(blue as unknown as Ticket, blue), {
        code: 'E_OWNER',
      })
      await Ticket.ofAnyone().move(ticket, blue)
      assert.equal(ticket.team_id, blue.id)
    })
  })

  it('runs the hooks of an update, in whose transaction it is', async () => {
    await withTicket(async (ticket, red, blue) => {
      class Audited extends Model('tickets', {
        id: c.id(),
        team_id: c.integer().owner(() => Team),
        title: c.text(),
      }) {}
      assertModels([Team, Audited])
      const told: unknown[] = []
      Audited.on('updated', (record) => {
        told.push(record.changes)
        if (told.length === 2) throw new Error('no')
      })
      const audited = await Audited.of(red).findOrFail(ticket.id)

      await Audited.of(red).move(audited, blue)
      await assert.rejects(Audited.of(blue).move(audited, red), /no/)

      assert.deepEqual(told[0], { team_id: { from: red.id, to: blue.id } })
      assert.equal(audited.team_id, blue.id)
      assert.equal(await Audited.of(blue).count(), 1)
      assertModels(models)
    })
  })
})

forEachDialect('deleting an owner', (open) => {
  it('deletes what belongs to it, or is refused, by the rule of the key', async () => {
    const database = await open()
    await createTables(database, ...models)
    await withDatabase(database, async () => {
      const red = await Team.create({ name: 'Red' })
      const blue = await Team.create({ name: 'Blue' })
      const ticket = await Ticket.of(red).create({ title: 'x' })
      await Comment.of(ticket).create({ text: 'x' })
      await Label.of(blue).create({ name: 'x' })

      assert.equal(await red.delete(), true)
      await assert.rejects(blue.delete(), ForeignKeyViolation)

      const store: ModelMut = Team
      assert.notEqual(await store.find(blue.id), null)
      assert.deepEqual([await Ticket.ofAnyone().count(), await Comment.ofAnyone().count()], [0, 0])
      assert.equal(await Label.of(blue).count(), 1)
    })
  })
})
