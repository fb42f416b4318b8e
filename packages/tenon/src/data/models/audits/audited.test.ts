import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTables } from '../../../../test/support/create-tables.ts'
import { forEachDialect, onDialect } from '../../../../test/support/for-each-dialect.ts'
import { actAs } from '../../../base/log/current-actor.ts'
import { c, softDeletes, timestamps } from '../../columns/columns.ts'
import {
  currentDatabase,
  outsideTransactions,
  transaction,
  withDatabase,
} from '../../database/current-database.ts'
import type { Database } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { Model } from '../model.ts'
import { forgetActor } from './audit-entries.ts'
import { audited } from './audited.ts'

class Ticket extends Model('tickets', {
  id: c.id(),
  title: c.text(),
  state: c.text().default('open'),
  phone: c.text().nullable(),
  secret: c.text().hidden().nullable(),
  due_at: c.timestamp().nullable(),
  meta: c.json().nullable(),
  ...timestamps(),
}) {}
const ticketAudit = audited(Ticket, { without: ['phone'] })

class Note extends Model('notes', { id: c.uuidId(), text: c.text(), ...softDeletes() }) {}
const noteAudit = audited(Note, { keep: '1h' })

class Rate extends Model(
  'rates',
  { from: c.text(), to: c.text(), rate: c.decimal(10, 4) },
  { primaryKey: ['from', 'to'] },
) {}
const rateAudit = audited(Rate)

class Reading extends Model(
  'readings',
  { sensor: c.integer(), at: c.timestamp(), degrees: c.integer() },
  { primaryKey: ['sensor', 'at'] },
) {}
const readingAudit = audited(Reading)

class Label extends Model('labels', { id: c.id(), name: c.text() }) {}

const ada = { table: 'users', key: '7' }

forEachDialect('an audited model', (open) => {
  const withTables = async (body: () => Promise<void>) => {
    const database = await open()
    await createTables(database, Ticket, Note, Rate, Reading)
    await withDatabase(database, body)
  }

  it('tells many changed records apart by the milliseconds of their keys', () =>
    withTables(async () => {
      await Reading.createMany([
        { sensor: 1, at: new Date(1), degrees: 10 },
        { sensor: 1, at: new Date(2), degrees: 20 },
      ])
      const readings = await Reading.orderBy('at').all()

      await Reading.where('sensor', 1).increment('degrees', 5)

      const entries = await Promise.all(readings.map((reading) => readingAudit.of(reading)))
      assert.deepEqual(
        entries.map(([newest]) => newest?.changes),
        [{ degrees: { from: 10, to: 15 } }, { degrees: { from: 20, to: 25 } }],
      )
    }))

  it('keeps who created, changed and deleted a record, and what', () =>
    withTables(async () => {
      const ticket = await actAs(ada, () => Ticket.create({ title: 'Printer' }))
      await ticket.update({ state: 'closed', due_at: new Date('2026-12-01T10:00:00Z') })
      await ticket.update({ state: 'closed' })
      await actAs({ table: 'users', key: '8' }, () => ticket.delete())

      const entries = await ticketAudit.of(ticket)

      const told = entries.map(({ action, actor, changes }) => ({ action, actor, changes }))
      assert.deepEqual(told, [
        {
          action: 'deleted',
          actor: { table: 'users', key: '8' },
          changes: {
            id: { from: ticket.id, to: null },
            title: { from: 'Printer', to: null },
            state: { from: 'closed', to: null },
            due_at: { from: '2026-12-01T10:00:00.000Z', to: null },
            created_at: { from: ticket.created_at.toISOString(), to: null },
          },
        },
        {
          action: 'updated',
          actor: null,
          changes: {
            state: { from: 'open', to: 'closed' },
            due_at: { from: null, to: '2026-12-01T10:00:00.000Z' },
          },
        },
        {
          action: 'created',
          actor: ada,
          changes: {
            id: { from: null, to: ticket.id },
            title: { from: null, to: 'Printer' },
            state: { from: null, to: 'open' },
            created_at: { from: null, to: ticket.created_at.toISOString() },
          },
        },
      ])
      assert.ok(entries.every(({ at }) => Math.abs(Date.now() - at.getTime()) < 60_000))
    }))

  it('names hidden, personal and large values, and does not keep them', () =>
    withTables(async () => {
      const ticket = await Ticket.create({ title: 'x', phone: '555-0100', secret: 'hush' })
      await ticket.update({
        phone: '555-0199',
        secret: 'hush hush',
        meta: { text: 'x'.repeat(9_999) },
      })

      const entries = await ticketAudit.of(ticket)
      const rows = await currentDatabase().query<{ changes: string }>(
        sql`select changes from tenon_audits`,
      )

      assert.deepEqual(
        entries.map(({ others }) => others),
        [
          ['phone', 'secret', 'meta'],
          ['phone', 'secret'],
        ],
      )
      assert.ok(rows.every(({ changes }) => !/555|hush|xxx/.test(changes)))
    }))

  it('keeps nothing of what is rolled back', () =>
    withTables(async () => {
      const ticket = await Ticket.create({ title: 'x' })
      const failed = transaction(async () => {
        await ticket.update({ title: 'y' })
        throw new Error('no')
      })

      await assert.rejects(failed, /no/)

      assert.deepEqual(
        (await ticketAudit.of(ticket)).map(({ action }) => action),
        ['created'],
      )
    }))

  it('sees writes of many records, which run no hooks', () =>
    withTables(async () => {
      const made = await Ticket.createMany([{ title: 'a' }, { title: 'b' }], { returning: ['id'] })
      await actAs(ada, () => Ticket.where('title', 'a').update({ state: 'closed' }))
      const counted = await Ticket.where('title', 'b').delete()
      const a = await Ticket.where('title', 'a').firstOrFail()

      const entries = await ticketAudit.of(a)
      const rows = await currentDatabase().query<{ action: string; record_key: string }>(
        sql`select action, record_key from tenon_audits order by id`,
      )

      assert.equal(counted, 1)
      assert.deepEqual(entries[0]?.changes, { state: { from: 'open', to: 'closed' } })
      assert.deepEqual(entries[0]?.actor, ada)
      const b = made.find(({ id }) => id !== a.id)
      assert.deepEqual(
        rows.slice(2).map(({ action, record_key }) => [action, record_key]),
        [
          ['updated', String(a.id)],
          ['deleted', String(b?.id)],
        ],
      )
      await assert.rejects(Ticket.upsert([{ id: a.id, title: 'x' }], { by: ['id'] }), {
        code: 'E_AUDIT',
      })
    }))

  it('takes a soft delete for one, and knows keys of any kind', () =>
    withTables(async () => {
      const note = await Note.create({ text: 'x' })
      const other = await Note.create({ text: 'y' })
      await note.delete()
      await Note.where('text', 'y').delete()
      await Note.query().restore()
      const rate = await Rate.create({ from: 'EUR', to: 'USD', rate: '1.1' })
      await rate.update({ rate: '1.2' })
      await Rate.where('from', 'EUR').update({ rate: '1.3' })

      const ofNote = await noteAudit.of(note)
      const ofOther = await noteAudit.of(other)
      const ofRate = await rateAudit.of(rate)

      const actions = ['updated', 'deleted', 'created']
      assert.deepEqual(
        ofNote.map(({ action }) => action),
        actions,
      )
      assert.deepEqual(
        ofOther.map(({ action }) => action),
        actions,
      )
      assert.deepEqual(
        ofRate.map(({ changes }) => changes.rate?.to),
        ['1.3000', '1.2000', '1.1000'],
      )
    }))

  it('is read in pages, and forgotten by record, user and time', () =>
    withTables(async () => {
      const note = await Note.create({ text: '0' })
      for (const text of ['1', '2', '3']) await actAs(ada, () => note.update({ text }))

      const first = await noteAudit.of(note, { limit: 2 })
      const second = await noteAudit.of(note, { limit: 2, before: first[1]?.id ?? 0 })
      assert.deepEqual(
        [first, second].map((page) => page.map(({ changes }) => changes.text?.to)),
        [
          ['3', '2'],
          ['1', '0'],
        ],
      )

      await forgetActor(undefined, ada)
      const [latest] = await noteAudit.of(note)
      assert.deepEqual(latest?.actor, { table: 'users', key: null })

      await currentDatabase().query(sql`update tenon_audits set at = at - 3700000`)
      assert.deepEqual(await noteAudit.of(note), [])
      await noteAudit.forget(note)
      const left = await currentDatabase().query(sql`select id from tenon_audits`)
      assert.deepEqual(left, [])
    }))

  it('is declared once, and asked about its own records', () =>
    withTables(async () => {
      assert.throws(() => audited(Ticket), { code: 'E_AUDIT' })
      const note = await Note.create({ text: 'x' })

      await assert.rejects(ticketAudit.of(note as never), { code: 'E_AUDIT' })
      class Other extends Model('others', { id: c.id() }) {}
      assert.throws(() => audited(Other, { without: ['nothing' as 'id'] }), {
        code: 'E_COLUMN_UNKNOWN',
      })
    }))
})

// SQLite lets nobody else write meanwhile.
onDialect('postgres', 'a write of many audited records', (open) => {
  for (const kind of ['update', 'delete'] as const) {
    it(`leaves those alone that others have added since it looked for them: ${kind}`, async () => {
      const database = await open()
      await createTables(database, Ticket, Rate)
      await withDatabase(database, async () => {
        await Ticket.createMany([{ title: 'a' }, { title: 'b' }])
        await Rate.createMany([{ from: 'EUR', to: 'USD', rate: '1.1' }])
        const verb = kind === 'update' ? 'update' : 'delete from'
        addBefore(database, `${verb} "tickets"`, lateTicket)
        addBefore(database, `${verb} "rates"`, lateRate)

        const [tickets, rates] = [Ticket.where('state', 'open'), Rate.where('from', 'EUR')]
        const counts =
          kind === 'update'
            ? [await tickets.update({ state: 'closed' }), await rates.update({ rate: '2' })]
            : [await tickets.delete(), await rates.delete()]

        const kept = await database.query(
          sql`select record_key from tenon_audits where action = ${`${kind}d`}`,
        )
        assert.deepEqual([counts, kept.length], [[2, 1], 3])
        assert.deepEqual(await Ticket.where('state', 'open').pluck('title'), ['late'])
        assert.deepEqual(await Rate.where('to', 'CHF').pluck('rate'), ['1.0000'])
      })
    })
  }
})

const lateTicket = `insert into tickets (title, state, created_at, updated_at) values ('late', 'open', now(), now())`
const lateRate = `insert into rates ("from", "to", rate) values ('EUR', 'CHF', 1)`

/** Lets another connection run a statement once, before the first one that begins with a text. */
function addBefore(database: Database, text: string, added: string): void {
  const run = database.run.bind(database)
  let isAdded = false
  database.run = async (statement, values) => {
    if (!isAdded && statement.sql.startsWith(text)) {
      isAdded = true
      await outsideTransactions(() => database.script(added))
    }
    return run(statement, values)
  }
}

forEachDialect('a model that is not audited', (open) => {
  it('is written with one statement each, while others are audited', async () => {
    const sent: string[] = []
    const database = await open({
      onSlowStatement: ({ sql }) => sent.push(sql),
      slowStatement: 'always',
    })
    await createTables(database, Label, Ticket)
    await withDatabase(database, async () => {
      await Ticket.create({ title: 'Printer' })
      const written = async (write: () => Promise<unknown>) => {
        sent.length = 0
        await write()
        return sent.map((text) => text.split(' ')[0]?.toLowerCase())
      }

      const created = await written(() => Label.create({ name: 'red' }))
      const label = await Label.query().first()
      assert.ok(label)
      const updated = await written(() => label.update({ name: 'blue' }))
      const many = await written(() => Label.where('name', 'blue').update({ name: 'green' }))
      const deleted = await written(() => label.delete())
      await written(() => Ticket.create({ title: 'Monitor' }))

      assert.deepEqual([created, updated, many], [['insert'], ['update'], ['update']])
      assert.deepEqual(deleted, ['delete'])
      assert.ok(
        sent.some((text) => /insert into "?\w*audit/i.test(text)),
        sent.join('\n'),
      )
    })
  })
})
