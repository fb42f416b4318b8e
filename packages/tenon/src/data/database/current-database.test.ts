import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createDatabase } from '../drivers/create-database.ts'
import { currentDatabase, registerDatabase, transaction, withDatabase } from './current-database.ts'

describe('currentDatabase', () => {
  it('throws an error that says what to do if no database is open', () => {
    assert.throws(currentDatabase, { code: 'E_NO_DATABASE', message: /withDatabase\(\)/ })
  })

  it('is the registered one, until it is unregistered', async () => {
    await using database = createDatabase('sqlite::memory:')
    await using other = createDatabase('sqlite::memory:')

    const unregister = registerDatabase(database)
    assert.equal(currentDatabase(), database)
    assert.throws(() => registerDatabase(other), { code: 'E_DATABASE_REGISTERED' })
    unregister()

    assert.throws(currentDatabase, { code: 'E_NO_DATABASE' })
  })

  it('is the one of withDatabase in everything that its body starts', async () => {
    await using database = createDatabase('sqlite::memory:')
    await using other = createDatabase('sqlite::memory:')

    const seen = await withDatabase(database, async () => [
      currentDatabase(),
      withDatabase(other, currentDatabase),
      await Promise.resolve().then(currentDatabase),
    ])

    assert.deepEqual(
      seen.map((one) => (one === database ? 'database' : 'other')),
      ['database', 'other', 'database'],
    )
  })

  it('is the one of the current transaction', async () => {
    await using database = createDatabase('sqlite::memory:')
    await using other = createDatabase('sqlite::memory:')

    const seen = await withDatabase(database, () =>
      transaction(() => other.transaction(async () => currentDatabase())),
    )

    assert.equal(seen, other)
  })
})
