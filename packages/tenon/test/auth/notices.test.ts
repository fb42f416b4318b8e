import assert from 'node:assert/strict'
import { it } from 'node:test'
import { z } from 'zod'
import { currentDatabase, sql } from '../../src/database.ts'
import { reveal } from '../../src/models.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import type { Browser } from './browser.ts'
import {
  ada,
  auth,
  codeOf,
  enroll,
  forgetSteps,
  notices,
  outbox,
  readTexts,
  serveSecondFactor,
  User,
} from './second-factor-application.ts'

forEachDialect('the notices to the owner of an account', (open) => {
  const start = async () => serveSecondFactor(await open.url(), { store: 'database' })

  it('report a login from a new browser, with the browser and the address, once', async () => {
    await using served = await start()
    const browser = served.browser({ 'user-agent': 'Laptop', 'x-forwarded-for': '203.0.113.7' })
    await browser.post('/login', { ...ada, password: 'guessed' })

    await browser.post('/login', ada)
    await browser.post('/logout')
    await browser.post('/login', ada)

    const told = notices.map(({ change, address, device, ip }) => ({ change, address, device, ip }))
    assert.deepEqual(told, [
      { change: 'login.new_browser', address: ada.email, device: 'Laptop', ip: '203.0.113.7' },
    ])
  })

  it('do not report a new browser to several users of the same one', async () => {
    await using served = await start()
    const browser = served.browser()
    const grace = { ...ada, email: 'grace@example.com' }
    const user = await User.where('email', ada.email).firstOrFail()
    await User.create({ ...grace, password: reveal(user.password), verified_at: new Date() })
    const logInAndOut = async (form: typeof ada) => {
      await browser.post('/login', form)
      await browser.post('/logout')
    }
    for (const form of [ada, grace]) await logInAndOut(form)
    notices.length = 0

    for (const form of [ada, grace]) await logInAndOut(form)

    assert.deepEqual(changes(), [])
  })

  it('are three of each kind at once for one address', async () => {
    await using served = await start()
    const browsers = Array.from({ length: 5 }, () => served.browser())

    for (const browser of browsers) await browser.post('/login', ada)
    const own = browsers[0] ?? served.browser()
    await own.post('/settings/password', { password: 'another long one' })

    assert.deepEqual(changes(), [
      'login.new_browser',
      'login.new_browser',
      'login.new_browser',
      'password.changed',
    ])
  })

  it('leave out no login of the list that users see', async () => {
    await using served = await start()
    const browsers = Array.from({ length: 5 }, () => served.browser())

    for (const browser of browsers) await browser.post('/login', ada)

    const listed = await browsers[0]?.get('/settings/logins')
    assert.equal(changes().length, 3)
    assert.equal(z.array(z.unknown()).parse(listed?.json()).length, 5)
  })

  it('report no browser to an address that somebody has only typed', async () => {
    await using served = await start()
    await User.where('email', ada.email).update({ verified_at: null })

    const answer = await served.browser().post('/login', ada)

    assert.equal(answer.location, '/')
    assert.deepEqual(changes(), [])
  })

  it('report a new password, and of one that was reset', async () => {
    await using served = await start()
    const browser = await logIn(served.browser())

    await browser.post('/settings/password', { password: 'another long one' })
    await browser.post('/forgot', { email: ada.email })
    await browser.post('/reset', { token: await outbox.takeToken(), password: 'a third one' })

    assert.deepEqual(changes(), ['password.changed', 'password.reset'])
  })

  it('tell the old address of a new one', async () => {
    await using served = await start()
    const browser = await logIn(served.browser())

    await browser.post('/settings/email', { email: 'ada@new.example' })
    const [atOld, atNew] = await outbox.take(2)
    await browser.post('/email/confirm', { token: atOld?.token ?? '' })
    const between = changes()
    await browser.post('/email/confirm', { token: atNew?.token ?? '' })

    assert.deepEqual(between, [])
    assert.deepEqual(
      notices.map(({ change, address }) => [change, address]),
      [['address.changed', ada.email]],
    )
  })

  it('report a second factor, its codes and its end', async () => {
    await using served = await start()
    const browser = served.browser()
    const { codes } = await enroll(browser)
    await browser.post('/settings/factor/codes')
    await browser.post('/settings/factor/disable')
    await auth.secondFactor.reset(await User.where('email', ada.email).firstOrFail())

    assert.equal(codes.length, 10)
    assert.deepEqual(changes(), [
      'login.new_browser',
      'second_factor.enabled',
      'second_factor.codes',
      'second_factor.disabled',
      'second_factor.disabled',
    ])
  })

  it('report a recovery code, and of a new browser after the second factor only', async () => {
    await using served = await start()
    const { codes, secret } = await enroll(served.browser())
    notices.length = 0
    const [one, other] = [served.browser(), served.browser()]

    await one.post('/login', ada)
    const half = changes()
    await one.post('/second-factor', { code: codes[0] ?? '' })
    await other.post('/login', ada)
    await forgetSteps()
    await other.post('/second-factor', { code: codeOf(secret) })

    assert.deepEqual(half, [])
    assert.deepEqual(changes(), [
      'second_factor.recovery',
      'login.new_browser',
      'login.new_browser',
    ])
  })

  it('report a token and its end, and nothing for one that the user does not have', async () => {
    await using _served = await start()
    const user = await User.where('email', ada.email).firstOrFail()
    const options = { name: 'CI', abilities: [], expires: '1d' } as const

    const { id } = await auth.tokens.issue(user, options)
    await auth.tokens.revoke(user, id)
    await auth.tokens.revoke(user, id)
    await auth.tokens.revokeAll(user)
    const one = changes()
    await auth.tokens.issue(user, options)
    await auth.tokens.issue(user, options)
    await auth.tokens.revokeAll(user)

    assert.deepEqual(one, ['token.issued', 'token.revoked'])
    assert.deepEqual(changes().slice(2), ['token.issued', 'token.issued', 'token.revoked'])
  })

  it('are given in the transaction of the change: if one fails, nothing changes', async () => {
    await using served = await start()
    const browser = await logIn(served.browser())
    await currentDatabase().script('create table refusals (id integer)')
    notices.before = async () => {
      await currentDatabase().query(sql`insert into refusals values (1)`)
      throw new Error('The mail cannot be queued')
    }

    const answer = await browser.post('/settings/password', { password: 'another long one' })
    const enrolled = readTexts((await browser.post('/settings/factor')).json())
    const code = codeOf(enrolled['secret'] ?? '')
    const factor = await browser.post('/settings/factor/confirm', { code })
    notices.before = undefined

    assert.deepEqual([answer.status, factor.status], [500, 500])
    assert.deepEqual(await currentDatabase().query(sql`select * from refusals`), [])
    const login = await served.browser().post('/login', ada)
    assert.equal(login.location, '/')
  })

  it('ends all other logins together with the change of the password, if it is cut off there too', async () => {
    await using served = await start()
    const [browser, thief] = [await logIn(served.browser()), await logIn(served.browser())]
    let left: readonly object[] = []
    notices.before = async () => {
      left = await currentDatabase().query(sql`select id from tenon_logins`)
    }

    const answer = await browser.post('/settings/password', { password: 'another long one' })
    notices.before = undefined

    assert.equal(answer.status, 200)
    assert.equal(left.length, 1)
    assert.equal((await browser.get('/settings')).status, 200)
    assert.equal((await thief.get('/settings')).status, 302)
  })
})

/** Logs Ada in and forgets that she was told. */
async function logIn(browser: Browser): Promise<Browser> {
  await browser.post('/login', ada)
  notices.length = 0
  return browser
}

function changes(): readonly string[] {
  return notices.map(({ change }) => change)
}
