import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ValidationFailed } from '../../base/support/http-error.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import type { ColumnDefinition } from './column.ts'
import { createCodec, decode } from './codec.ts'
import { c } from './columns.ts'

const moment = new Date('2026-11-20T09:30:00.123Z')

const sqlite = (column: { definition: ColumnDefinition }) =>
  createCodec('field', column.definition, 'sqlite')
const postgres = (column: { definition: ColumnDefinition }) =>
  createCodec('field', column.definition, 'postgres')

describe('a codec for SQLite', () => {
  it('refuses what another program has stored and the type does not have, and quotes no JSON', () => {
    const [flag, extra] = [sqlite(c.boolean()), sqlite(c.json())]
    const [whole, price] = [sqlite(c.bigint()), sqlite(c.decimal(6, 2))]
    const outside = [
      ['t', flag],
      ['Y', flag],
      [2, flag],
      ['', extra],
      ['hunter2', extra],
      ['many', whole],
      ['', whole],
      [1.5, whole],
      [1.5, price],
    ] as const

    const messages = outside.map(([stored, codec]) => {
      try {
        return decode(codec, stored)
      } catch (error) {
        return error instanceof SetupError
          ? `${error.code}: ${error.message.split('. ')[0]}`
          : error
      }
    })

    assert.deepEqual([flag.decode?.(1), flag.decode?.(0)], [true, false])
    assert.deepEqual(messages, [
      'E_COLUMN_STORED: The column "field" holds t, which is neither true nor false',
      'E_COLUMN_STORED: The column "field" holds Y, which is neither true nor false',
      'E_COLUMN_STORED: The column "field" holds 2, which is neither true nor false',
      'E_COLUMN_STORED: The column "field" holds a text, which is not JSON',
      'E_COLUMN_STORED: The column "field" holds a text, which is not JSON',
      'E_COLUMN_STORED: The column "field" holds many, which is not a whole number',
      'E_COLUMN_STORED: The column "field" holds , which is not a whole number',
      'E_COLUMN_STORED: The column "field" holds 1.5, which is not a whole number',
      'E_COLUMN_STORED: The column "field" holds 1.5, which is not a whole number',
    ])
  })

  it('stores booleans as 0 and 1', () => {
    const codec = sqlite(c.boolean())

    assert.deepEqual([codec.encode(true), codec.encode(false)], [1, 0])
    assert.deepEqual([codec.decode?.(1), codec.decode?.(0)], [true, false])
  })

  it('stores timestamps as milliseconds in UTC and reads text as well', () => {
    const codec = sqlite(c.timestamp())

    assert.equal(codec.encode(moment), moment.getTime())
    assert.deepEqual(codec.decode?.(moment.getTime()), moment)
    assert.deepEqual(codec.decode?.('2026-11-20 09:30:00.123'), moment)
    assert.deepEqual(codec.decode?.('2026-11-20T11:30:00.123+02:00'), moment)
  })

  it('reads 64-bit integers as bigint, whatever the driver returns', () => {
    const codec = sqlite(c.bigint())

    assert.deepEqual([codec.decode?.(7), codec.decode?.(7n), codec.decode?.('7')], [7n, 7n, 7n])
  })

  it('stores JSON as text', () => {
    const codec = sqlite(c.json<{ a: number[] }>())

    assert.equal(codec.encode({ a: [1] }), '{"a":[1]}')
    assert.deepEqual(codec.decode?.('{"a":[1]}'), { a: [1] })
  })
})

describe('a codec for PostgreSQL', () => {
  it('writes timestamps in ISO form and reads milliseconds', () => {
    const codec = postgres(c.timestamp())

    assert.equal(codec.encode(moment), '2026-11-20T09:30:00.123Z')
    assert.deepEqual(codec.decode?.(moment.getTime()), moment)
  })

  it('stores booleans unchanged and JSON as text', () => {
    assert.equal(postgres(c.boolean()).encode(true), true)
    assert.equal(postgres(c.boolean()).decode?.(true), true)
    assert.equal(postgres(c.json()).encode([1]), '[1]')
    assert.deepEqual(postgres(c.json()).decode?.('[1]'), [1])
  })
})

describe('a codec', () => {
  it('passes null through if the column is nullable', () => {
    const codec = sqlite(c.timestamp().nullable())

    assert.equal(codec.encode(null), null)
    assert.equal(decode(codec, null), null)
  })

  it('rejects values of the wrong type as a programming error', () => {
    const refused = { name: 'SetupError', code: 'E_COLUMN_VALUE' }

    assert.throws(() => sqlite(c.text()).encode({ $ne: '' }), refused)
    assert.throws(() => sqlite(c.text()).encode(null), refused)
    assert.throws(() => sqlite(c.text()).encode(undefined), refused)
    assert.throws(() => sqlite(c.integer()).encode('1'), refused)
    assert.throws(() => sqlite(c.bigint()).encode(1), refused)
    assert.throws(() => sqlite(c.boolean()).encode(1), refused)
    assert.throws(() => sqlite(c.timestamp()).encode('2026-11-20'), refused)
    assert.throws(() => sqlite(c.uuid()).encode(1), refused)
    assert.throws(() => sqlite(c.json()).encode(undefined), refused)
  })

  it('rejects values that the column cannot hold, under the name of the field', () => {
    const refused = (error: unknown) => error instanceof ValidationFailed && 'field' in error.errors

    assert.throws(() => sqlite(c.integer()).encode(2 ** 31), refused)
    assert.throws(() => sqlite(c.integer()).encode(1.5), refused)
    assert.throws(() => sqlite(c.bigint()).encode(2n ** 63n), refused)
    assert.throws(() => sqlite(c.real()).encode(Number.NaN), refused)
    assert.throws(() => sqlite(c.text()).encode('a\0b'), refused)
    assert.throws(() => sqlite(c.text()).encode('a\ud800b'), refused)
    assert.throws(() => sqlite(c.text().unique()).encode('é'.repeat(1301)), refused)
    assert.throws(() => sqlite(c.text().index()).encode('x'.repeat(2601)), refused)
    assert.throws(() => sqlite(c.stringId()).encode('x'.repeat(2601)), refused)
    assert.throws(() => sqlite(c.json()).encode({ a: '\0' }), refused)
    assert.throws(() => sqlite(c.json()).encode({ a: ['\udfff'] }), refused)
    assert.throws(() => sqlite(c.uuid()).encode('x'), refused)
    assert.throws(() => sqlite(c.timestamp()).encode(new Date(Number.NaN)), refused)
    assert.throws(() => sqlite(c.timestamp()).encode(new Date(8.64e15)), refused)
  })

  it('says which date the column cannot hold, for the log', () => {
    const reasonOf = (date: Date): unknown => {
      try {
        return sqlite(c.timestamp()).encode(date)
      } catch (error) {
        return error instanceof ValidationFailed && error.cause instanceof Error
          ? error.cause.message
          : error
      }
    }

    assert.deepEqual([new Date(8.64e15), new Date(Number.NaN)].map(reasonOf), [
      'The column "field" (timestamp) cannot hold the Date +275760-09-13T00:00:00.000Z. The value must be between the years 1 and 9999.',
      'The column "field" (timestamp) cannot hold an invalid Date. The value must be between the years 1 and 9999.',
    ])
  })

  it('accepts JSON text that only looks like an escaped NUL or unpaired surrogate', () => {
    assert.equal(sqlite(c.json()).encode('\\u0000'), JSON.stringify('\\u0000'))
    assert.equal(sqlite(c.json()).encode('\\ud800'), JSON.stringify('\\ud800'))
    assert.equal(sqlite(c.json()).encode('😀'), '"😀"')
  })

  it('does not repeat the value of a hidden column', () => {
    const encode = () => sqlite(c.integer().hidden()).encode('hunter2')

    assert.throws(
      encode,
      (error) => error instanceof SetupError && !error.message.includes('hunter2'),
    )
  })

  it('does not exist for a type that there is not, such as one of a newer version', () => {
    const definition = { ...c.text().definition, type: 'money' }

    assert.throws(() => createCodec('field', definition, 'sqlite'), { code: 'E_COLUMN_TYPE' })
  })

  it('applies a cast around the stored form, except to null', () => {
    const money = c.integer().cast({
      fromStored: (cents) => ({ cents }),
      toStored: (value: { cents: number }) => value.cents,
    })
    const codec = sqlite(money.nullable())

    assert.equal(codec.encode({ cents: 5 }), 5)
    assert.deepEqual(codec.decode?.(5), { cents: 5 })
    assert.equal(decode(codec, null), null)
  })
})
