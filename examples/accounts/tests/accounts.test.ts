import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { route } from 'tenon'
import { currentDatabase, sql } from 'tenon/database'
import { testApp, type TestApp, type TestMail } from 'tenon/testing'
import { auth } from '../app/auth.ts'
import { languages } from '../app/languages.ts'
import { User } from '../app/models/user.ts'
import { password, users } from '../database/factories/user.ts'
import { logIn } from './log-in.ts'

const wrong = 'The address or the password is wrong'

describe('a registration', () => {
  const form = { name: 'Ada', email: 'ada@example.com', password }

  it('sends a link that verifies the address, once', async () => {
    await using app = await testApp()
    const client = app.as('page')

    const registered = await client.post(route('registration.store'), form)
    const token = toToken(await takeMail(app, 'ada@example.com'))
    const verified = await client.post(route('verification.update'), { token })
    const again = await client.post(route('verification.update'), { token })

    registered.assertRedirect(route('registration.sent'))
    verified.assertRedirect('/')
    again.assertStatus(422)
    const ada = await User.where('email', 'ada@example.com').first()
    assert.notEqual(ada?.verified_at, null)
  })

  it('stores the language of the page, unless there is only one', async () => {
    await using app = await testApp()
    const headers = { 'accept-language': 'en' }

    await app.as('page').post(route('registration.store'), form, { headers })

    const ada = await User.where('email', 'ada@example.com').first()
    assert.equal(ada?.language, languages.length > 1 ? 'en' : null)
  })

  it('answers the same if the address has an account, whose owner gets a mail', async () => {
    await using app = await testApp()
    await users.create({ email: 'ada@example.com' })

    const registered = await app.as('page').post(route('registration.store'), form)

    registered.assertRedirect(route('registration.sent'))
    const mail = await takeMail(app, 'ada@example.com')
    assert.equal(mail.subject, 'You already have an account')
    assert.equal(await User.query().count(), 1)
  })

  it('sends nothing to the address that a stranger could have typed', async () => {
    await using app = await testApp()
    const name = 'Win at casino.example'

    await app.as('page').post(route('registration.store'), { ...form, name })

    const { text, subject } = await takeMail(app, 'ada@example.com')
    assert.doesNotMatch(subject + text, /casino/)
  })

  it('is shown again with a message for each field', async () => {
    await using app = await testApp()
    const empty = { name: ' ', email: 'ada', password: 'short' }

    const response = await app.as('page').post(route('registration.store'), empty)

    response.assertStatus(422).assertPage('Accounts/Register').assertErrors({
      name: 'Enter your name',
      email: 'Enter an email address, such as ada@example.com',
      password: 'Use at least 8 characters',
    })
  })

  it('refuses an address that no mail can be sent to', async () => {
    await using app = await testApp()
    const long = { ...form, email: `${'a'.repeat(65)}@example.com` }

    const response = await app.as('page').post(route('registration.store'), long)

    response
      .assertStatus(422)
      .assertErrors({ email: 'Enter an email address, such as ada@example.com' })
  })

  it('sends few mails to one address, from however many clients', async () => {
    await using app = await testApp()

    const targets: unknown[] = []
    for (let i = 0; i < 6; i += 1) {
      const { headers } = await app.as('page').post(route('registration.store'), form)
      targets.push(headers.get('location'))
    }

    assert.deepEqual(targets, Array(6).fill(route('registration.sent')))
    assert.equal(app.mails.to(form.email).length, 4)
  })

  it('refuses a password that everybody tries first', async () => {
    await using app = await testApp()
    const common = { ...form, password: 'Password1' }

    const response = await app.as('page').post(route('registration.store'), common)

    response.assertStatus(422).assertErrors({ password: 'Too many people use this password' })
  })
})

describe('a login', () => {
  it('leads to where the browser wanted to go', async () => {
    await using app = await testApp()
    const { email } = await users.create()

    const refused = await app.get(route('settings.show'))
    const response = await app.post(route('login.store'), { email, password })

    refused.assertRedirect(route('login.create'))
    response.assertRedirect(route('settings.show'))
  })

  it('says the same about a wrong password and an unknown user', async () => {
    await using app = await testApp()
    const { email } = await users.create()
    const client = app.as('page')

    const guessed = await client.post(route('login.store'), { email, password: 'guessed' })
    const unknown = await client.post(route('login.store'), { email: 'x@example.com', password })

    guessed.assertStatus(422).assertErrors({ email: wrong })
    unknown.assertStatus(422).assertErrors({ email: wrong })
  })

  it('does not let a user change an address that is not verified', async () => {
    await using app = await testApp()
    const client = await logIn(app, await users.state('unverified').create())

    const response = await client.get(route('address-change.create'))

    response.assertStatus(403)
  })
})

describe('a forgotten password', () => {
  it('is replaced by the link in the mail, which ends all logins', async () => {
    await using app = await testApp()
    const user = await users.create()
    const client = await logIn(app, user)

    await client.post(route('password-reset.store'), { email: user.email })
    const token = toToken(await takeMail(app, user.email))
    const form = { token, password: 'another good password' }
    const reset = await client.post(route('password-reset.update'), form)
    const after = await client.get(route('settings.show'))

    reset.assertRedirect(route('login.create'))
    after.assertRedirect(route('login.create'))
    await logIn(app, user, 'another good password')
  })

  it('ends access tokens only if its user wants that', async () => {
    await using app = await testApp()
    const user = await users.create()
    await auth.tokens.issue(user, { name: 'CI', abilities: ['profile:read'], expires: '1d' })
    const reset = async (more: object) => {
      const client = app.as('page')
      await client.post(route('password-reset.store'), { email: user.email })
      const token = toToken(await takeMail(app, user.email))
      app.mails.clear()
      const form = { token, password: 'another good password', ...more }
      await client.post(route('password-reset.update'), form)
      return (await auth.tokens.list(await User.findOrFail(user.id))).length
    }

    assert.deepEqual([await reset({}), await reset({ revoke_tokens: 'on' })], [1, 0])
  })
})

describe('a link that does not work any more', () => {
  it('says so before anything is typed, and offers another one', async () => {
    await using app = await testApp()
    const client = await logIn(app, await users.state('unverified').create())
    const token = 'x'

    const reset = await client.get(route('password-reset.edit', {}, { token }))
    const verify = await client.get(route('verification.edit', {}, { token }))
    const change = await client.get(route('address-change.edit', {}, { token }))

    reset.assertPage('Accounts/ResetPassword', { isValid: false })
    verify.assertPage('Accounts/VerifyAddress', { isValid: false, isWaiting: true })
    change.assertPage('Accounts/ChangeAddress', { isValid: false })
  })
})

it('a link that was used says to its user that the address is verified already', async () => {
  await using app = await testApp()
  const client = await logIn(app, await users.create())

  const again = await client.get(route('verification.edit', {}, { token: 'x' }))

  again.assertRedirect('/')
})

describe('a notice about the security of an account', () => {
  it('reports a login from a new browser: when, which one and from where', async () => {
    await using app = await testApp()
    const user = await users.create()

    await logIn(app, user)

    const [notice, ...more] = app.mails.to(user.email)
    assert.equal(notice?.subject, 'A login from a new browser')
    assert.match(notice?.text ?? '', /UTC\s[^]*IP address/)
    assert.deepEqual(more, [])
  })

  it('reports a new password, and nothing of one that was refused', async () => {
    await using app = await testApp()
    const user = await users.create()
    const client = await logIn(app, user)
    app.mails.clear()
    const form = { password, new_password: 'another good password' }

    await client.put(route('settings.password'), { ...form, password: 'guessed' })
    const before = app.mails.to(user.email).length
    await client.put(route('settings.password'), form)

    const [notice, ...more] = app.mails.to(user.email)
    assert.equal(before, 0)
    assert.equal(notice?.subject, 'Your password was changed')
    assert.doesNotMatch(notice?.text ?? '', /good password/)
    assert.deepEqual(more, [])
  })

  it('fills no mailbox of somebody whose address a stranger has typed', async () => {
    await using app = await testApp()
    const user = await users.state('unverified').create()
    const client = await logIn(app, user)
    for (let i = 0; i < 5; i += 1) await logIn(app, user)

    for (let i = 0; i < 5; i += 1) {
      const passwords = { password: `${password}${i || ''}`, new_password: `${password}${i + 1}` }
      const changed = await client.put(route('settings.password'), passwords)
      changed.assertRedirect(route('settings.show'))
    }

    assert.deepEqual(
      app.mails.to(user.email).map(({ subject }) => subject),
      Array(3).fill('Your password was changed'),
    )
  })

  it('goes to the old address after a change of address', async () => {
    await using app = await testApp()
    const user = await users.create()
    const client = await logIn(app, user)
    await client.post(route('address-change.store'), { email: 'new@example.com' })
    const tokens = [
      toToken(await takeMail(app, user.email)),
      toToken(await takeMail(app, 'new@example.com')),
    ]
    app.mails.clear()

    for (const token of tokens) await client.post(route('address-change.update'), { token })

    assert.deepEqual(
      app.mails.to(user.email).map(({ subject }) => subject),
      ['Your email address was changed'],
    )
    assert.deepEqual(app.mails.to('new@example.com'), [])
  })
})

describe('a change of address', () => {
  it('takes place when both mailboxes have confirmed it', async () => {
    await using app = await testApp()
    const user = await users.create()
    const client = await logIn(app, user)

    await client.post(route('address-change.store'), { email: 'new@example.com' })
    const [old, other] = [
      toToken(await takeMail(app, user.email)),
      toToken(await takeMail(app, 'new@example.com')),
    ]
    await client.post(route('address-change.update'), { token: old })
    const between = await User.findOrFail(user.id)
    await client.post(route('address-change.update'), { token: other })
    const after = await User.findOrFail(user.id)

    assert.deepEqual([between.email, after.email], [user.email, 'new@example.com'])
  })
})

describe('the settings', () => {
  it('change the name', async () => {
    await using app = await testApp()
    const user = await users.create()
    const client = await logIn(app, user)

    await client.put(route('settings.profile'), { name: 'Grace' })

    const changed = await User.findOrFail(user.id)
    assert.equal(changed.name, 'Grace')
  })

  it('change the password only with the current one, and end other logins', async () => {
    await using app = await testApp()
    const user = await users.create()
    const [here, elsewhere] = [await logIn(app, user), await logIn(app, user)]
    const form = { password, new_password: 'another good password' }

    const refused = await here.put(route('settings.password'), { ...form, password: 'guessed' })
    const changed = await here.put(route('settings.password'), form)

    refused.assertStatus(422).assertErrors({ password: wrong })
    changed.assertRedirect(route('settings.show'))
    const [own, other] = [
      await here.get(route('settings.show')),
      await elsewhere.get(route('settings.show')),
    ]
    own.assertStatus(200)
    other.assertRedirect(route('login.create'))
  })

  it('ask for the password again before they end a login of another browser', async () => {
    await using app = await testApp()
    const user = await users.create()
    const [here, elsewhere] = [await logIn(app, user), await logIn(app, user)]
    await currentDatabase().query(sql`update tenon_logins set confirmed_at = 0`)

    const refused = await here.delete(route('logins.destroy-others'))

    refused.assertRedirect(route('confirmation.create'))
    const kept = await elsewhere.get(route('settings.show'))
    kept.assertStatus(200)
  })

  it('end one login of the user, and none of another user', async () => {
    await using app = await testApp()
    const [ada, grace] = [await users.create(), await users.create()]
    const [here, elsewhere] = [await logIn(app, ada), await logIn(app, ada)]
    const stranger = await logIn(app, grace)
    const shown = await elsewhere.get(route('settings.show'))
    const { logins } = shown.page('Settings/Index').props
    const own = logins.find(({ isCurrent }) => isCurrent)
    assert.ok(own !== undefined)

    await stranger.delete(route('logins.destroy', { login: own.id }))
    const kept = await elsewhere.get(route('settings.show'))
    await here.delete(route('logins.destroy', { login: own.id }))
    const ended = await elsewhere.get(route('settings.show'))

    kept.assertStatus(200)
    ended.assertRedirect(route('login.create'))
  })

  it('ask for the password again if the login is older than 15 minutes, and lead back', async () => {
    await using app = await testApp()
    const client = await logIn(app, await users.create())
    await currentDatabase().query(sql`update tenon_logins set confirmed_at = 0`)

    const refused = await client.get(route('settings.remove'))
    const wrongly = await client.post(route('confirmation.store'), { password: 'guessed' })
    const confirmed = await client.post(route('confirmation.store'), { password })

    refused.assertRedirect(route('confirmation.create'))
    wrongly.assertStatus(422).assertErrors({ password: wrong })
    confirmed.assertRedirect(route('settings.remove'))
  })

  it('give users everything that is stored about them, and nothing of others', async () => {
    await using app = await testApp()
    const [user, other] = [await users.create(), await users.create()]
    const client = await logIn(app, user)

    const data = await client.as('browser').get(route('settings.data'))
    const pages = client.as('page')
    const visit = await pages.get(route('settings.data'))

    const { rows } = JSON.parse(data.text)
    assert.match(String(data.headers.get('content-disposition')), /my-data\.json/)
    assert.deepEqual(
      [rows.users.length, rows.users[0].email, rows.users[0].password, rows.tenon_logins.length],
      [1, user.email, undefined, 1],
    )
    assert.ok(!data.text.includes(other.email))
    visit.assertRedirect(route('settings.show'))
    const back = await pages.get(route('settings.show'))
    assert.match(back.text, /Your password is confirmed\. Download your data now\./)
  })

  it('give them at most ten times an hour to each user, because much is read for it', async () => {
    await using app = await testApp()
    const client = (await logIn(app, await users.create())).as('browser')
    const other = (await logIn(app, await users.create())).as('browser')
    const statuses: number[] = []

    for (let i = 0; i < 11; i += 1) {
      statuses.push((await client.get(route('settings.data'))).status)
    }
    const allowed = await other.get(route('settings.data'))

    assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 200), 429])
    allowed.assertStatus(200)
  })

  it('delete the account and all its logins', async () => {
    await using app = await testApp()
    const user = await users.create()
    const [here, elsewhere] = [await logIn(app, user), await logIn(app, user)]

    const wrongly = await here.delete(route('settings.destroy'), { email: 'another@example.com' })
    const kept = await User.query().count()
    const deleted = await here.delete(route('settings.destroy'), { email: user.email })
    const after = await elsewhere.get(route('settings.show'))

    wrongly.assertStatus(422).assertErrors({
      email: 'Enter your email address to delete your account',
    })
    assert.equal(kept, 1)
    deleted.assertRedirect(route('login.create'))
    after.assertRedirect(route('login.create'))
    assert.equal(await User.query().count(), 0)
  })
})

/** Waits for a mail other than a notice, because some are sent after the answer. */
async function takeMail(app: TestApp, address: string): Promise<TestMail> {
  for (;;) {
    const mail = app.mails.to(address).find(({ mail }) => mail !== 'Accounts/SecurityNotice')
    if (mail !== undefined) return mail
    await delay(20) // time: between two looks
  }
}

/** The token in the link of a mail. */
function toToken({ text }: TestMail): string {
  const [, token = ''] = /token=([\w%.~-]+)/.exec(text) ?? []
  return decodeURIComponent(token)
}
