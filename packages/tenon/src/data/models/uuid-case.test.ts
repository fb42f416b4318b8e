import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTables } from '../../../test/support/create-tables.ts'
import { forEachDialect } from '../../../test/support/for-each-dialect.ts'
import { c } from '../columns/columns.ts'
import { parseKey } from '../columns/parse-key.ts'
import { withDatabase } from '../database/current-database.ts'
import { UniqueViolation } from '../database/database-error.ts'
import { belongsTo, hasMany } from '../relations/relation.ts'
import { Model } from './model.ts'

class Author extends Model('authors', {
  id: c.uuidId(),
  code: c.uuid().unique(),
  codes: c.array(c.uuid()),
}) {
  static readonly books = hasMany(() => Book, 'author_id')
}

class Book extends Model('books', { id: c.id(), author_id: c.uuid() }) {
  static readonly author = belongsTo(() => Author, 'author_id')
}

const id = '0193a9b0-aaaa-7abc-8def-0123456789ab'
const code = '0193a9b0-bbbb-7abc-8def-0123456789ab'
const given = { id: id.toUpperCase(), code: code.toUpperCase() }

forEachDialect('a UUID in upper case', (open) => {
  const withAuthor = async (body: (author: Author) => Promise<void>) => {
    const database = await open()
    await createTables(database, Author, Book)
    await withDatabase(database, async () =>
      body(await Author.create({ ...given, codes: [given.code] })),
    )
  }

  it('is stored and returned in lower case', () =>
    withAuthor(async (author) => {
      const stored = { id, code, codes: [code] }

      assert.deepEqual(Object.fromEntries(Object.entries(author)), stored)
      assert.deepEqual(Object.fromEntries(Object.entries(await author.refresh())), stored)
      assert.equal(parseKey('uuid', given.id), id)
    }))

  it('finds the record by its key, a condition, a list and a relation', () =>
    withAuthor(async () => {
      await Book.create({ author_id: given.id })

      const found = [
        await Author.find(given.id),
        await Author.where('id', given.id).first(),
        await Author.where('id', 'in', [given.id]).first(),
        await Author.where('code', given.code).first(),
        await Author.firstOrCreate({ code: given.code }, { codes: [] }),
        (await Book.where('author_id', given.id).with('author').firstOrFail()).author,
      ]

      assert.deepEqual(
        found.map((author) => author?.id),
        [id, id, id, id, id, id],
      )
      assert.equal(await Author.where('code', '!=', given.code).count(), 0)
    }))

  it('is taken if the same one is stored in lower case', () =>
    withAuthor(async () => {
      await assert.rejects(Author.create({ code: given.code, codes: [] }), UniqueViolation)
    }))
})
