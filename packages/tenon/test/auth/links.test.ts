import assert from 'node:assert/strict'
import { it } from 'node:test'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { until } from '../support/until.ts'
import { ada, bob, outbox, serveAccounts, User } from './accounts-application.ts'

const message = 'This link is not valid any more. Ask for a new one.'

forEachDialect('links by mail', (open) => {
  const start = async () => serveAccounts(await open.url(), { store: 'database' })

  it('verify an address', async () => {
    await using served = await start()
    const browser = served.browser()
    await browser.post('/login', ada)
    await browser.post('/settings/verification')

    const answer = await served.browser().post('/verify', { token: await outbox.takeToken() })

    assert.equal(answer.text, `${ada.email} is verified`)
    assert.equal((await browser.get('/settings/verified')).status, 200)
    assert.deepEqual(served.events.at(-1)?.fields['user'], '1')
  })

  it('reset a password, end all logins, and do not log in', async () => {
    await using served = await start()
    const [old, browser] = [served.browser(), served.browser()]
    await old.post('/login', { ...ada, remember: 'on' })

    await browser.post('/forgot', { email: ada.email })
    const [mail] = await outbox.take(1)
    const answer = await browser.post('/reset', { token: mail?.token ?? '', password: 'a new one' })

    assert.equal(mail?.address, ada.email)
    assert.equal(answer.location, '/login')
    assert.equal((await browser.get('/settings')).status, 302)
    assert.equal((await old.get('/settings')).status, 302)
    assert.equal((await browser.post('/login', { ...ada, password: 'a new one' })).status, 303)
  })

  it('log in, in the browser that has asked for it', async () => {
    await using served = await start()
    const [browser, other] = [served.browser(), served.browser({ accept: 'application/json' })]
    await browser.get('/settings?tab=3')

    await browser.post('/link', { email: ada.email })
    const token = await outbox.takeToken()
    const stolen = await other.post('/link/login', { token })
    const answer = await browser.post('/link/login', { token })

    assert.deepEqual(stolen.json(), {
      message: 'The given data was invalid',
      errors: { token: message },
    })
    assert.equal(answer.location, '/settings?tab=3')
    assert.deepEqual((await browser.get('/settings')).json(), { email: ada.email })
    assert.equal((await other.get('/settings')).status, 401)
  })

  it('change an address when both sides have confirmed it, in either order', async () => {
    await using served = await start()
    const browser = served.browser()
    await browser.post('/login', ada)

    await browser.post('/settings/email', { email: 'ada@new.example' })
    const mails = await outbox.take(2)
    const [atOld, atNew] = mails
    const first = await browser.post('/email/confirm', { token: atNew?.token ?? '' })
    const between = await User.where('email', ada.email).count()
    const second = await browser.post('/email/confirm', { token: atOld?.token ?? '' })

    assert.deepEqual(
      mails.map(({ address }) => address),
      [ada.email, 'ada@new.example'],
    )
    assert.deepEqual([first.text, between, second.text], ['pending', 1, 'changed'])
    assert.deepEqual((await browser.get('/settings')).json(), { email: 'ada@new.example' })
    assert.equal((await browser.get('/settings/verified')).status, 200)
  })

  it('change no address to one that somebody else has', async () => {
    await using served = await start()
    const browser = served.browser({ accept: 'application/json' })
    await browser.post('/login', ada)

    const asked = await browser.post('/settings/email', { email: bob.email })
    const [atOld, atNew] = await outbox.take(2)
    await browser.post('/email/confirm', { token: atOld?.token ?? '' })
    const answer = await browser.post('/email/confirm', { token: atNew?.token ?? '' })

    assert.deepEqual([asked.status, answer.status], [200, 422])
    assert.deepEqual((await browser.get('/settings')).json(), { email: ada.email })
  })

  it('are sent after the answer', async () => {
    await using served = await start()

    const answer = await served.browser().post('/forgot/slowly', { email: ada.email })

    assert.equal(answer.text, 'not sent yet')
    assert.equal((await outbox.take(1)).length, 1)
  })

  it('are not sent to users who are blocked', async () => {
    await using served = await start()
    const browser = served.browser()
    await User.where('email', ada.email).update({ blocked: true })

    await browser.post('/forgot', { email: ada.email })
    await browser.post('/link', { email: ada.email })
    await browser.post('/forgot', { email: bob.email })

    const mails = await outbox.take(1)
    assert.deepEqual(
      mails.map(({ address }) => address),
      [bob.email],
    )
  })

  it('are limited by account', async () => {
    await using served = await start()
    const browser = served.browser({ accept: 'application/json' })

    const ask = () => browser.post('/forgot', { email: ada.email })
    const answers = [await ask(), await ask(), await ask(), await ask(), await ask(), await ask()]

    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200, 200, 429],
    )
  })

  it('are logged if they cannot be sent', async () => {
    await using served = await start()
    outbox.breakDown()

    const answer = await served.browser().post('/forgot', { email: ada.email })
    const findLine = () => served.lines.find((line) => line.includes('A mail could not be sent'))
    await until(() => findLine() !== undefined)

    assert.equal(answer.status, 200)
    assert.match(findLine() ?? '', /"level":"error".*The mail server is away/)
  })
})
