import assert from 'node:assert/strict'
import { it } from 'node:test'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { createTables } from '../support/create-tables.ts'
import { c, Model } from '../../src/models.ts'
import { UniqueViolation, withDatabase } from '../../src/database.ts'

class Sample extends Model('samples', {
  id: c.bigId(),
  code: c.text().unique(),
  count: c.integer(),
  ratio: c.real(),
  price: c.decimal(10, 2),
  state: c.enum(['open', 'closed']),
  at: c.timestamp(),
  day: c.date(),
  key: c.uuid(),
  ok: c.boolean(),
  seal: c.bytes().nullable(),
  extra: c.json<Record<string, string>>().nullable(),
}) {}

const texts = [
  'plain',
  'null',
  '',
  'a,b',
  '{x}',
  '"quoted"',
  String.raw`back\slash`,
  "it's",
  ' ',
  'é\n',
]

const rows = Array.from({ length: 250 }, (_, i) => {
  const text = texts[i % texts.length] ?? ''
  return {
    code: `${i} ${text}`,
    count: i - 100,
    ratio: i / 3,
    price: `${i}.50`,
    state: i % 2 === 0 ? ('open' as const) : ('closed' as const),
    at: new Date(Date.UTC(2026, 0, 1, 0, 0, i, 7)),
    day: '2026-11-20',
    key: `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`,
    ok: i % 3 === 0,
    seal: i % 4 === 0 ? null : new Uint8Array([0, i, 255]),
    extra: i % 5 === 0 ? null : { text },
  }
})

forEachDialect('many records that are created at once', (open) => {
  it('are what each of them is on its own, in the order that was given', async () => {
    const database = await open()
    await createTables(database, Sample)
    await withDatabase(database, async () => {
      assert.equal(await Sample.createMany(rows), rows.length)

      const found = await Sample.all()

      assert.deepEqual(
        found.map((sample) => Object.fromEntries(Object.entries(sample))),
        rows.map((row, i) => ({ id: found[i]?.id, ...row })),
      )
    })
  })

  it('are none when one of them is refused', async () => {
    const database = await open()
    await createTables(database, Sample)
    await withDatabase(database, async () => {
      const twice = [...rows, { ...rows[3], code: rows[7]?.code }] as typeof rows

      await assert.rejects(Sample.createMany(twice), UniqueViolation)

      assert.equal(await Sample.count(), 0)
    })
  })

  it('may be there already', async () => {
    const database = await open()
    await createTables(database, Sample)
    await withDatabase(database, async () => {
      await Sample.createMany(rows)
      const changed = rows.map((row) => ({ ...row, count: 7 }))

      assert.equal(await Sample.upsert(changed, { by: ['code'], update: ['count'] }), rows.length)

      assert.equal(await Sample.where('count', 7).count(), rows.length)
    })
  })
})
