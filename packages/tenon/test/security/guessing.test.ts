import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Answer, Browser } from '../auth/browser.ts'
import { ada, bob, outbox, serveAccounts } from '../auth/accounts-application.ts'
import { servePasskeys } from '../auth/passkeys-application.ts'
import { StoredPasskeys } from '../../src/identity/passkeys/stored-passkeys.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

forEachDialect('guessing passwords', (open) => {
  const start = async () => serveAccounts(await open.url(), { store: 'database' })

  it('is limited by account, from however many addresses', async () => {
    await using served = await start()
    const botnet = (i: number) => served.browser({ 'x-forwarded-for': `203.0.113.${i}` })

    const answers = await guess(6, (i) => botnet(i), ada.email)
    const right = await botnet(99).post('/login', ada)

    assert.deepEqual(messages(answers), [
      ...wrong(5),
      'Too many attempts. Try again in 12 minutes.',
    ])
    assert.match(right.text, /Too many attempts/)
  })

  it('is limited by address, on however many accounts', async () => {
    await using served = await start()
    const browser = served.program()

    const answers = await guess(
      21,
      () => browser,
      (i) => `somebody-${i}@example.com`,
    )

    assert.deepEqual(
      answers.map(({ status }) => status),
      [...Array.from({ length: 20 }, () => 422), 429],
    )
    assert.match(answers.at(-1)?.headers.get('retry-after') ?? '', /^1[78]\d$/)
  })

  it('is not limited for people who know their passwords', async () => {
    await using served = await start()
    const statuses: number[] = []

    for (let i = 0; i < 25; i += 1) {
      const { status } = await served.browser().post('/login', ada)
      statuses.push(status)
    }
    const guessed = await guess(6, () => served.browser(), ada.email)

    assert.deepEqual(new Set(statuses), new Set([303]))
    assert.deepEqual(messages(guessed), [
      ...wrong(5),
      'Too many attempts. Try again in 12 minutes.',
    ])
  })

  it('is limited by the network of an IPv6 address', async () => {
    await using served = await start()
    const botnet = (i: number) => served.browser({ 'x-forwarded-for': `2001:db8::${i}` })

    const answers = await guess(21, botnet, (i) => `somebody-${i}@example.com`)

    assert.match(answers.at(-1)?.text ?? '', /Too many attempts/)
  })

  it('sends a user three links at once, from however many addresses', async () => {
    await using served = await start()

    for (let i = 0; i < 5; i += 1) {
      const stranger = served.browser({ 'x-forwarded-for': `203.0.113.${i}` })
      const answer = await stranger.post('/forgot', { email: ada.email })
      assert.equal(answer.status, 200, `stranger ${i}`)
    }
    await served.browser().post('/forgot', { email: bob.email })

    const sent = await outbox.take(4)
    assert.deepEqual(sent.map(({ address }) => address).toSorted(), [
      ada.email,
      ada.email,
      ada.email,
      bob.email,
    ])
  })

  it('does not lock users out of the browsers in which they were logged in', async () => {
    await using served = await start()
    const [own, strange] = [served.browser(), served.browser({ 'x-forwarded-for': '203.0.113.1' })]
    await own.post('/login', ada)
    await own.post('/logout')
    await guess(6, () => strange, ada.email)

    const answer = await own.post('/login', ada)

    assert.equal(answer.location, '/')
  })

  it('is not helped by a browser of the time before the password was reset', async () => {
    await using served = await start()
    const [stranger, owner] = [served.browser(), served.browser()]
    await stranger.post('/login', ada)
    await stranger.post('/logout')
    await owner.post('/forgot', { email: ada.email })
    await owner.post('/reset', { token: await outbox.takeToken(), password: 'my own password' })
    await guess(6, () => served.browser(), ada.email)

    const answers = await guess(1, () => stranger, ada.email)
    const own = await owner.post('/login', { ...ada, password: 'my own password' })

    assert.match(answers[0]?.text ?? '', /Too many attempts/)
    assert.equal(own.location, '/')
  })

  it('does not lock users out of the browser in which they have changed the password', async () => {
    await using served = await start()
    const browser = served.browser()
    await browser.post('/login', ada)
    await browser.post('/settings/password', { password: 'my own password' })
    await browser.post('/logout')
    await guess(6, () => served.browser(), ada.email)

    const answer = await browser.post('/login', { ...ada, password: 'my own password' })

    assert.equal(answer.location, '/')
  })

  it('is limited in such a browser too, and not helped by the cookie of another user', async () => {
    await using served = await start()
    const browser = served.browser()
    await browser.post('/login', ada)
    await browser.post('/logout')

    const own = await guess(6, () => browser, ada.email)
    const others = await guess(6, () => browser, bob.email)

    assert.match(own.at(-1)?.text ?? '', /Too many attempts/)
    assert.match(others.at(-1)?.text ?? '', /Too many attempts/)
  })

  it('is limited where the password is asked for again', async () => {
    await using served = await start()
    const browser = served.browser()
    await browser.post('/login', ada)

    const confirm = () => browser.post('/settings/confirm', { password: 'guessed' })
    const answers = [await confirm(), await confirm(), await confirm(), await confirm()]
    answers.push(await confirm(), await confirm())

    assert.match(answers.at(-1)?.text ?? '', /Too many attempts/)
  })

  it('does not lock a user out of anything else, whatever is typed as a login', async () => {
    await using served = await start()
    const browser = served.browser({ 'x-forwarded-for': '203.0.113.99' })
    await browser.post('/login', ada)
    const typed = ['confirm 1', 'mail 1', `mail ${ada.email}`, '1']
    for (const login of typed) {
      const botnet = (i: number) => served.browser({ 'x-forwarded-for': `203.0.113.${i}` })
      await guess(6, botnet, login)
    }

    const confirmed = await browser.post('/settings/confirm', ada)
    const reset = await browser.post('/forgot', ada)
    const changed = await browser.post('/settings/email', { email: 'ada@example.org' })

    assert.equal(confirmed.status, 303)
    assert.equal(reset.status, 200)
    assert.equal(changed.status, 200)
  })

  it('is told as security events, without what was typed', async () => {
    await using served = await start()
    const browser = served.browser()

    await browser.post('/login', { email: ada.email, password: 'guessed secret' })
    await browser.post('/login', { email: 'secret@example.com', password: 'guessed secret' })
    await browser.post('/login', ada)
    await browser.post('/logout')
    await guess(4, () => browser, bob.email)

    assert.deepEqual(
      served.events.map(({ event, fields }) => [event, fields['user'], fields['proof']]),
      [
        ['login.failed', '1', undefined],
        ['login.failed', undefined, undefined],
        ['login.succeeded', '1', 'password'],
        ['login.ended', '1', undefined],
        ...Array.from({ length: 4 }, () => ['login.failed', '2', undefined]),
      ],
    )
    assert.doesNotMatch(JSON.stringify([served.events, served.lines]), /secret|correct horse/)
  })
})

forEachDialect('guessing passkeys', (open) => {
  it('is limited by passkey, from however many addresses', async () => {
    await using served = await servePasskeys(await open.url())
    const botnet = (i: number) => served.browser({ 'x-forwarded-for': `203.0.113.${i}` })

    const answers = await guessPasskey(6, botnet, () => 'one passkey')
    const other = await guessPasskey(1, botnet, () => 'another one')

    assert.deepEqual(
      answers.map(({ text }) => /The passkey[^<]*|Too many attempts/.exec(text)?.[0]),
      [...Array.from({ length: 5 }, () => 'The passkey was not accepted'), 'Too many attempts'],
    )
    assert.match(other[0]?.text ?? '', /The passkey was not accepted/)
  })

  it('is limited by address, on however many passkeys', async () => {
    await using served = await servePasskeys(await open.url())
    const program = served.program()

    const answers = await guessPasskey(
      21,
      () => program,
      (i) => `passkey ${i}`,
    )

    assert.deepEqual(
      answers.map(({ status }) => status),
      [...Array.from({ length: 20 }, () => 422), 429],
    )
    assert.match(answers.at(-1)?.headers.get('retry-after') ?? '', /^\d+$/)
    assert.ok(served.events.some(({ event }) => event === 'login.throttled'))
  })

  it('is limited by the account that a password has named', async () => {
    await using served = await servePasskeys(await open.url(), { secondFactor: true })
    await giveBobPasskey()
    const browser = served.browser()
    await browser.post('/login', bob)

    const answers = await guessPasskey(
      6,
      () => browser,
      (i) => `passkey ${i}`,
    )

    assert.match(answers.at(-1)?.text ?? '', /Too many attempts/)
  })
})

/** A passkey that nobody can use. */
async function giveBobPasskey(): Promise<void> {
  const bobs = new StoredPasskeys('users', undefined)
  await bobs.add({
    id: 'of bob',
    userKey: '2',
    name: 'Key',
    publicKey: '',
    counter: 0,
    transports: [],
    createdAt: 0,
    usedAt: undefined,
  })
}

async function guessPasskey(
  times: number,
  browser: (i: number) => Browser,
  id: (i: number) => string,
): Promise<readonly Answer[]> {
  const answers: Answer[] = []
  for (let i = 0; i < times; i++) {
    const json = { name: '', response: { id: id(i) } }
    answers.push(await browser(i).send('POST', '/passkey', { json }))
  }
  return answers
}

async function guess(
  times: number,
  browser: (i: number) => Browser,
  email: string | ((i: number) => string),
): Promise<readonly Answer[]> {
  const answers: Answer[] = []
  for (let i = 0; i < times; i++) {
    const login = typeof email === 'string' ? email : email(i)
    answers.push(await browser(i).post('/login', { email: login, password: `guess ${i}` }))
  }
  return answers
}

/** The form's page shows no errors here, so the message stands in the error page. */
function messages(answers: readonly Answer[]): readonly string[] {
  return answers.map(({ text }) => /Too many[^<]*|The login or[^<]*/.exec(text)?.[0] ?? text)
}

function wrong(times: number): readonly string[] {
  return Array.from({ length: times }, () => 'The login or the password is wrong')
}
