import assert from 'node:assert/strict'
import { it } from 'node:test'
import { passkeys } from '../../src/auth-passkeys.ts'
import { oauth } from '../../src/auth-oauth.ts'
import { StoredIdentities } from '../../src/identity/oauth/stored-identities.ts'
import { StoredPasskeys } from '../../src/identity/passkeys/stored-passkeys.ts'
import { Authenticators } from '../../src/identity/accounts/second-factor/authenticators.ts'
import { createSecondFactorTables } from '../../src/identity/accounts/second-factor/second-factor-tables.ts'
import type { Browser } from '../auth/browser.ts'
import {
  ada,
  auth,
  enroll,
  outbox,
  serveSecondFactor,
  User,
} from '../auth/second-factor-application.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

passkeys(auth, { name: 'Shop' })
oauth(auth, { providers: {} })

const authenticators = new Authenticators('users', createSecondFactorTables(undefined))

forEachDialect('an account that a stranger has prepared for the owner of an address', (open) => {
  const start = async () => serveSecondFactor(await open.url(), { store: 'database' })

  it('is the owner’s alone after a reset of the password', async () => {
    await using served = await start()
    const thief = served.browser()
    const user = await prepare(thief)
    const owner = served.browser()

    await owner.post('/forgot', { email: ada.email })
    await owner.post('/reset', { token: await outbox.takeToken(), password: 'my own password' })

    assert.deepEqual(await listPrepared(user), nothing)
    assert.deepEqual((await thief.get('/')).json(), { user: null })
    const login = await owner.post('/login', { ...ada, password: 'my own password' })
    assert.equal(login.location, '/')
    assert.equal((await owner.get('/settings/verified')).status, 200)
  })

  it('is the owner’s alone after a login by a link, also without the password of the stranger', async () => {
    await using served = await start()
    const user = await prepare(served.browser())
    const [owner, thief] = [served.browser(), served.browser()]

    await owner.post('/link', { email: ada.email })
    await owner.post('/link/login', { token: await outbox.takeToken() })

    assert.deepEqual(await listPrepared(user), nothing)
    assert.equal((await owner.get('/settings/verified')).status, 200)
    assert.equal((await thief.post('/login', ada)).status, 422)
  })

  it('keeps the tokens of a verified user through a reset, unless they are to end as well', async () => {
    await using served = await start()
    const user = await User.where('email', ada.email).firstOrFail()
    await auth.tokens.issue(user, { name: 'CI', abilities: [], expires: '1d' })
    const owner = served.browser()
    const reset = async (password: string, revokeTokens: string) => {
      await owner.post('/forgot', { email: ada.email })
      const token = await outbox.takeToken()
      await owner.post('/reset', { token, password, revokeTokens })
      return (await auth.tokens.list(user)).length
    }

    const kept = await reset('my own password', '')
    const ended = await reset('my second password', 'on')

    assert.deepEqual([kept, ended], [1, 0])
  })

  it('has nothing prepared after the address was verified in another browser', async () => {
    await using served = await start()
    const user = await prepare(served.browser())

    const answer = await served.browser().post('/verify', { token: auth.links.verification(user) })

    assert.equal(answer.status, 200)
    assert.deepEqual(await listPrepared(user), nothing)
  })

  it('keeps what its user has set up, if the same browser verifies the address', async () => {
    await using served = await start()
    const browser = served.browser()
    const user = await prepare(browser)
    const before = await listPrepared(user)

    await browser.post('/verify', { token: auth.links.verification(user) })

    assert.deepEqual(await listPrepared(user), before)
    assert.equal((await browser.get('/settings/verified')).status, 200)
  })

  it('keeps the second factor of a verified user through a reset', async () => {
    await using served = await start()
    const user = await prepare(served.browser())
    await user.update({ verified_at: new Date() })
    const before = await listPrepared(user)
    const owner = served.browser()

    await owner.post('/forgot', { email: ada.email })
    await owner.post('/reset', { token: await outbox.takeToken(), password: 'my own password' })

    assert.deepEqual(await listPrepared(user), before)
    const login = await owner.post('/login', { ...ada, password: 'my own password' })
    assert.equal(login.location, '/second-factor')
  })
})

/** Registers somebody else's address and adds every other way to get in. */
async function prepare(thief: Browser): Promise<User> {
  const user = await User.where('email', ada.email).firstOrFail()
  await user.update({ verified_at: null })
  await enroll(thief)
  const userKey = String(user.id)
  await auth.tokens.issue(user, { name: 'CI', abilities: [], expires: 'never' })
  await new StoredPasskeys('users', undefined).add({ ...passkey, userKey })
  await new StoredIdentities('users', undefined).add({ ...identity, userKey })
  return User.findOrFail(user.id)
}

/** By what somebody could log in besides the password, or keep the owner out. */
async function listPrepared(user: User) {
  const userKey = String(user.id)
  const kept = [
    ...(await auth.tokens.list(user)),
    ...(await new StoredPasskeys('users', undefined).list(userKey)),
    ...(await new StoredIdentities('users', undefined).list(userKey)),
  ]
  const hasFactor = await authenticators.isEnabled(userKey)
  return { kept: kept.map(({ id }) => id), hasFactor }
}

const nothing = { kept: [], hasFactor: false }

const passkey = {
  id: 'laptop',
  name: 'Laptop',
  publicKey: '',
  counter: 0,
  transports: [],
  createdAt: 0,
  usedAt: undefined,
}

const identity = {
  id: 'identity',
  provider: 'main',
  issuer: 'https://provider.example',
  subject: 'thief',
  email: undefined,
  createdAt: 0,
  usedAt: undefined,
}
