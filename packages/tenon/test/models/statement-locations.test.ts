import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { get, group, handler, json, type Middleware, routes } from 'tenon'
import { belongsTo, c, hasMany, Model } from 'tenon/models'
import { type SlowStatement, transaction, withDatabase } from 'tenon/database'
import { createRouter } from '../../src/web/routing/router.ts'
import { createRequest } from '../support/create-request.ts'
import { createTables } from '../support/create-tables.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

class Author extends Model('authors', { id: c.id(), name: c.text() }) {
  static books = hasMany(() => Book, 'author_id')
}
class Book extends Model('books', { id: c.id(), author_id: c.integer(), title: c.text() }) {
  static author = belongsTo(() => Author, 'author_id')
}

const lines = readFileSync(import.meta.filename, 'utf8').split('\n')
const rowOf = (mark: string) => lines.findIndex((line) => line.endsWith(`// ${mark}`)) + 1

forEachDialect('the location of a statement', (open) => {
  const rowsOf = async (body: (author: Author) => Promise<void>) => {
    const statements: SlowStatement[] = []
    await using database = await open({
      slowStatement: 'always',
      statementLocations: true,
      onSlowStatement: (statement) => void statements.push(statement),
    })
    await createTables(database, Author, Book)
    await withDatabase(database, async () => {
      const ada = await Author.create({ name: 'Ada' })
      await Book.createMany([
        { author_id: ada.id, title: 'Notes' },
        { author_id: ada.id, title: 'Letters' },
      ])
      statements.length = 0
      await body(ada)
    })
    return statements.map(({ location = '' }) => {
      const found = /^.*test\/models\/statement-locations\.test\.ts:(\d+):\d+$/.exec(location)
      return found === null ? location : Number(found[1])
    })
  }

  it('is the line of code that runs it', async () => {
    const rows = await rowsOf(async () => {
      await Author.find(1) // find
      await Author.where('name', 'Ada').all() // all
      const book = await Book.query().firstOrFail() // first
      await book.update({ title: 'More notes' }) // update
      await Book.where('title', 'x').delete() // delete
    })

    assert.deepEqual(rows, ['find', 'all', 'first', 'update', 'delete'].map(rowOf))
  })

  it('is the line that asks for relations, pages and batches', async () => {
    const rows = await rowsOf(async (author) => {
      await Author.with('books', (books) => books.with('author')).all() // with
      await author.load(Author.books) // load
      await Book.orderBy('title').paginate({ perPage: 1 }) // paginate
      for await (const _book of Book.query()) await Promise.resolve() // iterate
    })

    assert.deepEqual(
      rows,
      ['with', 'with', 'with', 'load', 'paginate', 'paginate', 'iterate'].map(rowOf),
    )
  })

  it('is the line inside a transaction, or that of the transaction', async () => {
    const rows = await rowsOf(async (author) => {
      const rename = async () => {
        await author.update({ name: 'Bob' }) // inside
        await transaction(() => author.update({ name: 'Eve' })) // nested
      }
      await transaction(rename) // transaction
    })

    assert.deepEqual(new Set(rows), new Set(['transaction', 'inside', 'nested'].map(rowOf)))
  })

  it('is missing for the lookup of a bound record, and is not the middleware around it', async () => {
    const passes: Middleware = async (request, next) => {
      await Author.where('name', request.path()).all() // before
      return next()
    }
    const waits: Middleware = async (_request, next) => await next()
    const show = handler({ book: Book }).run(async ({ book }) => {
      const author = await book.load(Book.author) // inside the handler
      return json({ author: author.name })
    })
    const list = routes([
      group('/direct', [get('/{book}', show)]).middleware((_request, next) => next()),
      group('/passed', [get('/{book}', show)]).middleware(passes),
      group('/waiting', [get('/{book}', show)]).middleware(waits),
    ])
    const router = createRouter(list)

    const rows = await rowsOf(async () => {
      for (const target of ['/direct/1', '/passed/1', '/waiting/1'])
        await router.dispatch(createRequest({ target }))
    })

    const [before, inside] = ['before', 'inside the handler'].map(rowOf)
    assert.deepEqual(rows, ['', inside, before, '', inside, '', inside])
  })

  it('is the caller’s for each of several that run at once', async () => {
    const rows = await rowsOf(async () => {
      await Promise.all([
        Author.where('id', 1).all(), // one
        Book.where('id', 1).all(), // other
      ])
    })

    assert.deepEqual(new Set(rows), new Set(['one', 'other'].map(rowOf)))
  })

  it('is not looked for unless asked for', async () => {
    const statements: SlowStatement[] = []
    await using database = await open({
      slowStatement: 'always',
      onSlowStatement: (statement) => void statements.push(statement),
    })

    await database.script('create table plain (id integer)')

    assert.equal(statements.length > 0 && statements.every((each) => !('location' in each)), true)
  })
})
