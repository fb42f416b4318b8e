import assert from 'node:assert/strict'
import { it } from 'node:test'
import { belongsTo, c, type CursorPage, Model, type Query } from 'tenon/models'
import { sql, withDatabase } from 'tenon/database'
import { createTables } from '../support/create-tables.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

class Task extends Model('tasks', {
  id: c.id(),
  title: c.text(),
  team: c.text().nullable(),
  rank: c.integer().nullable(),
  due_at: c.timestamp().nullable(),
  secret: c.integer().hidden(),
  parent_id: c.integer().nullable(),
}) {
  static readonly parent = belongsTo(() => Task, 'parent_id')
}

const day = new Date('2026-11-20T09:30:00.123Z')
const values = (i: number) => ({
  title: `Task ${i % 3}`,
  team: [null, 'a', 'b'][i % 3] ?? null,
  rank: i % 4 === 0 ? null : i % 2,
  due_at: i % 5 === 0 ? day : null,
  secret: i % 2,
})

// Every order has many equal and missing values.
const orders: Readonly<Record<string, (tasks: Query<typeof Task>) => Query<typeof Task>>> = {
  'no order': (tasks) => tasks,
  'a nullable column': (tasks) => tasks.orderBy('rank'),
  'a nullable column, descending': (tasks) => tasks.orderBy('rank', 'desc'),
  'nullable columns in both directions': (tasks) =>
    tasks.orderBy('team', 'desc').orderBy('rank').orderBy('due_at', 'desc'),
  'the key between others': (tasks) => tasks.orderBy('team').orderByKey('desc').orderBy('title'),
}

forEachDialect('reading a large result in an order', (open) => {
  const withTasks = async (body: () => Promise<void>) => {
    const database = await open()
    await createTables(database, Task)
    await withDatabase(database, async () => {
      await Task.createMany(Array.from({ length: 23 }, (_, i) => values(i)))
      await body()
    })
  }

  for (const [name, ordered] of Object.entries(orders)) {
    it(`gives every record once by cursors, batches and one by one: ${name}`, () =>
      withTasks(async () => {
        const query = ordered(Task.query())
        const expected = idsOf((await query.paginate({ perPage: 100 })).data)
        const forwards = await walk(query, 'nextCursor')
        const last = forwards.at(-1)
        const backwards = await walk(query, 'previousCursor', last?.previousCursor)
        const batched: Task[] = []
        for await (const batch of query.batches(4)) batched.push(...batch)
        const single: Task[] = []
        for await (const task of query) single.push(task)

        assert.deepEqual(idsOf(forwards.flatMap(({ data }) => data)), expected)
        assert.deepEqual(
          idsOf([...backwards.toReversed(), last].flatMap((page) => page?.data ?? [])),
          expected,
        )
        assert.deepEqual(idsOf(batched), idsOf(single))
        assert.deepEqual(idsOf(batched), expected)
      }))
  }

  it('lets others have their turn between batches', () =>
    withTasks(async () => {
      const turns: number[] = []
      const turn = () => turns.push(1)
      for await (const batch of Task.query().batches(5)) {
        setImmediate(turn)
        for (const task of batch) await task.update({ title: 'Done' })
      }

      assert.equal(turns.length, 5)
    }))

  it('goes on from a record that was changed while its batch was processed', () =>
    withTasks(async () => {
      const seen: number[] = []
      for await (const batch of Task.orderBy('title').orderByKey().batches(5)) {
        for (const task of batch) seen.push((await task.update({ title: 'Aaa' })).id)
      }

      assert.deepEqual([seen.length, new Set(seen).size], [23, 23])
    }))

  it('refuses hidden columns as unknown ones: a client that chooses the order would learn their values', () =>
    withTasks(async () => {
      const refused = { status: 400, message: 'Cannot sort by "secret"' }

      // @ts-expect-error a hidden column
      assert.throws(() => Task.orderBy('secret'), refused)
      // @ts-expect-error a hidden column of the related record
      assert.throws(() => Task.query().orderByRelated('parent', 'secret'), refused)
      assert.deepEqual(await Task.query().whereColumn('secret', '>', 'id').all(), [])
    }))

  it('refuses computed orders, and a null in a cursor for a column without nulls', () =>
    withTasks(async () => {
      const cursor = Buffer.from('[">",null,1]').toString('base64url')

      await assert.rejects(
        Task.query()
          .orderBy(sql`length(title)`)
          .batches(2)
          .next(),
        {
          code: 'E_QUERY_ORDER',
          message:
            'Batches cannot be ordered by a computed value: computed values, JSON and bytes do not give rows a definite position. Order by other columns, or read the records with all().',
        },
      )
      await assert.rejects(Task.orderBy('title').cursorPaginate({ cursor }), { status: 400 })
    }))
})

/** What another program has written, and what the application reads of it. */
class WideNote extends Model('notes', {
  id: c.id(),
  title: c.text(),
  state: c.text(),
  size: c.bigint(),
  code: c.text(),
}) {}

class Note extends Model('notes', {
  id: c.id(),
  title: c.text({ max: 5 }),
  state: c.enum(['open', 'done']),
  size: c.integer({ min: 0, max: 9 }),
  code: c.uuid(),
}) {}

const stored = (i: number) => ({
  title: 'A long title'.slice(0, 4 + (i % 3) * 4),
  state: ['done', 'legacy', 'open'][i % 3] ?? '',
  size: BigInt(i % 4) * 2n ** 40n - 5n,
  code: ['NOT-A-UUID', '0197A1B2-0000-7000-8000-00000000000A'][i % 2] ?? '',
})

forEachDialect('values that the model reads and would not write', (open) => {
  for (const column of ['title', 'state', 'size', 'code'] as const) {
    it(`have their positions in cursors and batches: ${column}`, async () => {
      const database = await open()
      await createTables(database, WideNote)
      await withDatabase(database, async () => {
        await WideNote.createMany(Array.from({ length: 11 }, (_, i) => stored(i)))
        const expected = (await WideNote.orderBy(column).orderByKey().all()).map(({ id }) => id)

        const query = Note.orderBy(column)
        const forwards = await walk(query, 'nextCursor')
        const backwards = await walk(query, 'previousCursor', forwards.at(-1)?.previousCursor)
        const batched: number[] = []
        for await (const batch of query.batches(4)) batched.push(...batch.map(({ id }) => id))

        const ids = (pages: typeof forwards) =>
          pages.flatMap(({ data }) => data.map(({ id }) => id))
        assert.deepEqual(ids(forwards), expected)
        assert.deepEqual(ids([...backwards.toReversed(), ...forwards.slice(-1)]), expected)
        assert.deepEqual(batched, expected)
      })
    })
  }

  it('are refused in a cursor if the database does not read them either', async () => {
    const database = await open()
    await createTables(database, Note)
    await withDatabase(database, async () => {
      const cursor = Buffer.from('[">","no uuid",1]').toString('base64url')
      const page = Note.orderBy('code').cursorPaginate({ cursor })
      if (open.dialect === 'postgres') await assert.rejects(page, { status: 400 })
      else assert.deepEqual((await page).data, [])
    })
  })

  it('are no server error, whatever a client makes of a cursor', async () => {
    const database = await open()
    await createTables(database, Task)
    await withDatabase(database, async () => {
      const forged = [
        undefined,
        null,
        true,
        '',
        'x\0',
        '1.5',
        1e30,
        0.5,
        -9e15,
        '2026-01-01T00:00:00+99',
        [],
        [1],
        {},
      ]
      for (const column of ['title', 'rank', 'due_at', 'id'] as const) {
        for (const value of forged) {
          const parts = column === 'id' ? ['>', value] : ['<', value, 1]
          const cursor = Buffer.from(JSON.stringify(parts)).toString('base64url')
          const page = Task.orderBy(column).cursorPaginate({ cursor })
          const outcome = await page.then(
            ({ data }) => data,
            (error: unknown) => error,
          )
          const isRefused =
            outcome instanceof Error && 'status' in outcome && outcome.status === 400
          assert.ok(
            isRefused || Array.isArray(outcome),
            `${column} ${JSON.stringify(value)}: ${String(outcome)}`,
          )
        }
      }
    })
  })
})

/** How another program declares a column, a type that its values can be read as, and some of them in SQL. */
const foreign = {
  sqlite: [
    [
      'text',
      c.timestamp(),
      "'2026-01-01 00:00:00.123456'",
      "'2026-01-01 00:00:00.1'",
      "'2026-01-01'",
    ],
    ['integer', c.timestamp(), '0', '-99999999999999', '253402300800000'],
    ['integer', c.integer(), '1', '9223372036854775807', '1.5', "'abc'"],
    ['integer', c.decimal(4, 2), '1', '9223372036854775807'],
    ['integer', c.bigint(), '1', '-9223372036854775808', '9223372036854775807'],
    ['real', c.real(), '1.5', '9e999', '-9e999', "'abc'"],
    ['text', c.text(), "'a'", "x'ff00'", "'a' || char(0) || 'b'"],
    ['text', c.date(), "'2026-01-01'", "'today'", "''"],
  ],
  postgres: [
    [
      'timestamptz',
      c.timestamp(),
      "'2026-01-01 00:00:00.123456Z'",
      "'2026-01-01 00:00:00.123457Z'",
    ],
    ['timestamp', c.timestamp(), "'12026-01-01'", "'0044-03-15 BC'", "'2026-01-01'"],
    ['bigint', c.integer(), '1', '9223372036854775807'],
    ['numeric', c.decimal(4, 2), '1.5', '1.234', '123456', "'NaN'"],
    ['float8', c.real(), '1.5', "'NaN'", "'Infinity'", "'-Infinity'"],
    ['float4', c.real(), '1.1', '3.4e38'],
    ['date', c.date(), "'2026-01-01'", "'infinity'", "'0044-03-15 BC'"],
    ['time', c.time(), "'09:30:00.5'", "'24:00:00'"],
  ],
} as const

forEachDialect('values of other programs', (open) => {
  for (const [type, column, ...values] of foreign[open.dialect]) {
    for (const direction of ['asc', 'desc'] as const) {
      it(`have their positions: ${values.join(', ')} as ${type}, ${direction}`, async () => {
        class Row extends Model('foreign_rows', { id: c.id(), value: column.nullable() }) {}
        const database = await open()
        await database.script(`create table foreign_rows (id integer primary key, value ${type})`)
        const stored = [...values, 'null'].flatMap((value) => [value, value, value])
        const rows = stored.map((value, i) => `(${i}, ${value})`).join()
        await database.script(`insert into foreign_rows values ${rows}`)
        await withDatabase(database, async () => {
          const query = Row.orderBy('value', direction).orderByKey(direction)
          const ids = (found: readonly { readonly id: number }[]) => found.map(({ id }) => id)
          const expected = ids(await query.all())
          const forwards = await walk(query, 'nextCursor')
          const backwards = await walk(query, 'previousCursor', forwards.at(-1)?.previousCursor)
          const batched: number[] = []
          for await (const batch of query.batches(4)) {
            batched.push(...ids(batch))
            if (batched.length > stored.length) break
          }

          const pages = [...backwards.toReversed(), ...forwards.slice(-1)]
          assert.deepEqual(ids(forwards.flatMap(({ data }) => data)), expected)
          assert.deepEqual(ids(pages.flatMap(({ data }) => data)), expected)
          assert.deepEqual(batched, expected)
        })
      })
    }
  }

  it('are an error if the model says that there is no null', async () => {
    class Row extends Model('foreign_rows', { id: c.id(), value: c.integer() }) {}
    const database = await open()
    await database.script('create table foreign_rows (id integer primary key, value integer)')
    await database.script('insert into foreign_rows values (1, null), (2, 1), (3, null)')
    await withDatabase(database, async () => {
      const error = { code: 'E_COLUMN_STORED', message: /"value" holds null/ }
      const query = Row.orderBy('value', open.dialect === 'sqlite' ? 'asc' : 'desc')
      await assert.rejects(query.cursorPaginate({ perPage: 1 }), error)
      await assert.rejects(query.batches(1).next(), error)
    })
  })
})

class Chapter extends Model('chapters', {
  id: c.id(),
  book_id: c.integer(),
  text: c.text(),
}) {}

forEachDialect('a cursor whose values are longer than 4,096 characters', (open) => {
  it('names the record by its key, which the query must still find', async () => {
    const database = await open()
    await createTables(database, Chapter)
    await withDatabase(database, async () => {
      const text = 'x'.repeat(5000)
      await Chapter.createMany(Array.from({ length: 9 }, (_, i) => ({ book_id: i % 2, text })))
      const query = Chapter.where('book_id', 0).orderBy('text')
      const forwards = await walk(query, 'nextCursor')
      const { nextCursor: cursor = null } = forwards[0] ?? {}

      assert.deepEqual(
        forwards.map(({ data }) => data.map(({ id }) => id)),
        [[1, 3, 5, 7], [9]],
      )
      assert.ok(cursor !== null && cursor.length < 40)
      const refused = { status: 400, message: 'Invalid cursor' }
      await assert.rejects(
        Chapter.where('book_id', 1).orderBy('text').cursorPaginate({ cursor }),
        refused,
      )
      await Chapter.where('id', 7).delete()
      await assert.rejects(query.cursorPaginate({ cursor }), refused)
    })
  })

  it('does not exist if the key is longer, too', async () => {
    class Label extends Model('labels', { name: c.stringId() }) {}
    const database = await open()
    await createTables(database, Label)
    await withDatabase(database, async () => {
      await Label.createMany([{ name: '\u0001'.repeat(2600) }, { name: '\u0002' }])
      await assert.rejects(Label.query().cursorPaginate({ perPage: 1 }), { code: 'E_QUERY_CURSOR' })
    })
  })
})

const idsOf = (tasks: readonly Task[]) => tasks.map(({ id }) => id)

interface Paginated<Found> {
  cursorPaginate(options: {
    readonly perPage: number
    readonly cursor: string | null | undefined
  }): Promise<CursorPage<Found>>
}

async function walk<Found>(
  query: Paginated<Found>,
  direction: 'nextCursor' | 'previousCursor',
  from?: string | null,
) {
  const pages: CursorPage<Found>[] = []
  let cursor = from
  do {
    const page = await query.cursorPaginate({ perPage: 4, cursor })
    pages.push(page)
    assert.ok(pages.length < 100, 'the pages have no end')
    cursor = page[direction]
  } while (cursor !== null)
  return pages
}
