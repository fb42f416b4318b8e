import assert from 'node:assert/strict'
import { it } from 'node:test'
import { z } from 'zod'
import { createTables } from '../../../test/support/create-tables.ts'
import { forEachDialect } from '../../../test/support/for-each-dialect.ts'
import { ValidationFailed } from '../../base/support/http-error.ts'
import { c } from '../columns/columns.ts'
import { parseKey } from '../columns/parse-key.ts'
import { withDatabase } from '../database/current-database.ts'
import { CheckViolation } from '../database/database-error.ts'
import type { Database } from '../database/database.ts'
import { Model } from './model.ts'

const bytes = new Uint8Array([0, 1, 127, 128, 255])

class Invoice extends Model('invoices', {
  id: c.id(),
  amount: c.decimal(18, 2),
  rate: c.decimal(5, 5).default('0.19'),
  due_on: c.date().index(),
  seal: c.bytes().nullable(),
  state: c.enum(['open', "it's paid"]).default('open'),
  tags: c.json(z.array(z.string().max(5, 'Too long'))).default([]),
}) {}

forEachDialect('the types of columns', (open) => {
  const withInvoices = async (body: (database: Database) => Promise<void>) => {
    const database = await open()
    await createTables(database, Invoice)
    await withDatabase(database, () => body(database))
  }
  const due = { due_on: '2026-11-20' }

  it('return what was written, and become text in JSON', () =>
    withInvoices(async () => {
      const { id } = await Invoice.create({ ...due, amount: '-1234567890123456.7', seal: bytes })

      const invoice = await Invoice.findOrFail(id)

      assert.deepEqual(Object.fromEntries(Object.entries(invoice)), {
        id,
        amount: '-1234567890123456.70',
        rate: '0.19000',
        due_on: '2026-11-20',
        seal: bytes,
        state: 'open',
        tags: [],
      })
      assert.partialDeepStrictEqual(JSON.parse(JSON.stringify(invoice)), {
        amount: '-1234567890123456.70',
        due_on: '2026-11-20',
        seal: 'AAF/gP8=',
      })
    }))

  it('are the same in the record that create returns', () =>
    withInvoices(async () => {
      const created = await Invoice.create({ ...due, amount: '5', seal: bytes })

      const found = await Invoice.findOrFail(created.id)
      assert.deepEqual(Object.entries(created), Object.entries(found))
    }))

  it('change only if the value differs', () =>
    withInvoices(async () => {
      const invoice = await Invoice.create({ ...due, amount: '5', seal: bytes })

      await invoice.update({ amount: '5.0', seal: new Uint8Array(bytes), due_on: '2026-11-21' })

      assert.deepEqual(Object.keys(invoice.changes), ['due_on'])
    }))

  it('compare and order decimals as numbers and dates as days', () =>
    withInvoices(async () => {
      await Invoice.createMany([
        { amount: '9.50', due_on: '2026-12-01' },
        { amount: '10', due_on: '0999-01-01' },
        { amount: '-100.01', due_on: '2026-11-30' },
      ])

      const amounts = async (query: { all(): Promise<Invoice[]> }) =>
        (await query.all()).map(({ amount }) => amount)

      assert.deepEqual(await amounts(Invoice.orderBy('amount')), ['-100.01', '9.50', '10.00'])
      assert.deepEqual(await amounts(Invoice.where('amount', '>', '9.5')), ['10.00'])
      assert.deepEqual(await amounts(Invoice.where('amount', 'in', ['9.5', '1'])), ['9.50'])
      assert.deepEqual(await amounts(Invoice.orderBy('due_on')), ['10.00', '-100.01', '9.50'])
    }))

  it('reject values that they cannot store exactly, under the name of the field', () =>
    withInvoices(async () => {
      const values = { ...due, amount: '1' }
      const refused = [
        { ...values, amount: '0.001' },
        { ...values, amount: '12345678901234567' },
        { ...values, amount: '1e3' },
        { ...values, due_on: '2026-02-30' },
        { ...values, due_on: '0000-01-01' },
        { ...values, tags: ['urgent'] },
      ]

      const fields = await Promise.all(refused.map(refusedField))

      assert.deepEqual(fields, ['amount', 'amount', 'amount', 'due_on', 'due_on', 'tags.0'])
    }))

  it('check the values of an enum in the database as well', () =>
    withInvoices(async (database) => {
      const { id } = await Invoice.create({ ...due, amount: '1', state: "it's paid" })

      const ajar = database.script(`update invoices set state = 'ajar' where id = ${id}`)

      await assert.rejects(ajar, CheckViolation)
      // @ts-expect-error -- not a value of the enum
      const untyped = Invoice.create({ ...due, amount: '1', state: 'ajar' })
      await assert.rejects(untyped, ValidationFailed)
    }))

  it('compare bytes only with null', () =>
    withInvoices(async () => {
      await Invoice.create({ ...due, amount: '1' })

      assert.equal(await Invoice.where('seal', null).count(), 1)
      // @ts-expect-error -- bytes cannot be compared for equality
      assert.throws(() => Invoice.where('seal', bytes), { code: 'E_QUERY_VALUE' })
    }))
})

class Shift extends Model('shifts', {
  id: c.id(),
  starts_at: c.time().index(),
  ends_at: c.time().nullable().default('17:00'),
}) {}

forEachDialect('a column of times', (open) => {
  const withShifts = async (body: (database: Database) => Promise<void>) => {
    const database = await open()
    await createTables(database, Shift)
    await withDatabase(database, () => body(database))
  }

  it('returns every time with its seconds, and the same in JSON', () =>
    withShifts(async () => {
      const made = await Shift.create({ starts_at: '09:30' })
      const { id } = await Shift.create({ starts_at: '23:59:59.250', ends_at: null })

      const found = await Shift.orderBy('id').all()

      assert.deepEqual([made.starts_at, made.ends_at], ['09:30:00', '17:00:00'])
      assert.deepEqual(JSON.parse(JSON.stringify(found)), [
        { id: made.id, starts_at: '09:30:00', ends_at: '17:00:00' },
        { id, starts_at: '23:59:59.25', ends_at: null },
      ])
    }))

  it('compares and orders its values as times', () =>
    withShifts(async () => {
      await Shift.createMany(
        ['09:30', '09:30:00.5', '00:00', '22:15:01'].map((starts_at) => ({ starts_at })),
      )
      const starts = async (query: { all(): Promise<Shift[]> }) =>
        (await query.all()).map(({ starts_at }) => starts_at)

      assert.deepEqual(await starts(Shift.orderBy('starts_at')), [
        '00:00:00',
        '09:30:00',
        '09:30:00.5',
        '22:15:01',
      ])
      assert.deepEqual(await starts(Shift.where('starts_at', '>', '09:30').orderByKey()), [
        '09:30:00.5',
        '22:15:01',
      ])
      assert.deepEqual(await starts(Shift.where('starts_at', 'in', ['09:30', '01:00'])), [
        '09:30:00',
      ])
      assert.equal(await Shift.where('starts_at', '09:30').count(), 1)
      assert.equal(await Shift.query().max('starts_at'), '22:15:01')
    }))

  it('rejects a text that names no time of a day, under the name of the field', () =>
    withShifts(async (database) => {
      for (const starts_at of [
        '24:00',
        '9:30',
        '09:60',
        '09:30:60',
        '09:30Z',
        '',
        '09:30:00.1234567',
      ]) {
        const errors = { starts_at: 'The starts at must be a time such as 09:30' }
        await assert.rejects(Shift.create({ starts_at }), { errors }, starts_at)
      }
      // @ts-expect-error -- a time has no date
      await assert.rejects(Shift.create({ starts_at: new Date() }), { code: 'E_COLUMN_VALUE' })
      await assert.rejects(database.script(`insert into shifts (starts_at) values ('noon')`))
    }))

  it('reads a time from a path in any of its forms', () => {
    assert.equal(parseKey('time', '09:30'), '09:30:00')
    assert.equal(parseKey('time', '9:30'), undefined)
  })
})

async function refusedField(values: {
  readonly amount: string
  readonly due_on: string
}): Promise<string | undefined> {
  try {
    await Invoice.create(values)
    return undefined
  } catch (error) {
    assert.ok(error instanceof ValidationFailed)
    return Object.keys(error.errors)[0]
  }
}
