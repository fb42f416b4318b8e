import assert from 'node:assert/strict'
import { it } from 'node:test'
import { passkeys } from '../../src/auth-passkeys.ts'
import { hash } from '../../src/auth.ts'
import { currentDatabase } from '../../src/data/database/current-database.ts'
import { sql } from '../../src/data/database/sql.ts'
import { StoredPasskeys } from '../../src/identity/passkeys/stored-passkeys.ts'
import { ada, auth, enroll, serveSecondFactor, User } from '../auth/second-factor-application.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

forEachDialect('the key of a deleted user, which the database gives to another one', (open) => {
  it('leads to no login, token, second factor or passkey of the deleted one', async () => {
    await using served = await serveSecondFactor(await open.url(), { store: 'database' })
    passkeys(auth, { name: 'Shop' })
    const browser = served.browser()
    await enroll(browser)
    const user = await User.where('email', ada.email).firstOrFail()
    await auth.tokens.issue(user, { name: 'CI', abilities: [], expires: '1d' })
    const stored = new StoredPasskeys('users', undefined)
    await stored.add({ ...passkey, userKey: String(user.id) })

    await auth.forget(user)
    await user.delete()
    const other = await createWithKey(user.id)

    assert.deepEqual((await browser.get('/')).json(), { user: null })
    assert.deepEqual(await auth.tokens.list(other), [])
    assert.deepEqual(await stored.list(String(other.id)), [])
    const login = await served.browser().post('/login', ada)
    assert.equal(login.location, '/')
  })
})

const passkey = {
  id: 'laptop',
  name: 'Laptop',
  publicKey: '',
  counter: 0,
  transports: [],
  createdAt: 0,
  usedAt: undefined,
}

/** SQLite does that by itself for the last key; a restored backup may do it on PostgreSQL. */
async function createWithKey(id: number): Promise<User> {
  const password = await hash.make(ada.password)
  await currentDatabase().query(
    sql`insert into users (id, email, password, blocked) values (${id}, ${ada.email}, ${password}, false)`,
  )
  return User.findOrFail(id)
}
