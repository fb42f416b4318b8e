import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { c, createDatabase, Model, withDatabase } from '../../src/database.ts'
import { createTables } from '../support/create-tables.ts'
import { startServing } from './start-binary.ts'

class Note extends Model('notes', { id: c.id() }) {}

describe('the error of a record that is not there', () => {
  it('names its place in a test', async () => {
    await using database = createDatabase('sqlite::memory:')
    await createTables(database, Note)

    await withDatabase(database, async () => {
      await assert.rejects(Note.findOrFail(1), { stack: /http-error-place\.test\.ts:\d+/ })
    })
  })

  it('has no stack in a process that serves, where each request may make one', async () => {
    using app = await startServing()

    const response = await fetch(`http://127.0.0.1:${app.port}/stack`)

    assert.equal(await response.text(), 'NotFound: Not Found')
  })
})
