import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { copyTodo } from './scaffold.ts'

/** A test of an application whose resource a generator has written. */
const deletion = `import assert from 'node:assert/strict'
import { it } from 'node:test'
import { route } from 'tenon'
import { testApp } from 'tenon/testing'
import { Book } from '../app/models/book.ts'
import { books } from '../database/factories/book.ts'

it('stays on the page of the list', async () => {
  await using app = await testApp()
  await books.createMany(51)
  const { data, nextCursor: cursor } = await Book.query().orderByKey('desc').cursorPaginate({ perPage: 50 })
  const last = await Book.query().orderByKey().firstOrFail()
  const address = route('books.destroy', { book: last.id }, { cursor, next: '//example.org' })

  const deleted = await app.as('page').delete(address)
  const left = await app.as('page').get(deleted.headers.get('location') ?? '')

  deleted.assertStatus(303).assertRedirect(route('books.index', {}, { cursor }))
  left.assertPage('Books/Index', {
    books: { data: data.map((book) => book.toJSON()), perPage: 50, previousCursor: null, nextCursor: null },
  })
})
`

describe('a list that a generator has written', () => {
  it('stays on the page of a record that is deleted, or shows the nearest page', async () => {
    using app = copyTodo()
    const made = await app.tenon('make', 'model', 'Book', 'title:text', '--resource')
    app.write('tests/deletion.test.ts', deletion)

    const tested = await app.test()

    assert.equal(made.exitCode, 0, made.output)
    assert.equal(tested.exitCode, 0, tested.output)
  })
})
