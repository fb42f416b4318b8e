import assert from 'node:assert/strict'
import { it } from 'node:test'
import { forEachDialect } from '../../../test/support/for-each-dialect.ts'
import { withDatabase } from '../../data/database/current-database.ts'
import { StoredPasskeys } from './stored-passkeys.ts'

forEachDialect('the counter of a passkey', (open) => {
  const use = async (stored: number, counters: readonly number[]): Promise<readonly boolean[]> =>
    withDatabase(await open(), async () => {
      const passkeys = new StoredPasskeys('users', undefined)
      await passkeys.add({ ...laptop, counter: stored })
      const used: boolean[] = []
      for (const counter of counters) used.push(await passkeys.use(laptop.id, counter))
      return used
    })

  it('must rise, up to the largest that an authenticator has', async () => {
    const used = await use(7, [7, 8, 8, 0, 2 ** 31, 2 ** 32 - 1, 2 ** 31])

    assert.deepEqual(used, [false, true, false, false, true, true, false])
  })

  it('may stay 0, for an authenticator that does not count', async () => {
    assert.deepEqual(await use(0, [0, 0, 1, 0]), [true, true, true, false])
  })
})

const laptop = {
  id: 'laptop',
  userKey: '1',
  name: 'Laptop',
  publicKey: '',
  transports: [],
  createdAt: 0,
  usedAt: undefined,
}
