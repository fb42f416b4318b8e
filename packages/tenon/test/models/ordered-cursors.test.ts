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
    cursor = page[direction]
  } while (cursor !== null)
  return pages
}
