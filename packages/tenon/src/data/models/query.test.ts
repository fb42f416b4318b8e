import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { it } from 'node:test'
import { createTables } from '../../../test/support/create-tables.ts'
import { forEachDialect } from '../../../test/support/for-each-dialect.ts'
import { c, softDeletes, timestamps, versions } from '../columns/columns.ts'
import { transaction, withDatabase } from '../database/current-database.ts'
import { sql } from '../database/sql.ts'
import { BadRequest } from '../../base/support/http-error.ts'
import { Model } from './model.ts'
import type { Query } from './query.ts'

class Book extends Model('books', {
  id: c.id(),
  title: c.text(),
  author: c.text().nullable(),
  pages: c.integer().default(100),
  sold: c.bigint().default(0n),
  available: c.boolean().default(true),
  isbn: c.text().unique().nullable(),
  printed_at: c.timestamp().nullable(),
  rating: c.real().nullable(),
  meta: c.json<{ tags: string[] }>().nullable(),
}) {}

class Note extends Model('notes', {
  id: c.uuidId(),
  text: c.text(),
  ...timestamps(),
  ...softDeletes(),
}) {}

class Draft extends Model('drafts', {
  id: c.id(),
  text: c.text(),
  ...versions(),
  ...softDeletes(),
}) {}

const library = [
  { title: 'Emma', author: 'Austen', pages: 474, printed_at: new Date('1815-12-23T00:00:00Z') },
  { title: '100% Wool', author: null, pages: 80, available: false },
  { title: 'Persuasion', author: 'Austen', pages: 249, sold: 9007199254740993n },
  { title: 'snow_white', author: 'Grimm', pages: 12, isbn: '1' },
]

forEachDialect('a query', (open) => {
  const withBooks = async (body: () => Promise<void>) => {
    const database = await open()
    await createTables(database, Book, Note, Draft)
    await withDatabase(database, async () => {
      await Book.createMany(library)
      await body()
    })
  }
  const titles = (books: readonly Book[]) => books.map((book) => book.title)

  it('keeps a restriction, whatever conditions come later', () =>
    withBooks(async () => {
      const austen = (query: Query<typeof Book>) =>
        query.where('author', 'Austen').orWhere('pages', 12)

      const widened = Book.where('pages', 80).restrict(austen).orWhere('pages', '>', 0)
      const again = widened.restrict((query) => query.where('pages', '>', 100)).orWhere('pages', 12)
      const inBrackets = Book.query().whereGroup((query) => query.restrict(austen))

      assert.deepEqual(titles(await widened.all()), ['Emma', 'Persuasion', 'snow_white'])
      assert.deepEqual(titles(await again.all()), ['Emma', 'Persuasion'])
      assert.equal(await widened.count(), 3)
      assert.equal(await inBrackets.count(), 3)
      assert.equal(await inBrackets.orWhere('pages', 80).count(), 0)
      assert.equal(await again.delete(), 2)
    }))

  it('refuses a restriction that does more than add conditions', () =>
    withBooks(async () => {
      assert.throws(() => Book.query().restrict((query) => query.limit(1)), {
        code: 'E_QUERY_REFINE',
        message: /^The restriction of "books" may only add conditions/,
      })
    }))

  it('reads all records ordered by key, also after updates', () =>
    withBooks(async () => {
      await (await Book.first())?.update({ pages: 475 })

      const books = await Book.all()

      assert.deepEqual(
        titles(books),
        library.map((book) => book.title),
      )
      assert.ok(books.every((book) => book instanceof Book))
      assert.deepEqual(
        titles((await Book.paginate({ perPage: 2, page: 2 })).data),
        titles(books.slice(2)),
      )
      assert.equal(await Book.exists(), true)
      assert.equal(await Note.exists(), false)
    }))

  it('finds by equal values, including null', () =>
    withBooks(async () => {
      assert.deepEqual(titles(await Book.where({ author: 'Austen', pages: 249 }).all()), [
        'Persuasion',
      ])
      assert.deepEqual(titles(await Book.where({ author: null }).all()), ['100% Wool'])
      assert.deepEqual(titles(await Book.where('available', false).all()), ['100% Wool'])
      assert.deepEqual(titles(await Book.where('sold', 9007199254740993n).all()), ['Persuasion'])
    }))

  it('compares', () =>
    withBooks(async () => {
      const before = new Date('1900-01-01T00:00:00Z')

      assert.deepEqual(titles(await Book.where('pages', '>', 249).all()), ['Emma'])
      assert.equal(await Book.where('pages', '>=', 249).count(), 2)
      assert.equal(await Book.where('pages', '<', 249).count(), 2)
      assert.equal(await Book.where('pages', '<=', 12).count(), 1)
      assert.equal(await Book.where('title', '!=', 'Emma').count(), 3)
      assert.equal(await Book.where('author', '!=', null).count(), 3)
      assert.equal(await Book.where('printed_at', '<', before).count(), 1)
    }))

  it('rejects patterns that fail on one of the databases as invalid input', () =>
    withBooks(async () => {
      const refused = { name: 'ValidationFailed', status: 422 }
      const count = async (operator: 'like' | 'contains', text: string) =>
        Book.where('title', operator, text).count()

      assert.equal(await count('like', '100\\%%\\\\'), 0)
      assert.equal(await count('contains', 'x\\'), 0)
      await assert.rejects(count('like', '100\\'), refused)
      await assert.rejects(count('like', '\\\\\\'), refused)
      await assert.rejects(count('contains', 'x'.repeat(50_000)), refused)
    }))

  it('rejects text too long for a PostgreSQL index on both databases', () =>
    withBooks(async () => {
      const isbn = randomBytes(1950).toString('base64')

      await Book.create({ title: isbn, isbn })
      await assert.rejects(Book.create({ title: '', isbn: `${isbn}x` }), {
        errors: { isbn: 'The isbn is too long' },
      })
    }))

  it('finds by lists of any length, also the empty one', () =>
    withBooks(async () => {
      assert.equal(await Book.where('title', 'in', ['Emma', 'Persuasion', 'None']).count(), 2)
      assert.equal(await Book.where('title', 'in', []).count(), 0)
      assert.equal(await Book.where('title', 'not in', ['Emma']).count(), 3)
      assert.equal(await Book.where('title', 'not in', []).count(), 4)
      assert.equal(
        await Book.where('title', 'in', ['a"b', "c'd", 'e\\f', '{g,h}', 'Emma']).count(),
        1,
      )
      assert.equal(
        await Book.where('sold', 'in', [9007199254740993n, 9007199254740992n]).count(),
        1,
      )
      assert.equal(
        await Book.where('printed_at', 'in', [library[0]?.printed_at ?? new Date()]).count(),
        1,
      )
      assert.equal(await Book.where('available', 'in', [false]).count(), 1)
      const large = [2 ** 63 - 1024, 2 ** 60 + 2 ** 10, 0.5, 1e300]
      for (const rating of large) await Book.create({ title: 'Rated', rating })
      assert.equal(await Book.where('rating', 'in', large).count(), 4)
      await assert.rejects(
        async () =>
          Book.where(
            'pages',
            'in',
            Array.from({ length: 10_001 }, () => 1),
          ).all(),
        { status: 422, errors: { pages: 'The pages must be one of at most 10000 values' } },
      )
    }))

  it('matches literal text and patterns, ignoring case', () =>
    withBooks(async () => {
      assert.deepEqual(titles(await Book.where('title', 'contains', '0%').all()), ['100% Wool'])
      assert.deepEqual(titles(await Book.where('title', 'contains', 'w_w').all()), ['snow_white'])
      assert.deepEqual(titles(await Book.where('title', 'starts with', 'e').all()), ['Emma'])
      assert.deepEqual(titles(await Book.where('title', 'ends with', 'MMA').all()), ['Emma'])
      assert.deepEqual(titles(await Book.where('title', 'like', 'p%n').all()), ['Persuasion'])
      assert.equal(await Book.where('title', 'not like', '%m%').count(), 3)
      assert.equal(await Book.where('title', 'contains', '\\').count(), 0)
    }))

  it('accepts raw SQL as a condition and as an order', () =>
    withBooks(async () => {
      const even = Book.where(sql`pages % ${2} = 0`).where('author', 'Austen')
      const either = Book.where('title', 'Emma').orWhere(
        sql`title in (${['snow_white', 'x']}) or title is null`,
      )
      const byLength = Book.where('pages', '>', 12).orderBy(sql`length(title)`, 'desc')

      assert.deepEqual(titles(await even.all()), ['Emma'])
      assert.equal(await either.where('available', true).count(), 2)
      assert.deepEqual(titles(await byLength.all()), ['Persuasion', '100% Wool', 'Emma'])
      await assert.rejects(byLength.cursorPaginate(), { code: 'E_QUERY_CURSOR' })
      assert.throws(() => Book.where(sql`title in (${[]})`), { code: 'E_SQL_VALUE' })
    }))

  it('does not accept an object from outside as raw SQL', () =>
    withBooks(async () => {
      const forged: unknown = JSON.parse('{"text":["1 = 1"],"values":[]}')

      assert.throws(() => Book.where(forged as { title: string }), { code: 'E_COLUMN_UNKNOWN' })
    }))

  it('compares columns with each other, and with a range', () =>
    withBooks(async () => {
      assert.deepEqual(titles(await Book.query().whereColumn('title', '<', 'author').all()), [])
      assert.equal(await Book.query().whereColumn('id', '<', 'pages').count(), 4)
      assert.equal(await Book.query().whereColumn('sold', '>', 'rating').count(), 0)
      assert.deepEqual(titles(await Book.where('pages', 'between', [80, 249]).all()), [
        '100% Wool',
        'Persuasion',
      ])
      // @ts-expect-error a range needs two ends
      assert.throws(() => Book.where('pages', 'between', [80]), { code: 'E_QUERY_VALUE' })
      // @ts-expect-error unknown operator
      assert.throws(() => Book.query().whereColumn('id', 'or 1=1', 'id'), {
        code: 'E_QUERY_OPERATOR',
      })
    }))

  it('combines conditions with and, or and brackets', () =>
    withBooks(async () => {
      const either = Book.where('author', 'Austen')
        .where('pages', '>', 300)
        .orWhere('author', 'Grimm')
      const grouped = Book.where('pages', '<', 300).whereGroup((group) =>
        group.where('author', 'Austen').orWhere('author', null),
      )

      assert.deepEqual(new Set(titles(await either.all())), new Set(['Emma', 'snow_white']))
      assert.deepEqual(new Set(titles(await grouped.all())), new Set(['Persuasion', '100% Wool']))
    }))

  it('refuses brackets around more than conditions', () =>
    withBooks(async () => {
      const groups: readonly ((notes: Query<typeof Note>) => Query<typeof Note>)[] = [
        (group) => group.where('text', 'a').limit(1),
        (group) => group.where('text', 'a').orderBy('text'),
        (group) => group.where('text', 'a').onlyDeleted(),
        (group) => group.withDeleted(),
        (group) => group.withoutDefaultScope(),
        (group) => group.lockForUpdate(),
      ]

      for (const group of groups) {
        const message = /^The group of "notes" may only add conditions/
        const refused = { code: 'E_QUERY_REFINE', message }
        assert.throws(() => Note.query().whereGroup(group), refused, String(group))
      }
    }))

  it('is refined by a filter only if it is set', () =>
    withBooks(async () => {
      const find = (author: string | null | undefined, pages?: number) =>
        Book.query()
          .when(author, (books, name) => books.where('author', name).orWhere('author', 'Grimm'))
          .when(pages, (books, most) => books.where('pages', '>', most).orderBy('pages'))
          .pluck('title')

      assert.deepEqual(
        [(await find('')).length, (await find(undefined)).length, (await find(null)).length],
        [4, 4, 4],
      )
      assert.deepEqual((await find('Austen')).toSorted(), ['Emma', 'Persuasion', 'snow_white'])
      assert.equal((await find(null, 0)).length, await Book.where('pages', '>', 0).count())
      assert.deepEqual(await find('Austen', 300), ['Emma'])
    }))

  it('does not change the query it was derived from', () =>
    withBooks(async () => {
      const all = Book.query()

      const few = all.where('author', 'Austen')

      assert.equal(await all.count(), 4)
      assert.equal(await few.count(), 2)
    }))

  it('orders with null last, and applies limit and offset', () =>
    withBooks(async () => {
      const byAuthor = Book.orderBy('author').orderBy('pages', 'desc')

      assert.deepEqual(titles(await byAuthor.all()), [
        'Emma',
        'Persuasion',
        'snow_white',
        '100% Wool',
      ])
      assert.deepEqual(titles(await Book.orderBy('author', 'desc').limit(1).all()), ['100% Wool'])
      assert.deepEqual(titles(await byAuthor.limit(2).offset(1).all()), [
        'Persuasion',
        'snow_white',
      ])
      assert.deepEqual(titles(await byAuthor.offset(3).all()), ['100% Wool'])
      assert.deepEqual(titles(await byAuthor.limit(0).all()), [])
    }))

  it('returns first, exists, count and a single column', () =>
    withBooks(async () => {
      const austen = Book.where('author', 'Austen').orderBy('pages')

      assert.equal((await austen.first())?.title, 'Persuasion')
      await Book.where('title', 'Emma').update({ pages: 475 })
      assert.equal((await Book.where('author', 'Austen').first())?.title, 'Emma')
      assert.equal(await Book.where('author', 'Nobody').first(), null)
      await assert.rejects(Book.where('author', 'Nobody').firstOrFail(), { status: 404 })
      assert.equal(await austen.exists(), true)
      assert.equal(await Book.where('author', 'Nobody').exists(), false)
      assert.equal(await Book.count(), 4)
      assert.deepEqual(await austen.pluck('sold'), [9007199254740993n, 0n])
    }))

  it('reads chosen columns as plain objects', () =>
    withBooks(async () => {
      const rows = await Book.where('author', 'Austen')
        .select('title', 'sold')
        .orderBy('title')
        .all()
      const authors = await Book.query().select('author').distinct().orderBy('author').all()

      assert.deepEqual(rows, [
        { title: 'Emma', sold: 0n },
        { title: 'Persuasion', sold: 9007199254740993n },
      ])
      assert.deepEqual(
        authors.map(({ author }) => author),
        ['Austen', 'Grimm', null],
      )
      const second = Book.orderBy('pages').select('title', 'printed_at').offset(1)
      assert.deepEqual(await second.first(), { title: '100% Wool', printed_at: null })
    }))

  it('computes over all records that match the conditions', () =>
    withBooks(async () => {
      const austen = Book.where('author', 'Austen').orderBy('title').limit(1)
      const none = Book.where('author', 'Nobody')

      assert.deepEqual([await austen.sum('pages'), await austen.avg('pages')], [723, 361.5])
      assert.equal(await austen.sum('sold'), 9007199254740993n)
      assert.deepEqual(
        [await Book.query().min('title'), await austen.max('pages')],
        ['100% Wool', 474],
      )
      assert.deepEqual(await Book.query().max('printed_at'), library[0]?.printed_at)
      assert.deepEqual(
        [
          await none.sum('pages'),
          await none.sum('sold'),
          await none.avg('pages'),
          await none.min('title'),
        ],
        [0, 0n, null, null],
      )
    }))

  it('sums raw SQL over all records that match the conditions', () =>
    withBooks(async () => {
      const weights = Book.where('author', 'Austen').orderBy('title').limit(1)
      const heaviest = sql<number>`pages * ${2} + length(title)`

      assert.equal(await weights.sum(heaviest), 2 * 723 + 'Emma'.length + 'Persuasion'.length)
      assert.equal(await Book.where('author', 'Nobody').sum(heaviest), 0)
    }))

  it('compares and orders the sum of nothing as the zero that it is read as', () =>
    withBooks(async () => {
      await Book.where('author', 'Austen').update({ rating: 4.5 })
      const ratings = Book.query().groupBy('author').sum('rating')

      const sums = await ratings.orderBy('rating_sum', 'desc').orderBy('author').all()
      const none = await ratings.having('rating_sum', '=', 0).orderBy('author').all()

      assert.deepEqual(sums, [
        { author: 'Austen', rating_sum: 9 },
        { author: 'Grimm', rating_sum: 0 },
        { author: null, rating_sum: 0 },
      ])
      assert.deepEqual(none, sums.slice(1))
    }))

  it('groups by raw SQL with values, alone and beside columns', () =>
    withBooks(async () => {
      const first = sql<string>`substr(title, ${1}, ${1})`
      const initials = Book.query().groupBy({ initial: first }).count().sum('pages')
      const beside = Book.query()
        .groupBy('author', { initial: first })
        .count()
        .having('count', '>', 1)

      const all = await initials.orderBy('initial').all()
      const books = await Book.all()
      const pages = Map.groupBy(books, ({ title }) => title.slice(0, 1))
      assert.deepEqual(
        all,
        [...pages]
          .toSorted(([one], [other]) => (one < other ? -1 : 1))
          .map(([initial, each]) => ({
            initial,
            count: each.length,
            pages_sum: each.reduce((sum, book) => sum + (book.pages ?? 0), 0),
          })),
      )
      assert.ok(all.length > 1)
      assert.deepEqual(await beside.all(), [])
      assert.throws(() => Book.query().groupBy('author', { author: first }), {
        code: 'E_QUERY_NAME',
      })
      // @ts-expect-error raw SQL needs a name
      assert.throws(() => Book.query().groupBy(first), {
        code: 'E_QUERY_NAME',
        message:
          /^groupBy\(\) of "books" got raw SQL without a name\. Write groupBy\(\{ month: sql/,
      })
    }))

  it('computes for each group and filters groups by the results', () =>
    withBooks(async () => {
      const byAuthor = Book.query().groupBy('author').count().sum('pages').avg('pages')

      assert.deepEqual(await byAuthor.orderBy('author').all(), [
        { author: 'Austen', count: 2, pages_sum: 723, pages_avg: 361.5 },
        { author: 'Grimm', count: 1, pages_sum: 12, pages_avg: 12 },
        { author: null, count: 1, pages_sum: 80, pages_avg: 80 },
      ])
      const large = Book.query()
        .groupBy('author', 'available')
        .max('title', { as: 'last' })
        .count({ as: 'books' })
        .having('books', '>=', 1)
        .having('last', '!=', 'snow_white')
        .orderBy('books', 'desc')
        .orderBy('last')
      assert.deepEqual(await large.limit(1).all(), [
        { author: 'Austen', available: true, last: 'Persuasion', books: 2 },
      ])
      assert.throws(() => byAuthor.count(), { code: 'E_QUERY_NAME' })
      assert.throws(() => byAuthor.count({ as: '__proto__' }), { code: 'E_IDENTIFIER' })
      // @ts-expect-error the rows do not have this value
      assert.throws(() => byAuthor.orderBy('title'), {
        status: 400,
        message: 'Cannot sort by "title"',
      })
      // @ts-expect-error the rows do not have this value
      assert.throws(() => byAuthor.having('title', '=', 'x'), { code: 'E_COLUMN_UNKNOWN' })
      assert.throws(() => byAuthor.having('count', '>', Number.NaN), { status: 422 })
      const half = byAuthor.having('count', '>', 1.5).having('pages_sum', '>', 722.5)
      assert.deepEqual(
        (await half.all()).map(({ author }) => author),
        ['Austen'],
      )
      assert.equal((await byAuthor.having('pages_sum', '=', 80).all()).length, 1)
      // @ts-expect-error booleans have no largest value
      assert.throws(() => byAuthor.max('available'), { code: 'E_QUERY_VALUE' })
    }))

  it('paginates with the numbers that a pager shows', () =>
    withBooks(async () => {
      const page = await Book.orderBy('pages').paginate({ page: 2, perPage: 3 })

      assert.deepEqual(titles(page.data), ['Emma'])
      assert.deepEqual(
        { ...page, data: [] },
        {
          data: [],
          total: 4,
          perPage: 3,
          currentPage: 2,
          lastPage: 2,
          previousPage: 1,
          nextPage: null,
        },
      )
      assert.equal((await Book.query().paginate({ page: 9 })).data.length, 0)
      assert.equal((await Book.query().paginate({ page: Number.NaN })).currentPage, 1)
      await assert.rejects(Book.query().paginate({ perPage: 5000 }), { status: 400 })
      await assert.rejects(Book.query().cursorPaginate({ perPage: 0 }), { status: 400 })
      await assert.rejects(Book.query().offset(1).paginate(), { code: 'E_QUERY_LIMIT' })
    }))

  it('paginates by cursors, forwards and backwards, also with equal values in the order', () =>
    withBooks(async () => {
      const query = Book.orderBy('available', 'desc').orderBy('title')
      const expected = titles(await query.all())

      const first = await query.cursorPaginate({ perPage: 3 })
      const second = await query.cursorPaginate({ perPage: 3, cursor: first.nextCursor })
      const back = await query.cursorPaginate({ perPage: 3, cursor: second.previousCursor })

      assert.deepEqual(titles([...first.data, ...second.data]), expected)
      assert.deepEqual([first.previousCursor, second.nextCursor], [null, null])
      assert.deepEqual(titles(back.data), titles(first.data))
      assert.equal(back.previousCursor, null)
    }))

  it('reads the nearest page if the page at a cursor has become empty', () =>
    withBooks(async () => {
      const query = Book.orderBy('title')
      const options = { perPage: 2, orNearest: true }
      const whole = await query.all()
      const first = await query.cursorPaginate(options)
      const at = { ...options, cursor: first.nextCursor }
      await query.where('title', 'in', titles(whole.slice(2))).delete()

      const nearest = await query.cursorPaginate(at)
      const empty = await query.cursorPaginate({ ...at, orNearest: false })
      await Book.query().delete()
      const none = await query.cursorPaginate(at)

      assert.deepEqual(titles(nearest.data), titles(first.data))
      assert.deepEqual([nearest.previousCursor, nearest.nextCursor], [null, null])
      assert.deepEqual([empty.data, none.data], [[], []])
      assert.deepEqual([none.previousCursor, none.nextCursor], [null, null])
    }))

  it('reads the records after a cursor that also match other conditions', () =>
    withBooks(async () => {
      const { nextCursor } = await Book.orderBy('pages').cursorPaginate({ perPage: 1 })

      const page = await Book.where('author', 'Austen')
        .orderBy('pages')
        .cursorPaginate({ cursor: nextCursor })

      assert.deepEqual(titles(page.data), ['Persuasion', 'Emma'])
    }))

  it('rejects cursors that it did not create', () =>
    withBooks(async () => {
      const query = Book.orderBy('pages')
      const forged = [
        'x',
        'bm90IGpzb24',
        Buffer.from('[">", {}, 1]').toString('base64url'),
        Buffer.from('[">", 1]').toString('base64url'),
        Buffer.from('[">", "1 or 1=1", 1]').toString('base64url'),
        Buffer.from(`[">", 1, 1${' '.repeat(5000)}]`).toString('base64url'),
      ]

      const answers = await Promise.allSettled(
        forged.map((cursor) => query.cursorPaginate({ cursor })),
      )

      assert.deepEqual(
        answers.map(
          (answer) => answer.status === 'rejected' && answer.reason instanceof BadRequest,
        ),
        forged.map(() => true),
      )
      const computed = Book.query().orderBy(sql`length(title)`)
      await assert.rejects(computed.cursorPaginate(), { code: 'E_QUERY_CURSOR' })
    }))

  it('reads everything in batches', () =>
    withBooks(async () => {
      const sizes = async (query: Query<typeof Book>) => {
        const found: number[] = []
        for await (const batch of query.batches(2)) found.push(batch.length)
        return found
      }

      assert.deepEqual(await sizes(Book.where('pages', '>', 12)), [2, 1])
      assert.deepEqual(await sizes(Book.query()), [2, 2])
      assert.deepEqual(await sizes(Book.where('pages', 0)), [])
      await assert.rejects(Book.query().batches(0).next(), { code: 'E_QUERY_LIMIT' })
      await assert.rejects(Book.query().limit(1).batches(2).next(), { code: 'E_QUERY_LIMIT' })
      const computed = Book.query().orderBy(sql`length(title)`)
      await assert.rejects(computed.batches(2).next(), { code: 'E_QUERY_ORDER' })
    }))

  it('reads everything one by one', () =>
    withBooks(async () => {
      const pages: number[] = []

      for await (const book of Book.where('pages', '>', 12)) pages.push(book.id)

      assert.deepEqual(pages, await Book.where('pages', '>', 12).orderByKey().pluck('id'))
      await assert.rejects(Book.query().limit(1)[Symbol.asyncIterator]().next(), {
        code: 'E_QUERY_LIMIT',
      })
    }))

  it('updates, increments and deletes all matching records', () =>
    withBooks(async () => {
      assert.equal(
        await Book.where('author', 'Austen').update({ available: false, author: 'J. A.' }),
        2,
      )
      assert.equal(await Book.where('author', 'J. A.').increment('sold', 5n), 2)
      assert.equal(await Book.where({ title: 'Emma' }).increment('pages', -74), 1)

      const emma = await Book.where({ title: 'Emma' }).firstOrFail()
      assert.deepEqual([emma.available, emma.sold, emma.pages], [false, 5n, 400])

      assert.equal(await Book.where('available', false).delete(), 3)
      assert.equal(await Book.query().update({ pages: 1 }), 1)
      assert.equal(await Book.query().delete(), 1)
      assert.equal(await Book.count(), 0)
      await assert.rejects(Book.query().limit(1).delete(), { code: 'E_QUERY_LIMITED_WRITE' })
    }))

  it('changes no key', () =>
    withBooks(async () => {
      const rows = [{ id: 9, title: 'Emma', isbn: '1' }]
      const keyIsFixed = { code: 'E_COLUMN_KEY' }

      // @ts-expect-error a key never changes
      await assert.rejects(Book.query().update({ id: 9 }), keyIsFixed)
      // @ts-expect-error a key never changes
      await assert.rejects(Book.query().increment('id', 10), keyIsFixed)
      // @ts-expect-error a key never changes
      await assert.rejects(Book.upsert(rows, { by: ['isbn'], update: ['id', 'title'] }), {
        ...keyIsFixed,
        message: /^upsert\(\) cannot change "id", the key of "books"/,
      })
      assert.deepEqual(await Book.orderBy('id').pluck('id'), [1, 2, 3, 4])
    }))

  it('increments nothing if a sum is out of range for its column', () =>
    withBooks(async () => {
      const emma = Book.where({ title: 'Emma' })
      await emma.update({ pages: 2 ** 31 - 2, sold: 2n ** 63n - 2n })

      await assert.rejects(emma.increment('pages', 2), { name: 'NumberOverflow' })
      await assert.rejects(emma.increment('sold', 2n), { name: 'NumberOverflow' })
      await emma.increment('pages', 1)
      await emma.increment('sold', 1n)

      const { pages, sold } = await emma.firstOrFail()
      assert.deepEqual([pages, sold], [2 ** 31 - 1, 2n ** 63n - 1n])
    }))

  it('inserts many records at once, all or none', () =>
    withBooks(async () => {
      const many = Array.from({ length: 250 }, (_, i) => ({ title: `Volume ${i}`, isbn: `v${i}` }))

      assert.equal(await Book.createMany(many), 250)
      await assert.rejects(
        Book.createMany([
          ...many.map((book) => ({ ...book, isbn: `w${book.isbn}` })),
          { title: 'x', isbn: 'v1' },
        ]),
        { name: 'UniqueViolation' },
      )

      assert.equal(await Book.where('title', 'starts with', 'volume').count(), 250)
      assert.equal(await Book.createMany([]), 0)
    }))

  it('finds the first record with some values, or creates it', () =>
    withBooks(async () => {
      const found = await Book.firstOrCreate({ isbn: '1' }, { title: 'Snow White' })
      const created = await Book.firstOrCreate({ isbn: '2', author: null }, { title: 'Rapunzel' })

      assert.deepEqual([found.title, created.title, created.isbn], ['snow_white', 'Rapunzel', '2'])
      assert.equal(await Book.count(), 5)
    }))

  it('creates one record for concurrent requests', () =>
    withBooks(async () => {
      const books = await Promise.all(
        Array.from({ length: 5 }, () => Book.firstOrCreate({ isbn: '2' }, { title: 'Rapunzel' })),
      )

      assert.equal(new Set(books.map(({ id }) => id)).size, 1)
    }))

  it('updates the first record with some values, or creates it', () =>
    withBooks(async () => {
      const updated = await Book.updateOrCreate({ isbn: '1' }, { title: 'Snow White' })
      const created = await Book.updateOrCreate({ isbn: '2' }, { title: 'Rapunzel' })

      assert.deepEqual(
        [updated.title, updated.pages, created.title],
        ['Snow White', 12, 'Rapunzel'],
      )
      assert.equal(await Book.count(), 5)
    }))

  it('does not wait for locks with noWait or skipLocked', () =>
    withBooks(async () => {
      const emma = Book.where('title', 'Emma')
      if (open.dialect === 'sqlite') {
        assert.equal((await emma.lockForUpdate({ skipLocked: true }).all()).length, 1)
        return
      }
      const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const holder = transaction(async () => {
        await emma.lockForUpdate().first()
        locked.resolve()
        await released.promise
      })
      await locked.promise

      const [skipped, failed] = await Promise.allSettled([
        transaction(() => emma.lockForUpdate({ skipLocked: true }).all()),
        transaction(() => emma.lockForUpdate({ noWait: true }).all()),
      ])
      released.resolve()
      await holder

      assert.deepEqual(skipped, { status: 'fulfilled', value: [] })
      assert.ok(failed.status === 'rejected')
      assert.equal((failed.reason as { reason: string }).reason, 'locked')
    }))

  it('upserts by a unique column', () =>
    withBooks(async () => {
      const rows = [
        { title: 'Snow White', isbn: '1', pages: 20 },
        { title: 'Rapunzel', isbn: '2', pages: 10 },
      ]

      await Book.upsert(rows, { by: ['isbn'], update: ['title'] })

      const books = await Book.where('isbn', 'in', ['1', '2']).orderBy('isbn').all()
      assert.deepEqual(
        books.map(({ title, pages, author }) => [title, pages, author]),
        [
          ['Snow White', 12, 'Grimm'],
          ['Rapunzel', 10, null],
        ],
      )
    }))

  it('does not change columns that the rows of an upsert omit', () =>
    withBooks(async () => {
      await Book.upsert([{ title: 'Snow White', isbn: '1' }], { by: ['isbn'] })

      const book = await Book.by('isbn').find('1')
      assert.deepEqual([book?.title, book?.pages, book?.author], ['Snow White', 12, 'Grimm'])
    }))

  it('does not change columns that one row of an upsert omits but others set', () =>
    withBooks(async () => {
      const rows = [
        { title: 'Snow White', isbn: '1' },
        { title: 'Rapunzel', isbn: '2', pages: 10 },
        { title: 'Rampion', isbn: '2' },
        { title: 'Snow White', isbn: '1', author: 'Brothers Grimm' },
      ]

      const written = await Book.upsert(rows, { by: ['isbn'] })

      const books = await Book.where('isbn', 'in', ['1', '2']).orderBy('isbn').all()
      assert.equal(written, 4)
      assert.deepEqual(
        books.map(({ title, pages, author }) => [title, pages, author]),
        [
          ['Snow White', 12, 'Brothers Grimm'],
          ['Rampion', 10, null],
        ],
      )
    }))

  it('does not deadlock with an upsert of the same rows in a different order', () =>
    withBooks(async () => {
      const rows = Array.from({ length: 100 }, (_, i) => ({ title: `Volume ${i}`, isbn: `v${i}` }))
      await Book.upsert(rows, { by: ['isbn'] })

      const upserts = Array.from({ length: 20 }, (_, i) =>
        Book.upsert(i % 2 === 0 ? rows : rows.toReversed(), { by: ['isbn'] }),
      )

      assert.deepEqual(new Set(await Promise.all(upserts)), new Set([100]))
    }))

  it('lets the second of two identical rows update the first', () =>
    withBooks(async () => {
      const rows = [
        { title: 'Rapunzel', isbn: '2', pages: 10 },
        { title: 'Rampion', isbn: '2', pages: 11 },
      ]

      const written = await Book.upsert(rows, { by: ['isbn'] })

      const { title, pages } = await Book.where('isbn', '2').firstOrFail()
      assert.deepEqual([written, title, pages], [2, 'Rampion', 11])
    }))

  it('upserts the same rows in opposite orders concurrently', () =>
    withBooks(async () => {
      const rows = Array.from({ length: 250 }, (_, i) => ({ title: 'Volume', isbn: `v${i}` }))
      await Book.createMany(rows)
      const orders = Array.from({ length: 6 }, (_, i) => (i % 2 === 0 ? rows : rows.toReversed()))

      const written = await Promise.all(orders.map((all) => Book.upsert(all, { by: ['isbn'] })))

      assert.deepEqual(new Set(written), new Set([250]))
    }))

  it('inserts many rows with only a key', async () => {
    const Bare = Model('bare', { id: c.id() })
    const database = await open()
    await createTables(database, Bare)

    const counts = await withDatabase(database, async () => [
      await Bare.createMany([{}, {}, { id: 7 }]),
      await Bare.count(),
    ])

    assert.deepEqual(counts, [3, 3])
  })

  it('inserts many rows with many columns', async () => {
    const names = Array.from({ length: 400 }, (_, i) => `column_${i}`)
    const columns = Object.fromEntries(names.map((name, i) => [name, c.integer().default(i)]))
    const Wide = Model('wide', { id: c.id(), ...columns })
    const database = await open()
    await createTables(database, Wide)

    const count = await withDatabase(database, () => Wide.createMany(names.map(() => ({}))))

    assert.equal(count, 400)
  })

  it('upserts by unique columns only', () =>
    withBooks(async () => {
      assert.throws(() => Book.upsert([], { by: ['title'] }), { code: 'E_COLUMN_NOT_UNIQUE' })
    }))

  it('parses and finds by a unique column', () =>
    withBooks(async () => {
      const byIsbn = Book.by('isbn')

      assert.equal((await byIsbn.find(byIsbn.parseKey('1') ?? null))?.title, 'snow_white')
      assert.equal(byIsbn.parseKey(''), undefined)
      // @ts-expect-error the title is not unique
      assert.throws(() => Book.by('title'), { code: 'E_COLUMN_NOT_UNIQUE' })
    }))

  it('excludes soft-deleted records by default, and restores them', () =>
    withBooks(async () => {
      const [kept, deleted] = [await Note.create({ text: 'a' }), await Note.create({ text: 'b' })]

      await deleted.delete()

      assert.ok(deleted.deleted_at instanceof Date)
      assert.equal(await Note.find(deleted.id), null)
      assert.deepEqual(
        (await Note.all()).map(({ id }) => id),
        [kept.id],
      )
      assert.equal(await Note.query().withDeleted().count(), 2)
      assert.equal((await Note.query().onlyDeleted().first())?.text, 'b')
      assert.equal(await Note.delete(deleted.id), false)

      assert.equal(await Note.where('text', 'b').restore(), 1)
      assert.equal((await Note.find(deleted.id))?.text, 'b')
      assert.equal(await Note.query().delete(), 2)
      assert.equal(await Note.query().withDeleted().forceDelete(), 2)
    }))

  it('does not change a record that is already soft-deleted', () =>
    withBooks(async () => {
      const note = await Note.create({ text: 'a' })
      const other = await Note.findOrFail(note.id)

      assert.deepEqual([await note.delete(), await note.delete()], [true, false])
      const { deleted_at } = await Note.query().onlyDeleted().firstOrFail()

      assert.equal(await other.delete(), false)
      await assert.rejects(other.update({ text: 'b' }), { status: 404 })
      const after = await Note.query().onlyDeleted().firstOrFail()
      assert.deepEqual([after.text, after.deleted_at], ['a', deleted_at])
    }))

  it('does not upsert or count soft-deleted records', () =>
    withBooks(async () => {
      const [kept, deleted] = [await Note.create({ text: 'a' }), await Note.create({ text: 'b' })]
      await deleted.delete()

      const rows = [kept, deleted].map(({ id }) => ({ id, text: 'c' }))
      const written = await Note.upsert(rows, { by: ['id'] })

      assert.equal(written, 1)
      assert.deepEqual(await Note.query().withDeleted().orderBy('text').pluck('text'), ['b', 'c'])
    }))

  it('rejects an update of a record that has changed meanwhile', () =>
    withBooks(async () => {
      const { id } = await Draft.create({ text: 'a' })
      const [one, other] = [await Draft.findOrFail(id), await Draft.findOrFail(id)]

      await one.update({ text: 'b' })
      await assert.rejects(other.update({ text: 'c' }), { name: 'Conflict', status: 409 })
      await assert.rejects(one.update({ text: 'c', version: 1 }), { status: 409 })
      await one.update({ text: 'c', version: 2 })
      await Draft.where('id', id).update({ text: 'd' })
      await Draft.upsert([{ id, text: 'e' }], { by: ['id'] })
      await assert.rejects(one.update({ text: 'f' }), { status: 409 })

      await assert.rejects(one.delete(), { status: 409 })

      const { text, version } = await one.refresh()
      assert.deepEqual([text, version], ['e', 5])
      await one.delete()
      await assert.rejects(one.update({ text: 'f' }), { status: 404 })
    }))

  it('counts versions in the column that a table has for it, and rejects the same', async () => {
    class Locked extends Model('locked', {
      id: c.id(),
      text: c.text(),
      ...versions('lock_version'),
    }) {}
    const database = await open()
    await createTables(database, Locked)
    await withDatabase(database, async () => {
      const { id } = await Locked.create({ text: 'a' })
      const [one, other] = [await Locked.findOrFail(id), await Locked.findOrFail(id)]

      await one.update({ text: 'b' })
      await assert.rejects(other.update({ text: 'c' }), { name: 'Conflict', status: 409 })

      const { text, lock_version } = await other.refresh()
      assert.deepEqual([text, lock_version], ['b', 2])
    })
  })

  it('rejects at run time what the compiler rejects', () =>
    withBooks(async () => {
      const unsafe: unknown = JSON.parse('{"title":{"$ne":""}}')
      const unknownColumn: unknown = JSON.parse('{"title\\" or 1=1 --":"x"}')

      await assert.rejects(() => Book.where(unsafe as { title: string }).all(), {
        code: 'E_COLUMN_VALUE',
      })
      assert.throws(() => Book.where(unknownColumn as { title: string }), {
        code: 'E_COLUMN_UNKNOWN',
      })
      // @ts-expect-error undefined is not a value
      assert.throws(() => Book.where({ title: undefined }), { code: 'E_QUERY_VALUE' })
      // @ts-expect-error unknown direction
      assert.throws(() => Book.orderBy('title', 'desc, id'), { status: 400 })
      // @ts-expect-error unknown column
      assert.throws(() => Book.orderBy('price'), { status: 400, message: 'Cannot sort by "price"' })
      assert.throws(() => Book.query().limit(Number.NaN), { status: 400 })
      assert.throws(() => Book.query().offset(-1), { status: 400 })
      // @ts-expect-error without values it would match every record
      assert.throws(() => Book.where(undefined), { code: 'E_QUERY_VALUE' })
      // @ts-expect-error unknown operator
      assert.throws(() => Book.where('title', 'or 1=1', 'x'), { code: 'E_QUERY_OPERATOR' })
      // @ts-expect-error JSON can only be compared with null
      assert.throws(() => Book.where('meta', { tags: [] }), { code: 'E_QUERY_VALUE' })
    }))
})
