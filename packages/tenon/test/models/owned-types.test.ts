import assert from 'node:assert/strict'
import { it } from 'node:test'
import { belongsToAny, c, Model } from '../../src/models.ts'
import { withDatabase } from '../../src/data/database/current-database.ts'
import { createTables } from '../support/create-tables.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

class Team extends Model('teams', { id: c.id() }) {}

const ofTeam = { id: c.id(), team_id: c.integer().owner(() => Team) }

class Ticket extends Model('tickets', ofTeam) {}

class Customer extends Model('customers', ofTeam) {}

class Note extends Model('notes', {
  ...ofTeam,
  text: c.text().default(''),
  subject_type: c.text().nullable(),
  subject_id: c.integer().nullable(),
}) {
  static readonly subject = belongsToAny(() => [Ticket, Customer], 'subject_id', {
    type: 'subject_type',
  })
}

/** Mostly about tickets, so that a form names the table only if it is another one. */
class Call extends Model('calls', {
  ...ofTeam,
  code: c.text().nullable().unique(),
  subject_type: c.text().default('tickets'),
  subject_id: c.integer(),
}) {
  static readonly subject = belongsToAny(() => [Ticket, Customer], 'subject_id', {
    type: 'subject_type',
  })
}

forEachDialect('the table that a polymorphic key of an owned record refers to', (open) => {
  const inTeams = async (body: (note: Note, red: Team) => Promise<void>) => {
    const database = await open()
    await createTables(database, Team, Ticket, Customer, Note, Call)
    await withDatabase(database, async () => {
      const [red, blue] = [await Team.create({}), await Team.create({})]
      const customer = await Customer.of(red).create({})
      const foreign = await Ticket.of(blue).create({})
      assert.equal(foreign.id, customer.id)
      const note = { subject_type: 'customers', subject_id: customer.id }
      await body(await Note.of(red).create(note), red)
    })
  }

  it('is not changed so that the key refers to a record of another owner', () =>
    inTeams(async (note, red) => {
      await assert.rejects(note.update({ subject_type: 'tickets' }), {
        name: 'ForeignKeyViolation',
      })

      const ticket = await Ticket.of(red).create({})
      await note.update({ subject_type: 'tickets', subject_id: ticket.id })
      await note.update({ subject_type: null })
      assert.equal((await note.refresh()).subject_type, null)
    }))

  it('is written together with the key, although another request has changed the other of the two', () =>
    inTeams(async (note, red) => {
      const [own, other] = [await Customer.of(red).create({}), await Customer.of(red).create({})]
      const ticket = await Ticket.of(red).create({})
      assert.equal(ticket.id, own.id)
      await note.update({ subject_id: own.id })
      const before = await Note.of(red).firstOrFail()
      await note.update({ subject_type: 'tickets' })

      await before.update({ subject_id: other.id })

      const { subject_type, subject_id } = await note.refresh()
      assert.deepEqual([subject_type, subject_id], ['customers', other.id])
    }))

  it('is the default one of a new record', () =>
    inTeams(async (_note, red) => {
      const own = await Ticket.of(red).create({})
      const calls = Call.of(red)

      await assert.rejects(calls.create({ subject_id: 1 }), { name: 'ForeignKeyViolation' })
      await assert.rejects(calls.createMany([{ subject_id: 1 }]), { name: 'ForeignKeyViolation' })
      assert.equal((await calls.create({ subject_id: own.id })).subject_type, 'tickets')
      assert.equal((await calls.create({ subject_id: 1, subject_type: 'customers' })).subject_id, 1)
    }))

  it('is not changed for many records, whose owners a statement does not check', () =>
    inTeams(async (_note, red) => {
      const notes = Note.of(red)

      await assert.rejects(notes.update({ subject_type: 'tickets' }), {
        code: 'E_OWNER',
        message: /cannot set "subject_type" of "notes"/,
      })
      assert.equal(await notes.update({ text: 'new' }), 1)
    }))

  it('is written together with the key by an upsert, of which the other column is not given', () =>
    inTeams(async (_note, red) => {
      const calls = Call.of(red)
      const own = await Ticket.of(red).create({})
      const foreign = await Customer.of(await Team.findOrFail(red.id + 1)).create({})
      assert.equal(foreign.id, own.id)
      const about = { code: 'a', subject_type: 'customers', subject_id: 1 }
      await calls.createMany([about, { ...about, code: 'b' }])

      await calls.upsert([{ code: 'a', subject_id: own.id }], { by: ['code'] })
      await calls.upsert([{ ...about, code: 'b', subject_type: 'tickets', subject_id: own.id }], {
        by: ['code'],
        update: ['subject_id'],
      })

      assert.deepEqual(await calls.pluck('subject_type'), ['tickets', 'tickets'])
    }))
})
