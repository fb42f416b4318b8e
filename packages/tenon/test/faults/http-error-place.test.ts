import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { c, Model } from '../../src/models.ts'
import { createDatabase, withDatabase } from '../../src/database.ts'
import { createTables } from '../support/create-tables.ts'
import { startServing } from './start-binary.ts'

class Note extends Model('notes', { id: c.id() }) {}

describe('the error for a missing record', () => {
  it('contains its stack trace in a test', async () => {
    await using database = createDatabase('sqlite::memory:')
    await createTables(database, Note)

    await withDatabase(database, async () => {
      await assert.rejects(Note.findOrFail(1), { stack: /http-error-place\.test\.ts:\d+/ })
    })
  })

  it('has no stack trace in a serving process, where every request may cause one', async () => {
    using app = await startServing()

    const response = await fetch(`http://127.0.0.1:${app.port}/stack`)

    assert.equal(await response.text(), 'NotFound: Not Found')
  })
})
