import assert from 'node:assert/strict'
import { it } from 'node:test'
import { factory } from 'tenon/factories'
import { c, hasMany, manyToMany, Model } from 'tenon/models'
import { withDatabase } from 'tenon/database'
import { createTables } from '../support/create-tables.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

class Label extends Model('labels', { id: c.id(), name: c.text() }) {}
class Tagging extends Model('taggings', {
  id: c.id(),
  ticket_id: c.integer().references('tickets.id'),
  label_id: c.integer().references('labels.id'),
  position: c.integer().default(0),
}) {}
class Comment extends Model('comments', {
  id: c.id(),
  ticket_id: c.integer().references('tickets.id'),
  text: c.text(),
}) {}
class Ticket extends Model('tickets', {
  id: c.id(),
  title: c.text().unique(),
  size: c.integer().generated({ sqlite: 'length(title)', postgres: 'length(title)' }),
}) {
  static comments = hasMany(() => Comment, 'ticket_id')
  static labels = manyToMany(() => Label, {
    through: () => Tagging,
    local: 'ticket_id',
    target: 'label_id',
  })
}

const tickets = factory(Ticket, (n) => ({ title: `Ticket ${n}` }))

// What code without types may pass on: the columns of a form.
const form = { titel: 'x' } as never
const unknown = (table: string) => ({
  code: 'E_COLUMN_UNKNOWN',
  message: new RegExp(`^The table "${table}" has no column "titel"\\. It has: `),
})

forEachDialect('an unknown column from code without types', (open) => {
  const withTicket = async (body: (ticket: Ticket) => Promise<void>) => {
    const database = await open()
    await createTables(database, Ticket, Label, Tagging, Comment)
    await withDatabase(database, async () => body(await Ticket.create({ title: 'x' })))
  }

  it('is an error of a condition', () =>
    withTicket(async () => {
      assert.throws(() => Ticket.where(form), unknown('tickets'))
      assert.throws(
        () => Ticket.query().whereHas('comments', (each) => each.where(form)),
        unknown('comments'),
      )
    }))

  it('is an error of a lookup, also if the record exists', () =>
    withTicket(async () => {
      await assert.rejects(Ticket.firstOrCreate(form, {} as never), unknown('tickets'))
      await assert.rejects(Ticket.firstOrCreate({ title: 'x' }, form), unknown('tickets'))
      await assert.rejects(Ticket.updateOrCreate({ title: 'x' }, form), unknown('tickets'))
      await assert.rejects(Ticket.upsert([form], { by: ['title'] }), unknown('tickets'))
      assert.equal(await Ticket.count(), 1)
    }))

  it('is an error of pairs, also if none is new', () =>
    withTicket(async (ticket) => {
      const { id } = await Label.create({ name: 'new' })
      await ticket.attach(Ticket.labels, [id])

      await assert.rejects(ticket.attach(Ticket.labels, [id], form), unknown('taggings'))
      await assert.rejects(ticket.sync(Ticket.labels, [id], form), unknown('taggings'))
      await assert.rejects(ticket.sync(Ticket.labels, [], form), unknown('taggings'))
      await assert.rejects(ticket.updatePivot(Ticket.labels, [id], form), unknown('taggings'))
      assert.equal(await Tagging.count(), 1)
    }))

  it('is an error of a factory', () =>
    withTicket(async () => {
      await assert.rejects(tickets.make(form), unknown('tickets'))
      await assert.rejects(tickets.with(form).create(), unknown('tickets'))
    }))

  it('is an error of a sum, and so is a column that the database computes', () =>
    withTicket(async () => {
      const [name, size, one] = ['titel' as never, 'size' as never, 1 as never]

      await assert.rejects(Ticket.query().increment(name, one), unknown('tickets'))
      await assert.rejects(Ticket.query().increment(size, one), { code: 'E_COLUMN_GENERATED' })
    }))
})
