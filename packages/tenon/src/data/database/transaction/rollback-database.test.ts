import assert from 'node:assert/strict'
import { it } from 'node:test'
import { forEachDialect } from '../../../../test/support/for-each-dialect.ts'
import { afterCommit, transaction, withDatabase } from '../current-database.ts'
import { beginRollback } from './rollback-database.ts'

forEachDialect('a database that is rolled back', (open) => {
  for (const [setting, expected] of [
    ['runs', ['alone', 'in a transaction']],
    ['never', []],
  ] as const) {
    it(`with afterCommit: '${setting}' calls back for: ${expected.join(', ') || 'nothing'}`, async () => {
      await using database = await beginRollback(await open(), { afterCommit: setting })
      const called: string[] = []

      await withDatabase(database, async () => {
        await afterCommit(() => void called.push('alone'))
        await transaction(() => afterCommit(() => void called.push('in a transaction')))
      })

      assert.deepEqual(called, expected)
    })
  }
})
