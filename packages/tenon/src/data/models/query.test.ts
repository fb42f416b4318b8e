import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { it } from 'node:test'
import { createTables } from '../../test/support/create-tables.ts'
import { forEachDialect } from '../../test/support/for-each-dialect.ts'
import { c, softDeletes, timestamps } from '../columns/columns.ts'
import { withDatabase } from '../database/current-database.ts'
import { BadRequest } from '../support/http-error.ts'
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
  meta: c.json<{ tags: string[] }>().nullable(),
}) {}

class Note extends Model('notes', {
  id: c.uuidId(),
  text: c.text(),
  ...timestamps(),
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
    await createTables(database, Book, Note)
    await withDatabase(database, async () => {
      await Book.createMany(library)
      await body()
    })
  }
  const titles = (books: readonly Book[]) => books.map((book) => book.title)

  it('reads all records in the order of their keys, also after some were updated', () =>
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

  it('finds by equal values, null among them', () =>
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

  it('refuses the patterns that one of the databases fails on as input that is no good', () =>
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

  it('refuses text that an index of PostgreSQL cannot hold on either database', () =>
    withBooks(async () => {
      const isbn = randomBytes(1950).toString('base64')

      await Book.create({ title: isbn, isbn })
      await assert.rejects(Book.create({ title: '', isbn: `${isbn}x` }), {
        errors: { isbn: 'The isbn must be text of at most 2600 bytes' },
      })
    }))

  it('finds by lists of any length, the empty one too', () =>
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
      await assert.rejects(
        async () =>
          Book.where(
            'pages',
            'in',
            Array.from({ length: 10_001 }, () => 1),
          ).all(),
        {
          code: 'E_QUERY_LIST',
        },
      )
    }))

  it('matches text as it is, and patterns, without regard to case', () =>
    withBooks(async () => {
      assert.deepEqual(titles(await Book.where('title', 'contains', '0%').all()), ['100% Wool'])
      assert.deepEqual(titles(await Book.where('title', 'contains', 'w_w').all()), ['snow_white'])
      assert.deepEqual(titles(await Book.where('title', 'starts with', 'e').all()), ['Emma'])
      assert.deepEqual(titles(await Book.where('title', 'ends with', 'MMA').all()), ['Emma'])
      assert.deepEqual(titles(await Book.where('title', 'like', 'p%n').all()), ['Persuasion'])
      assert.equal(await Book.where('title', 'not like', '%m%').count(), 3)
      assert.equal(await Book.where('title', 'contains', '\\').count(), 0)
    }))

  it('joins conditions by and, by or, and in brackets', () =>
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

  it('leaves the query that it was made from as it is', () =>
    withBooks(async () => {
      const all = Book.query()

      const few = all.where('author', 'Austen')

      assert.equal(await all.count(), 4)
      assert.equal(await few.count(), 2)
    }))

  it('orders, null last, and takes a part', () =>
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

  it('answers first, exists, count and a single column', () =>
    withBooks(async () => {
      const austen = Book.where('author', 'Austen').orderBy('pages')

      assert.equal((await austen.first())?.title, 'Persuasion')
      assert.equal(await Book.where('author', 'Nobody').first(), null)
      await assert.rejects(Book.where('author', 'Nobody').firstOrFail(), { status: 404 })
      assert.equal(await austen.exists(), true)
      assert.equal(await Book.where('author', 'Nobody').exists(), false)
      assert.equal(await Book.count(), 4)
      assert.deepEqual(await austen.pluck('sold'), [9007199254740993n, 0n])
    }))

  it('paginates with what a pager shows', () =>
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
      await assert.rejects(Book.query().paginate({ perPage: 5000 }), { code: 'E_QUERY_LIMIT' })
      await assert.rejects(Book.query().offset(1).paginate(), { code: 'E_QUERY_LIMIT' })
    }))

  it('paginates by cursors, forwards and back, also where the order has equal values', () =>
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

  it('refuses cursors that it did not make', () =>
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
      await assert.rejects(Book.orderBy('author').cursorPaginate(), { code: 'E_QUERY_CURSOR' })
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
    }))

  it('updates, increments and deletes all that it finds', () =>
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

  it('increments nothing when a sum is out of the range of its column', () =>
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

  it('inserts many at once, all or none', () =>
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

  it('leaves what the rows of an upsert do not name as it is', () =>
    withBooks(async () => {
      await Book.upsert([{ title: 'Snow White', isbn: '1' }], { by: ['isbn'] })

      const book = await Book.by('isbn').find('1')
      assert.deepEqual([book?.title, book?.pages, book?.author], ['Snow White', 12, 'Grimm'])
    }))

  it('updates a row by the second of two that are the same', () =>
    withBooks(async () => {
      const rows = [
        { title: 'Rapunzel', isbn: '2', pages: 10 },
        { title: 'Rampion', isbn: '2', pages: 11 },
      ]

      const written = await Book.upsert(rows, { by: ['isbn'] })

      const { title, pages } = await Book.where('isbn', '2').firstOrFail()
      assert.deepEqual([written, title, pages], [2, 'Rampion', 11])
    }))

  it('inserts many rows of nothing but a key', async () => {
    const Bare = Model('bare', { id: c.id() })
    const database = await open()
    await createTables(database, Bare)

    const counts = await withDatabase(database, async () => [
      await Bare.createMany([{}, {}, { id: 7 }]),
      await Bare.count(),
    ])

    assert.deepEqual(counts, [3, 3])
  })

  it('inserts many rows of many columns', async () => {
    const names = Array.from({ length: 400 }, (_, i) => `column_${i}`)
    const columns = Object.fromEntries(names.map((name, i) => [name, c.integer().default(i)]))
    const Wide = Model('wide', { id: c.id(), ...columns })
    const database = await open()
    await createTables(database, Wide)

    const count = await withDatabase(database, () => Wide.createMany(names.map(() => ({}))))

    assert.equal(count, 400)
  })

  it('upserts by what is unique only', () =>
    withBooks(async () => {
      assert.throws(() => Book.upsert([], { by: ['title'] }), { code: 'E_COLUMN_NOT_UNIQUE' })
    }))

  it('parses and finds by a unique column', () =>
    withBooks(async () => {
      const byIsbn = Book.by('isbn')

      assert.equal((await byIsbn.find(byIsbn.parseKey('1') ?? null))?.title, 'snow_white')
      assert.equal(byIsbn.parseKey(''), undefined)
      // @ts-expect-error the title names no single book
      assert.throws(() => Book.by('title'), { code: 'E_COLUMN_NOT_UNIQUE' })
    }))

  it('keeps softly deleted records out until asked, and restores them', () =>
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

  it('refuses at run time what the compiler would have refused', () =>
    withBooks(async () => {
      const unsafe: unknown = JSON.parse('{"title":{"$ne":""}}')
      const unknownColumn: unknown = JSON.parse('{"title\\" or 1=1 --":"x"}')

      await assert.rejects(() => Book.where(unsafe as { title: string }).all(), {
        code: 'E_COLUMN_VALUE',
      })
      assert.throws(() => Book.where(unknownColumn as { title: string }), {
        code: 'E_COLUMN_UNKNOWN',
      })
      // @ts-expect-error undefined is no value
      assert.throws(() => Book.where({ title: undefined }), { code: 'E_QUERY_VALUE' })
      // @ts-expect-error there is no such direction
      assert.throws(() => Book.orderBy('title', 'desc, id'), { code: 'E_QUERY_OPERATOR' })
      // @ts-expect-error without values every record would be meant
      assert.throws(() => Book.where(undefined), { code: 'E_QUERY_VALUE' })
      // @ts-expect-error there is no such operator
      assert.throws(() => Book.where('title', 'or 1=1', 'x'), { code: 'E_QUERY_OPERATOR' })
      // @ts-expect-error JSON compares with nothing but null
      assert.throws(() => Book.where('meta', { tags: [] }), { code: 'E_QUERY_VALUE' })
    }))
})
