import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { TOTP } from 'otpauth'
import { route } from 'tenon'
import { currentDatabase, sql } from 'tenon/database'
import { testApp, type TestApp } from 'tenon/testing'
import { auth } from '../app/auth.ts'
import { users } from '../database/factories/user.ts'
import { logIn, type Client } from './log-in.ts'

describe('two-factor login', () => {
  it('is asked for after the password, once an app has shown a code', async () => {
    await using app = await testApp()
    const user = await users.create()
    const { secret } = await turnOn(await logIn(app, user))

    const client = await logIn(app, user)
    const half = await client.get(route('settings.show'))
    const whole = await client.post(route('second-factor.store'), { code: toCode(secret) })
    const after = await client.get(route('settings.show'))

    half.assertRedirect(route('second-factor.create'))
    whole.assertRedirect(route('settings.show'))
    after.assertStatus(200)
  })

  it('shows the same QR code again after a wrong code', async () => {
    await using app = await testApp()
    const client = await logIn(app, await users.create())

    const shown = await client.get(route('two-factor.create'))
    const wrong = await client.post(route('two-factor.store'), { code: '000000' })

    wrong.assertStatus(422).assertErrors({ code: 'The code is wrong' })
    const [before, after] = [shown, wrong].map((response) => response.page().props['svg'])
    assert.equal(after, before)
  })

  it('takes each recovery code once', async () => {
    await using app = await testApp()
    const user = await users.create()
    const { codes } = await turnOn(await logIn(app, user))
    const [here, elsewhere] = [await logIn(app, user), await logIn(app, user)]

    const first = await here.post(route('second-factor.store'), { code: codes[0] })
    const again = await elsewhere.post(route('second-factor.store'), { code: codes[0] })

    first.assertRedirect('/')
    again.assertStatus(422).assertErrors({ code: 'The code is wrong' })
  })

  it('is turned off after the password was confirmed', async () => {
    await using app = await testApp()
    const user = await users.create()
    const client = await logIn(app, user)
    await turnOn(client)
    await currentDatabase().query(sql`update tenon_logins set confirmed_at = 0`)

    const refused = await client.delete(route('two-factor.destroy'))
    await currentDatabase().query(sql`update tenon_logins set confirmed_at = ${Date.now()}`)
    const done = await client.delete(route('two-factor.destroy'))

    refused.assertRedirect(route('confirmation.create'))
    done.assertRedirect(route('security.show'))
    const login = await logIn(app, user)
    const settings = await login.get(route('settings.show'))
    settings.assertStatus(200)
  })
})

describe('a passkey', () => {
  it('logs nobody in unless it has signed the challenge', async () => {
    await using app = await testApp()
    const client = app.as('page')
    const challenge = await client.post(route('passkey-login.challenge'))

    const login = await client.post(route('passkey-login.store'), { passkey: { id: 'forged' } })

    challenge.assertStatus(200)
    login.assertStatus(422).assertPage('Accounts/Login')
    login.assertErrors({ passkey: 'The passkey was not accepted' })
  })
})

describe('an access token', () => {
  const form = { name: 'Backup', abilities: ['profile:read'], expires: '30d' }

  it('is shown once, and lets a program act for its user', async () => {
    await using app = await testApp()
    const user = await users.create({ name: 'Ada' })
    const client = await logIn(app, user)

    const created = await client.post(route('tokens.store'), form)
    const { text } = created.page('Settings/Token').props
    const answer = await programWith(app, text).get(route('api.me'))

    assert.equal(answer.status, 200)
    assert.partialDeepStrictEqual(answer.json(), { name: 'Ada', email: user.email })
    const [token] = await auth.tokens.list(user)
    assert.notEqual(token?.usedAt, null)
  })

  it('does not allow what it was not created for', async () => {
    await using app = await testApp()
    const client = await logIn(app, await users.create())
    const created = await client.post(route('tokens.store'), form)
    const { text } = created.page('Settings/Token').props

    const program = programWith(app, text)
    const own = await program.get(route('api.token'))
    const refused = await program.patch(route('api.me.update'), { name: 'Grace' })

    assert.partialDeepStrictEqual(own.json(), { name: 'Backup', abilities: ['profile:read'] })
    refused.assertStatus(403)
  })

  it('ends when its user revokes it, and not when somebody else tries', async () => {
    await using app = await testApp()
    const [ada, grace] = [await users.create(), await users.create()]
    const { id, text } = await auth.tokens.issue(ada, {
      name: 'CI',
      abilities: ['profile:write'],
      expires: '1d',
    })
    const [owner, stranger] = [await logIn(app, ada), await logIn(app, grace)]
    const rename = () => programWith(app, text).patch(route('api.me.update'), { name: 'Ada' })

    await stranger.delete(route('tokens.destroy', { token: id }))
    const kept = await rename()
    await owner.delete(route('tokens.destroy', { token: id }))
    const ended = await rename()

    assert.deepEqual([kept.status, ended.status], [200, 401])
  })
})

describe('every change of how a user logs in', () => {
  it('is told the user by one mail each', async () => {
    await using app = await testApp()
    const user = await users.create()
    const client = await logIn(app, user)
    const form = { name: 'Win at casino.example', abilities: ['profile:read'], expires: '30d' }
    await client.get(route('settings.show'))
    await client.get(route('security.show'))
    await addPasskeyAndProvider(user.id)
    app.mails.clear()

    await client.post(route('tokens.store'), form)
    const [token] = await auth.tokens.list(user)
    await client.delete(route('tokens.destroy', { token: token?.id ?? '' }))
    const { codes } = await turnOn(client)
    await client.post(route('two-factor.update'))
    await client.post(route('two-factor.store'), { code: '000000' })
    await client.delete(route('two-factor.destroy'))
    await client.delete(route('passkeys.destroy', { passkey: 'a-passkey' }))
    await client.delete(route('providers.disconnect', { identity: 'an-identity' }))

    const mails = app.mails.to(user.email)
    assert.deepEqual(
      mails.map(({ subject }) => subject),
      [
        'An access token was created',
        'An access token was revoked',
        'Two-factor login was turned on',
        'New recovery codes were made',
        'Two-factor login was turned off',
        'A passkey was removed',
        'An account was disconnected',
      ],
    )
    const texts = mails.map(({ text }) => text).join()
    assert.doesNotMatch(texts, new RegExp(`casino|tenon_|${codes.join('|')}`))
  })
})

describe('an account whose address is not verified', () => {
  const form = { name: 'Backup', abilities: ['profile:read'], expires: '30d' }

  it('gets no second factor, passkey, token or provider', async () => {
    await using app = await testApp()
    const client = await logIn(app, await users.state('unverified').create())

    const answers = [
      await client.get(route('two-factor.create')),
      await client.post(route('two-factor.store'), { code: '000000' }),
      await client.post(route('passkeys.challenge')),
      await client.post(route('passkeys.store'), { name: 'Laptop', passkey: {} }),
      await client.post(route('tokens.store'), form),
      await client.post(route('providers.connect', { provider: 'google' })),
    ]

    assert.deepEqual(
      answers.map(({ headers }) => headers.get('location')),
      answers.map(() => route('verification.create')),
    )
  })
})

interface TurnedOn {
  readonly secret: string
  readonly codes: readonly string[]
}

/** Turns two-factor login on for the user of this browser. */
async function turnOn(client: Client): Promise<TurnedOn> {
  const shown = await client.get(route('two-factor.create'))
  const { secret } = shown.page('Settings/TwoFactor').props
  const done = await client.post(route('two-factor.store'), { code: toCode(secret) })
  const { codes } = done.page('Settings/RecoveryCodes').props
  // A code works once, and a test does not wait for the next one.
  await currentDatabase().query(sql`update tenon_authenticators set last_step = 0`)
  return { secret, codes }
}

/** Both need more than a test has: an authenticator, and an account at a provider. */
async function addPasskeyAndProvider(userId: number): Promise<void> {
  const [user, now] = [String(userId), Date.now()]
  await currentDatabase().query(
    sql`insert into tenon_passkeys
          (id, account, user_key, name, public_key, counter, transports, created_at)
        values ('a-passkey', 'users', ${user}, 'Laptop', '', 0, '[]', ${now})`,
  )
  await currentDatabase().query(
    sql`insert into tenon_identities (id, account, user_key, provider, issuer, subject, created_at)
        values ('an-identity', 'users', ${user}, 'google', 'https://google.example', '7', ${now})`,
  )
}

/** What an authenticator app shows. */
function toCode(secret: string): string {
  return new TOTP({ secret }).generate()
}

/** A program that has a token. */
function programWith(app: TestApp, token: unknown) {
  const headers = { authorization: `Bearer ${String(token)}` }
  return {
    get: (path: string) => app.as('json').send('GET', path, { headers }),
    patch: (path: string, body: object) => app.as('json').send('PATCH', path, { headers, body }),
  }
}
