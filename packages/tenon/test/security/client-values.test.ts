import assert from 'node:assert/strict'
import { it } from 'node:test'
import { audited } from 'tenon/audit'
import { withDatabase } from 'tenon/database'
import { toPublicError } from 'tenon/errors'
import { c, highlight, manyToMany, Model } from 'tenon/models'
import { createTables } from '../support/create-tables.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

/** A column of each type, as a schema lets the client fill it. */
class Thing extends Model('things', {
  id: c.id(),
  title: c.text().nullable(),
  short: c.text({ max: 5 }).nullable(),
  slug: c.text().nullable().unique({ caseInsensitive: true }),
  state: c.enum(['open', 'closed']).nullable(),
  count: c.integer().nullable(),
  stars: c.integer({ min: 1, max: 5 }).nullable(),
  big: c.bigint().nullable(),
  ratio: c.real().nullable(),
  price: c.decimal(10, 2).nullable(),
  rate: c.decimal(18, 18).nullable(),
  day: c.date().nullable(),
  hour: c.time().nullable(),
  at: c.timestamp().nullable(),
  code: c.uuid().nullable(),
  ok: c.boolean().nullable(),
  seal: c.bytes().nullable(),
  extra: c.json().nullable(),
  tags: c.array(c.text()).nullable(),
  numbers: c.array(c.integer()).nullable(),
  prices: c.array(c.decimal(6, 2)).nullable(),
}) {
  static readonly notes = manyToMany(() => Note, {
    through: 'thing_notes',
    local: 'thing_id',
    target: 'note_id',
  })
}

class Note extends Model('notes', { id: c.id(), text: c.text() }) {}
class ThingNote extends Model(
  'thing_notes',
  { thing_id: c.integer().references('things.id'), note_id: c.integer().references('notes.id') },
  { primaryKey: ['thing_id', 'note_id'] },
) {}
const noteAudit = audited(Note)

// oxfmt-ignore
const texts = [
  '', ' ', '\0', 'a\0b', '\uD800', 'a\uDC00b', '\u{10FFFF}', 'x'.repeat(100_000), '-0', '0x10', '1e5', '1e400', 'NaN',
  'Infinity', '-infinity', '1.234', '99999999999999999999.99', '٣', '2026-02-30', '0000-01-01', '10000-01-01', 'now',
  'epoch', '24:00:00', '09:30:60', '09:30', '00000000-0000-0000-0000-000000000000', '{00000000-0000-4000-8000-000000000000}',
  '\'', '"', '\\', '%\\', '{}', '[]', 'null', '__proto__', 'constructor', '{"a":1}', 'İ', 'ß', '\u202E', '9223372036854775808',
]
// oxfmt-ignore
const numbers = [
  -0, -1, 1.5, NaN, Infinity, -Infinity, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 2 ** 63, 1e308, 5e-324,
]
const bigints = [-1n, 2n ** 53n + 1n, 2n ** 63n - 1n, 2n ** 63n, -(2n ** 63n) - 1n, 10n ** 400n]
const dates = [NaN, 8.64e15, -8.64e15, -62_135_596_800_001, 0, 1.5].map((time) => new Date(time))
const deep: unknown = JSON.parse('['.repeat(1_000) + ']'.repeat(1_000))
// oxfmt-ignore
const json = [
  ...texts, ...numbers, true, [], {}, deep, { '\0': 1 }, { a: '\0' }, { '\uD800': 1 }, ['\uDC00'], [NaN],
  JSON.parse('{"__proto__": 1}'), { toJSON: 1 },
]

/** What a client can send for each column, of the type that a schema for it lets through. */
const given: Readonly<Record<string, readonly unknown[]>> = {
  title: texts,
  short: texts,
  slug: texts,
  state: texts,
  count: numbers,
  stars: numbers,
  big: bigints,
  ratio: numbers,
  price: texts,
  rate: texts,
  day: texts,
  hour: texts,
  at: dates,
  code: texts,
  ok: [true, false],
  seal: [new Uint8Array(), new Uint8Array(1_000_000)],
  extra: json,
  tags: [[], texts, ...texts.map((text) => [text]), Array(20_000).fill('x')],
  numbers: [[], ...numbers.map((number) => [number])],
  prices: texts.map((text) => [text]),
}

const ordered = ['=', '!=', '<', '>=', 'in', 'between'] as const
const searched = ['like', 'contains', 'starts with', 'ends with'] as const

/** What an application does with one value of one column. The compiler checks its type where the name is known. */
function* uses(name: string, value: unknown): Generator<readonly [string, () => unknown]> {
  const where = (operator: string, operand: unknown) => () =>
    Thing.where(name as 'title', operator as '=', operand as string).all()
  const set = { [name]: value }
  const { type } = Thing.columns[name as 'title'].definition
  if (!['json', 'array', 'bytes'].includes(type)) {
    for (const operator of ordered) {
      const isList = operator === 'in' || operator === 'between'
      yield [operator, where(operator, isList ? [value, value] : value)]
    }
    yield ['firstOrCreate', () => Thing.firstOrCreate(set, {})]
    const groups = Thing.query().groupBy(name as 'title')
    yield ['having', () => groups.having(name as 'title', '>', value as string).all()]
  }
  if (typeof value === 'string' && type === 'text') {
    for (const operator of searched) yield [operator, where(operator, value)]
  }
  if (type === 'array') {
    yield [
      'whereIncludes',
      () =>
        Thing.query()
          .whereIncludes(name as 'tags', value as string[])
          .all(),
    ]
  }
  if (type === 'json' && ['string', 'number', 'boolean'].includes(typeof value)) {
    const compare = (operator: '=' | '<') => () =>
      Thing.query()
        .whereJson('extra', ['a', 0], operator, value as string)
        .all()
    yield ['whereJson =', compare('=')]
    if (typeof value !== 'boolean') yield ['whereJson <', compare('<')]
  }
  yield ['create', () => Thing.create(set)]
  yield ['createMany', () => Thing.createMany([set, {}])]
  yield ['upsert', () => Thing.upsert([{ id: 1, ...set }], { by: ['id'] })]
  yield ['update', () => Thing.update(1, set)]
  yield ['update of many', () => Thing.where('id', 1).update(set)]
}

/** Runs each use, and lists those that a client would see as a fault of the server. */
async function failuresOf(
  all: Iterable<readonly [string, () => unknown]>,
): Promise<readonly string[]> {
  const failures: string[] = []
  for (const [name, use] of all) {
    try {
      await use()
    } catch (error) {
      const { status } = toPublicError(error)
      if (status >= 500) failures.push(`${name}: ${String(error).slice(0, 200)}`)
    }
  }
  return failures
}

function show(value: unknown): string {
  const shown =
    typeof value === 'bigint' || value instanceof Date ? String(value) : JSON.stringify(value)
  return shown.slice(0, 40)
}

forEachDialect('what a client sends', (open) => {
  const withThing = async (body: () => Promise<void>) => {
    const database = await open()
    await createTables(database, Thing, Note, ThingNote)
    await withDatabase(database, async () => {
      await Thing.create({ id: 1, title: 'x' })
      await body()
    })
  }

  for (const [name, values] of Object.entries(given)) {
    it(`is stored, found or refused, and never a 500: ${name}`, () =>
      withThing(async () => {
        const all = values.flatMap((value) =>
          [...uses(name, value)].map(
            ([use, run]) => [`${use} ${name} ${show(value)}`, run] as const,
          ),
        )

        assert.deepEqual(await failuresOf(all), [])
      }))
  }

  it('is a place in a list, or none', () =>
    withThing(async () => {
      const sort = (name: string, direction: string) => () =>
        Thing.orderBy(name as 'title', direction as 'asc').all()
      const group = (name: string) => () =>
        Thing.query()
          .groupBy('state')
          .count()
          .orderBy(name as 'count')
          .all()
      const all = [
        ...numbers.flatMap((number) => [
          [`page ${number}`, () => Thing.query().paginate({ page: number })] as const,
          [`perPage ${number}`, () => Thing.query().paginate({ perPage: number })] as const,
          [`cursor of ${number}`, () => Thing.query().cursorPaginate({ perPage: number })] as const,
          [`limit ${number}`, () => Thing.query().limit(number).all()] as const,
          [`offset ${number}`, () => Thing.query().offset(number).all()] as const,
          [`find ${number}`, () => Thing.find(number)] as const,
          [
            `having count ${number}`,
            () => Thing.query().groupBy('state').count().having('count', '>', number).all(),
          ] as const,
          [
            `having sum ${number}`,
            () =>
              Thing.query().groupBy('state').sum('ratio').having('ratio_sum', '>', number).all(),
          ] as const,
        ]),
        ...texts.flatMap((text) => [
          [`order ${show(text)}`, sort(text, 'asc')] as const,
          [`direction ${show(text)}`, sort('title', text)] as const,
          [`order of groups ${show(text)}`, group(text)] as const,
          [`slug ${show(text)}`, () => Thing.by('slug').find(text)] as const,
          [
            `having sum ${show(text)}`,
            () => Thing.query().groupBy('state').sum('price').having('price_sum', '>', text).all(),
          ] as const,
          [`key ${show(text)}`, () => Thing.find(Thing.parseKey(text) ?? 1)] as const,
        ]),
      ]

      assert.deepEqual(await failuresOf(all), [])
    }))

  it('is an amount or a key, or refused', () =>
    withThing(async () => {
      const thing = await Thing.findOrFail(1)
      const add = (name: string, amount: unknown) => () =>
        Thing.where('id', 1).increment(name as 'count', amount as number)
      const all = [
        ...numbers.flatMap((number) => [
          [`increment ${number}`, add('count', number)] as const,
          [`increment of a ratio ${number}`, add('ratio', number)] as const,
          [`attach ${number}`, () => thing.attach(Thing.notes, [number])] as const,
          [`detach ${number}`, () => thing.detach(Thing.notes, [number])] as const,
          [`sync ${number}`, () => thing.sync(Thing.notes, [number])] as const,
          [`update ${number}`, () => Thing.update(number, { title: 'y' })] as const,
          [`delete ${number}`, () => Note.delete(number)] as const,
        ]),
        ...bigints.map((bigint) => [`increment ${bigint}`, add('big', bigint)] as const),
        ...texts.flatMap((text) => [
          [`increment ${show(text)}`, add('price', text)] as const,
          [
            `updateOrCreate ${show(text)}`,
            () => Thing.updateOrCreate({ slug: text }, { title: text }),
          ] as const,
          [
            `upsert by ${show(text)}`,
            () => Thing.upsert([{ slug: text }, { slug: text }], { by: ['slug'] }),
          ] as const,
        ]),
      ]

      assert.deepEqual(await failuresOf(all), [])
    }))

  it('is a page of an audit, or none', () =>
    withThing(async () => {
      const note = await Note.create({ text: 'x' })
      const all = numbers.flatMap((number) => [
        [`limit ${number}`, () => noteAudit.of(note, { limit: number })] as const,
        [`before ${number}`, () => noteAudit.of(note, { before: number })] as const,
      ])

      assert.deepEqual(await failuresOf(all), [])
    }))

  it('is a cursor, or a 400', () =>
    withThing(async () => {
      const names = [
        'title',
        'slug',
        'state',
        'big',
        'ratio',
        'price',
        'day',
        'hour',
        'at',
        'code',
        'ok',
      ] as const
      const values = [
        ...texts,
        ...numbers,
        null,
        true,
        [],
        {},
        ['x'],
        -8.64e15,
        8.64e15,
        '9'.repeat(400),
      ]
      const cursors = values.flatMap((value) => [
        Buffer.from(JSON.stringify(['>', value, 1])).toString('base64url'),
        Buffer.from(JSON.stringify(['<', 'x', value])).toString('base64url'),
      ])
      const all = names.flatMap((name) =>
        [...cursors, ...texts].map(
          (cursor) =>
            [
              `${name} ${Buffer.from(cursor, 'base64url').toString().slice(0, 40)}`,
              () => Thing.orderBy(name, 'desc').cursorPaginate({ cursor }),
            ] as const,
        ),
      )

      assert.deepEqual(await failuresOf(all), [])
    }))

  it('is highlighted in any text', () => {
    for (const text of texts) {
      for (const search of texts) {
        assert.doesNotThrow(() => highlight(text, search, { length: 20 }), `${text} ${search}`)
      }
      const whole = highlight(text, 'x').map((piece) => piece.text)
      assert.equal(whole.join(''), text, text)
    }
  })
})
