import assert from 'node:assert/strict'
import { it } from 'node:test'
import { forEachDialect } from '../../../../test/support/for-each-dialect.ts'
import {
  afterRollback,
  currentDatabase,
  transaction,
  withDatabase,
  findTransaction,
} from '../current-database.ts'

forEachDialect('a database that knows the locations of its statements', (open) => {
  it('has the current transaction, and runs what follows its rollback', async () => {
    const events: string[] = []
    await using database = await open({ name: 'default', statementLocations: true })

    const failing = withDatabase(await open({ statementLocations: true }), () =>
      transaction(async () => {
        events.push(findTransaction(currentDatabase()) === undefined ? 'outside' : 'inside')
        afterRollback(() => void events.push('undone'))
        throw new Error('no')
      }),
    )

    await assert.rejects(failing, /no/)
    assert.deepEqual(events, ['inside', 'undone'])
    assert.equal(database.name, 'default')
  })
})
