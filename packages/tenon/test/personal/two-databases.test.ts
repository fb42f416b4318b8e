import assert from 'node:assert/strict'
import { it } from 'node:test'
import { accounts } from 'tenon/auth'
import { namedDatabase, withDatabase } from 'tenon/database'
import { c, Model } from 'tenon/models'
import { erasePersonal } from 'tenon/personal'
import { createOwnTables } from '../../src/data/own/own-tables.ts'
import { assertModels } from '../../src/data/relations/assertions/assert-models.ts'
import { loginTable } from '../../src/identity/accounts/authentication/logins/login-table.ts'
import { passkeyTable } from '../../src/identity/passkeys/passkey-table.ts'
import { sessionTable } from '../../src/identity/session/session-table.ts'
import { tokenTable } from '../../src/identity/accounts/tokens/token-table.ts'
import { createTables } from '../support/create-tables.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

class Owner extends Model('owners', {
  id: c.id(),
  email: c.text().unique().personal(),
  password: c.text().hidden(),
}) {}
accounts(Owner, {
  login: 'email',
  password: 'password',
  onErase: () => Promise.reject(new Error('owns a team')),
})

class Letter extends Model(
  'letters',
  { id: c.id(), email: c.text().personal({ of: 'owners.email' }) },
  { database: namedDatabase('letters') },
) {}
assertModels([Owner, Letter])

forEachDialect('a person with an account, and rows in another database', (open) => {
  it('is erased in neither if the application refuses it', async () => {
    const [database, other] = [await open(), await open({ name: 'letters' })]
    await createTables(database, Owner)
    await createOwnTables(database, [loginTable, passkeyTable, sessionTable, tokenTable])
    await createTables(other, Letter)

    const kept = await withDatabase(database, () =>
      withDatabase(other, async () => {
        const ada = await Owner.create({ email: 'ada@x', password: '-' })
        await Letter.create({ email: 'ada@x' })
        await assert.rejects(erasePersonal(ada), /^Error: owns a team$/)
        return [...(await Owner.all()), ...(await Letter.all())]
      }),
    )

    assert.deepEqual(
      kept.map(({ email }) => email),
      ['ada@x', 'ada@x'],
    )
  })
})
