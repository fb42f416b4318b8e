import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { application, get, handler, json, routes } from 'tenon'
import { list, paginated, shape } from 'tenon/answers'
import { currentDatabase } from 'tenon/database'
import { belongsTo, c, hasMany, Model, view } from 'tenon/models'
import { testApp, type TestApp } from 'tenon/testing'
import { z } from 'zod'
import { toAnswerPlaces } from '../../src/application/contract/client/answer-places.ts'
import { writeOpenApi } from '../../src/application/contract/openapi/document.ts'
import { createTables } from '../support/create-tables.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

class Author extends Model('authors', {
  id: c.bigId(),
  name: c.text(),
  email: c.text(),
  password: c.text().hidden(),
}) {
  static readonly books = hasMany(() => Book, 'author_id')
}

class Book extends Model('books', {
  id: c.id(),
  author_id: c.bigint(),
  title: c.text(),
  printed: c.timestamp(),
}) {
  static readonly author = belongsTo(() => Author, 'author_id')
}

const AuthorView = view(Author, ['name']).withCount('books')
const AuthorRow = view(Author, ['id'], { name: 'AuthorRow' })
const OtherView = view(Author, ['name'])
const BookView = view(Book, ['id', 'printed'])
  .with('author', AuthorView)
  .compute('length', ['title'], ({ title }) => title.length, { schema: z.int() })
  .compute('shout', ['title'], ({ title }) => title.toUpperCase())

const web = routes([
  get(
    '/books/{book}',
    handler({ book: Book })
      .answers(BookView)
      .run(({ book }) => BookView.from(book)),
  ).name('books.show'),
  get(
    '/books',
    handler({})
      .answers(paginated(BookView))
      .run(() => Book.query().orderBy('id').select(BookView).paginate()),
  ).name('books.index'),
  get(
    '/all',
    handler({})
      .answers(shape({ books: list(BookView) }))
      .run(async () => ({ books: await Book.query().select(BookView).all() })),
  ),
  get('/plain', async () => json(await Book.with('author', AuthorView).all())),
])

const shown = {
  id: 1,
  printed: '2026-01-02T03:04:05.000Z',
  author: { name: 'Ada', books_count: 1 },
  length: 5,
  shout: 'NOTES',
}

forEachDialect('an answer that is a view', (open) => {
  const withBooks = async (body: (app: TestApp) => Promise<void>) => {
    await using app = await testApp({
      application: application({
        root: import.meta.dirname,
        routes: web,
        models: { Author, Book },
      }),
      databaseUrl: await open.url(),
    })
    await createTables(currentDatabase(), Author, Book)
    const ada = await Author.create({ name: 'Ada', email: 'a@b.c', password: 'x' })
    const printed = new Date('2026-01-02T03:04:05.000Z')
    await Book.create({ author_id: ada.id, title: 'Notes', printed })
    await body(app)
  }

  it('is sent as the view shows it', async () => {
    await withBooks(async (app) => {
      const client = app.as('json')

      ;(await client.get('/books/1')).assertStatus(200).assertJson(shown)
      ;(await client.get('/all')).assertStatus(200).assertJson({ books: [shown] })
      const page = (await client.get('/books')).assertStatus(200)
      assert.partialDeepStrictEqual(page.json(), { data: [shown], total: 1 })
      const plain = (await client.get('/plain')).assertStatus(200)
      assert.match(plain.text, /"author":\{"name":"Ada","books_count":1\}/)
      assert.deepEqual(await app.checkContract(), [])
    })
  })
})

const twice = `two schemas are called "AuthorView", and the order of the routes says which gets a number. Name the view: view(…, { name: '…' }).`

describe('the OpenAPI document of a view', () => {
  it('has what the view shows, and nothing else', () => {
    const { document, problems } = writeOpenApi(web, { title: 'Books', version: '1' })

    assert.partialDeepStrictEqual(document, {
      components: {
        schemas: {
          AuthorView: {
            properties: { name: { type: 'string' }, books_count: { type: 'integer' } },
            required: ['name', 'books_count'],
          },
          BookView: {
            properties: {
              id: { type: 'integer' },
              printed: { type: 'string', format: 'date-time' },
              length: { type: 'integer' },
              shout: {},
              author: { $ref: '#/components/schemas/AuthorView' },
            },
            required: ['id', 'printed', 'length', 'shout', 'author'],
          },
        },
      },
    })
    assert.doesNotMatch(JSON.stringify(document), /email|password|author_id/)
    assert.deepEqual(problems, [
      'the computed "shout" of BookView: it has no schema, so it may be anything. Pass one: .compute(…, { schema: z.string() }).',
    ])
  })

  it('has what is computed from related records, as records and views send it', () => {
    const query = Author.query()
      .withSum('books', 'id')
      .withSum('books', 'author_id')
      .withAvg('books', 'id')
      .withMax('books', 'printed')
      .withMin('books', 'title')
    const Sums = view(Author, ['name'], { name: 'Sums' })
      .withSum('books', 'author_id')
      .withMax('books', 'printed')
      .withExists('books')
    const listed = routes([
      get(
        '/records',
        handler({})
          .answers(list(query))
          .run(() => query.all()),
      ),
      get(
        '/views',
        handler({})
          .answers(list(Sums))
          .run(() => Author.query().select(Sums).all()),
      ),
    ])
    const number = { type: 'string', pattern: String.raw`^-?\d+(\.\d+)?$` }
    const printed = { type: ['string', 'null'], format: 'date-time' }

    const { document, problems } = writeOpenApi(listed, { title: 'Books', version: '1' })

    const { paths, components } = Object(document)
    const { items } = paths['/records'].get.responses['200'].content['application/json'].schema
    assert.deepEqual(problems, [])
    assert.partialDeepStrictEqual(items.allOf[1].properties, {
      books_id_sum: { type: 'integer' },
      books_author_id_sum: number,
      books_id_avg: { type: ['number', 'null'] },
      books_printed_max: printed,
      books_title_min: { type: ['string', 'null'] },
    })
    assert.partialDeepStrictEqual(components.schemas.Sums.properties, {
      books_author_id_sum: number,
      books_printed_max: printed,
      books_exists: { type: 'boolean' },
    })
    const [records, views] = listed.routes.map((route) => toAnswerPlaces(route).places)
    assert.partialDeepStrictEqual(records, {
      200: {
        items: { fields: { books_author_id_sum: 'bigint', books_printed_max: 'Date' } },
      },
    })
    assert.deepEqual(views, {})
  })

  it('has the name that the view gives itself, whatever the order of the routes, and says if it has none of its own', () => {
    const rows = handler({})
      .answers(list(AuthorRow))
      .run(() => Author.query().select(AuthorRow).all())
    const whole = handler({})
      .answers(list(AuthorView))
      .run(() => Author.query().select(AuthorView).all())
    const other = handler({})
      .answers(list(OtherView))
      .run(() => Author.query().select(OtherView).all())
    const written = (...answers: Parameters<typeof get>[1][]) => {
      const listed = answers.map((answer, i) => get(`/${i}`, answer))
      const { document, problems } = writeOpenApi(routes(listed), { title: 'a', version: '1' })
      return { schemas: Object(document['components']).schemas, problems }
    }
    const [one, two, unnamed] = [written(rows, whole), written(whole, rows), written(whole, other)]

    assert.deepEqual(one, two)
    assert.deepEqual(Object.keys(one.schemas.AuthorRow.properties), ['id'])
    assert.deepEqual([one.problems, unnamed.problems], [[], [twice]])
    assert.throws(() => view(Author, ['id'], { name: 'a row' }), { code: 'E_VIEW' })
  })
})
