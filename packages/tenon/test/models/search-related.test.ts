import assert from 'node:assert/strict'
import { it } from 'node:test'
import { withDatabase } from 'tenon/database'
import { createMigrator, createSearchIndex, createTable, migration } from 'tenon/migrations'
import { belongsTo, c, hasMany, Model } from 'tenon/models'
import { forEachDialect } from '../support/for-each-dialect.ts'

const teamColumns = { id: c.id(), name: c.text() }
const ticketColumns = { id: c.id(), team_id: c.integer().owner(() => Team), title: c.text() }
const commentColumns = { id: c.id(), ticket_id: c.integer().owner(() => Ticket), text: c.text() }

class Team extends Model('teams', teamColumns) {}
class Ticket extends Model('tickets', ticketColumns, { search: ['title'] }) {
  static readonly comments = hasMany(() => Comment, 'ticket_id')
}
class Comment extends Model('comments', commentColumns, { search: ['text'] }) {
  static readonly ticket = belongsTo(() => Ticket, 'ticket_id')
}

const tables = migration([
  createTable('teams', { id: c.id(), name: c.text() }),
  createTable('tickets', { id: c.id(), team_id: c.integer(), title: c.text() }),
  createTable('comments', { id: c.id(), ticket_id: c.integer(), text: c.text() }),
  createSearchIndex('tickets', ['title']),
  createSearchIndex('comments', ['text']),
])

/** Tickets that have the words themselves, or in one of their comments. */
const found = (team: Team, text: string) =>
  Ticket.of(team)
    .whereGroup((either) =>
      either.whereSearch(text).orWhereHas('comments', (comments) => comments.whereSearch(text)),
    )
    .orderBy('id')
    .pluck('title')

forEachDialect('a search across relations', (open) => {
  it('finds the records of an owner by their own words or those of related ones', async () => {
    const database = await open()
    await createMigrator(database, [{ name: '2026_11_28_000001_t', migration: tables }]).migrate()
    await withDatabase(database, async () => {
      const [red, blue] = [await Team.create({ name: 'red' }), await Team.create({ name: 'blue' })]
      const printer = await Ticket.of(red).create({ title: 'Printer on fire' })
      const other = await Ticket.of(red).create({ title: 'No toner' })
      await Ticket.of(red).create({ title: 'Screen' })
      const foreign = await Ticket.of(blue).create({ title: 'Printer of others' })
      await Comment.of(other).create({ text: 'which printer is it?' })
      await Comment.of(other).create({ text: 'the printer in the hall' })
      await Comment.of(printer).create({ text: 'please wait' })
      await Comment.of(foreign).create({ text: 'fire' })

      assert.deepEqual(await found(red, 'print'), ['Printer on fire', 'No toner'])
      assert.deepEqual(await found(red, 'printer hall'), ['No toner'])
      assert.deepEqual(await found(blue, 'fire'), ['Printer of others'])
      assert.deepEqual(await found(red, '"\0('), [])
      assert.equal(
        await Ticket.of(red)
          .whereGroup((g) => g.whereSearch('toner'))
          .count(),
        1,
      )
    })
  })
})
