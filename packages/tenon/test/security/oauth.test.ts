import assert from 'node:assert/strict'
import { it, mock } from 'node:test'
import { currentDatabase } from '../../src/data/database/current-database.ts'
import { sql } from '../../src/data/database/sql.ts'
import type { Answer, Browser } from '../auth/browser.ts'
import { ada, goAndReturn, serveOAuth, User, visit, whoIs } from '../auth/oauth-application.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'

const mallory = { sub: 'm-1', email: 'mallory@example.com', email_verified: true, name: 'Mallory' }

forEachDialect('somebody who attacks a login with a provider', (open) => {
  for (const store of ['cookie', 'database'] as const) {
    const start = async () => {
      const served = await serveOAuth(await open.url(), { session: { store } })
      served.main.account = mallory
      served.other.account = mallory
      return served
    }

    it(`cannot use an answer twice, also not with an old cookie (${store})`, async () => {
      await using served = await start()
      const browser = served.browser()
      const back = await goAndReturn(browser, served.main)
      const thief = browser.copy()

      const first = await comeBack(browser, back)
      const asked = served.main.asked.filter((path) => path === '/token').length
      const replays = [await comeBack(browser, back), await comeBack(thief, back)]

      assert.deepEqual([first.status, ...replays.map(({ status }) => status)], [302, 400, 400])
      assert.equal(await whoIs(thief), null)
      assert.equal(served.main.asked.filter((path) => path === '/token').length, asked)
    })

    it(`gets in once with one answer that comes four times at once (${store})`, async () => {
      await using served = await start()
      const browser = served.browser()
      const back = await goAndReturn(browser, served.main)

      const answers = await Promise.all(
        Array.from({ length: 4 }, () => comeBack(browser.copy(), back)),
      )

      assert.deepEqual(
        answers.map(({ status }) => status).toSorted((a, b) => a - b),
        [302, 400, 400, 400],
      )
    })

    it(`cannot send an own answer to somebody else (${store})`, async () => {
      await using served = await start()
      const back = await goAndReturn(served.browser(), served.main)
      const victim = served.browser()
      await goAndReturn(victim, served.main)

      const answers = [await comeBack(victim, back), await comeBack(served.browser(), back)]

      assert.deepEqual(
        answers.map(({ status }) => status),
        [400, 400],
      )
      assert.deepEqual([await whoIs(victim), await User.count()], [null, 1])
    })
  }

  const start = async () => {
    const served = await serveOAuth(await open.url())
    served.main.account = mallory
    served.other.account = mallory
    return served
  }

  it('cannot change the state, or leave it out', async () => {
    await using served = await start()
    const answers = []

    for (const state of ['', 'x', undefined, '__proto__', 'é'.repeat(100)]) {
      const browser = served.browser()
      const back = await goAndReturn(browser, served.main)
      if (state === undefined) back.searchParams.delete('state')
      else back.searchParams.set('state', state)
      answers.push(await comeBack(browser, back))
    }

    assert.deepEqual(
      answers.map(({ status }) => status),
      [400, 400, 400, 400, 400],
    )
    assert.equal(served.main.asked.includes('/token'), false)
  })

  it('has ten minutes', async () => {
    await using served = await start()
    const browser = served.browser()
    const back = await goAndReturn(browser, served.main)

    mock.timers.enable({ apis: ['Date'], now: Date.now() + 11 * 60_000 })
    const answer = await comeBack(browser, back)
    mock.timers.reset()

    assert.equal(answer.status, 400)
    assert.equal(served.events.at(-1)?.fields['reason'], 'expired')
  })

  it('cannot use an ID token that was made for another login', async () => {
    await using served = await start()
    const browser = served.browser()
    const begun = new URL((await browser.post('/login/main')).location ?? '')
    begun.searchParams.set('nonce', 'the nonce of another login')

    const answer = await comeBack(browser, await served.main.visit(begun.href))

    assert.equal(answer.status, 400)
    assert.match(String(served.events.at(-1)?.fields['detail']), /nonce/)
    assert.equal(await whoIs(browser), null)
  })

  it('cannot redeem a code that another browser has got', async () => {
    await using served = await start()
    const stolen = await goAndReturn(served.browser(), served.main)
    const thief = served.browser()
    const own = await goAndReturn(thief, served.main)
    own.searchParams.set('code', stolen.searchParams.get('code') ?? '')

    const answer = await comeBack(thief, own)

    // PKCE: the provider wants the verifier of the login that the code was made for.
    assert.equal(answer.status, 400)
    assert.match(String(served.events.at(-1)?.fields['detail']), /invalid_grant/)
    assert.equal(await whoIs(thief), null)
  })

  it('always proves with S256 that the code is its own', async () => {
    await using served = await start()

    const { location } = await served.browser().post('/login/main')

    const { searchParams } = new URL(location ?? '')
    assert.equal(searchParams.get('code_challenge_method'), 'S256')
    assert.equal(searchParams.get('code_challenge')?.length, 43)
    assert.equal(searchParams.get('redirect_uri'), `${served.origin}/login/main/callback`)
  })

  it('cannot let one provider answer for another', async () => {
    await using served = await start()
    const browser = served.browser()
    const back = await goAndReturn(browser, served.main)
    back.pathname = '/login/other/callback'

    const answer = await comeBack(browser, back)

    assert.equal(answer.status, 400)
    assert.equal(served.other.asked.includes('/token'), false)
    assert.match(String(served.events.at(-1)?.fields['detail']), /Begun with the provider "main"/)
  })

  it('cannot pass the code of one provider to another (mix-up, RFC 9207)', async () => {
    await using served = await start()
    const browser = served.browser()
    const honest = await goAndReturn(browser, served.main)
    const begun = new URL((await browser.post('/login/other')).location ?? '')
    const mixed = new URL(`${served.origin}/login/other/callback`)
    mixed.search = honest.search
    mixed.searchParams.set('state', begun.searchParams.get('state') ?? '')

    const withIssuer = await comeBack(browser, mixed)
    const again = new URL((await browser.post('/login/other')).location ?? '')
    mixed.searchParams.set('state', again.searchParams.get('state') ?? '')
    mixed.searchParams.delete('iss')
    const withoutIssuer = await comeBack(browser, mixed)

    assert.deepEqual([withIssuer.status, withoutIssuer.status], [400, 400])
    assert.equal(served.other.asked.includes('/token'), false)
    assert.match(String(served.events.at(-1)?.fields['detail']), /iss/)
  })

  it('cannot send the browser to another site', async () => {
    await using served = await start()
    const browser = served.browser({ referer: 'https://evil.example/settings' })
    await browser.post('/settings')
    const begun = await browser.post(
      '/login/main?next=//evil.example&redirect_uri=//evil.example',
      {
        destination: '//evil.example',
        redirect_uri: 'https://evil.example',
      },
    )
    const back = await served.main.visit(begun.location ?? '')
    back.searchParams.set('next', '//evil.example')

    const answer = await comeBack(browser, back)

    assert.equal(back.origin, served.origin)
    assert.equal(answer.location, '/')
  })

  it('does not get an account by an address that the provider has not verified', async () => {
    await using served = await start()
    served.main.account = { ...mallory, email: ada.email, email_verified: false }
    const browser = served.browser()

    const answer = await visit(browser, served.main)

    assert.equal(answer.status, 409)
    assert.deepEqual([await whoIs(browser), await User.count()], [null, 1])
  })

  it('does not wait for the owner of an address in an account with it (CVE-2026-53516)', async () => {
    await using served = await start()
    await User.where('email', ada.email).update({ verified_at: null })
    served.main.account = { sub: 'a-1', email: ada.email, email_verified: true }
    const browser = served.browser()

    const answer = await visit(browser, served.main)

    assert.equal(answer.status, 409)
    assert.equal(await whoIs(browser), null)
  })

  it('cannot claim to be verified with anything but true', async () => {
    await using served = await start()
    for (const email_verified of ['true', 1, {}]) {
      served.main.account = { ...mallory, email: ada.email, ...Object({ email_verified }) }

      assert.equal(
        (await visit(served.browser(), served.main)).status,
        409,
        JSON.stringify(email_verified),
      )
    }
  })

  it('cannot connect an own account to a user who has not begun that', async () => {
    await using served = await start()
    const attacker = served.browser()
    await visit(attacker, served.main)
    const back = await goAndReturn(attacker, served.main, '/settings/providers/main')
    const victim = served.browser()
    await victim.post('/login', ada)

    const answers = [
      await comeBack(victim, back),
      await victim.get('/settings/providers/main'),
      await victim.send('POST', '/settings/providers/main', {
        headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
      }),
    ]

    assert.deepEqual(
      answers.map(({ status }) => status),
      [400, 405, 403],
    )
    assert.deepEqual((await victim.get('/settings/providers')).json(), [])
  })

  it('connects nothing to a user who has come into the browser meanwhile', async () => {
    await using served = await start()
    const browser = served.browser()
    await browser.post('/login', ada)
    const back = await goAndReturn(browser, served.main, '/settings/providers/main')
    const logoutFirst = browser.copy()
    await logoutFirst.post('/logout')
    served.other.account = { ...mallory, sub: 'm-2', email: 'second@example.com' }
    await visit(browser, served.other, '/login/other')

    const answers = [await comeBack(logoutFirst, back), await comeBack(browser, back)]

    assert.ok(answers.every(({ status }) => status === 400))
    assert.equal(((await browser.get('/settings/providers')).json() as unknown[]).length, 1)
  })

  it('cannot take a connected account over to another user', async () => {
    await using served = await start()
    await visit(served.browser(), served.main)
    const browser = served.browser()
    await browser.post('/login', ada)

    const answer = await visit(browser, served.main, '/settings/providers/main')

    assert.equal(answer.status, 409)
    assert.deepEqual((await browser.get('/settings/providers')).json(), [])
  })

  it('keeps a way to log in, also if two are disconnected at once', async () => {
    await using served = await start()
    const browser = served.browser()
    await visit(browser, served.main)
    await visit(browser, served.other, '/settings/providers/other')
    const listed = (await browser.get('/settings/providers')).json() as { id: string }[]

    const removals = await Promise.all(
      listed.map(({ id }) => browser.copy().post(`/settings/identities/${id}/remove`)),
    )

    assert.deepEqual(
      removals.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 422],
    )
    assert.equal(((await browser.get('/settings/providers')).json() as unknown[]).length, 1)
  })

  it('gets another session than before the login', async () => {
    await using served = await start()
    const browser = served.browser()
    const back = await goAndReturn(browser, served.main)
    const before = browser.copy()

    await comeBack(browser, back)

    assert.notEqual(browser.cookies.get('session'), before.cookies.get('session'))
    assert.equal(await whoIs(before), null)
  })

  it('causes no error of ours with anything in the callback', async () => {
    await using served = await start()
    const queries = [
      '',
      '?code=&state=',
      '?code=a&code=b&state=x&state=y',
      '?form=x',
      '?error=access_denied',
      '?error=x&error_description=%00%ff&state=%00',
      `?state=${'x'.repeat(5000)}`,
      '?response=jwt&id_token=x&token=y',
    ]

    for (const query of queries) {
      const browser = served.browser()
      const alone = await browser.get(`/login/main/callback${query}`)
      const begun = new URL((await browser.post('/login/main')).location ?? '')
      const url = new URL(`${served.origin}/login/main/callback${query}`)
      url.searchParams.set('state', begun.searchParams.get('state') ?? '')
      const withState = await comeBack(browser, url)

      assert.equal(alone.status, 400, query)
      assert.ok([400, 403, 503].includes(withState.status), `${query} ${withState.status}`)
    }
    assert.equal(served.lines.filter((line) => line.includes('"level":50')).length, 0)
  })

  it('finds no secret in the log, in an answer or in the database', async () => {
    await using served = await start()
    const browser = served.browser()
    const back = await goAndReturn(browser, served.main)
    const answers = [await comeBack(browser, back), await comeBack(browser, back)]
    const rows = [
      ...(await currentDatabase().query(sql`select * from tenon_identities`)),
      ...(await currentDatabase().query(sql`select * from tenon_logins`)),
    ]

    const told = JSON.stringify([served.lines, served.events, rows, answers])
    for (const secret of [back.searchParams.get('code'), 'a secret of the shop', 'eyJ']) {
      assert.equal(told.includes(String(secret)), false, String(secret))
    }
  })
})

function comeBack(browser: Browser, { pathname, search }: URL): Promise<Answer> {
  return browser.get(pathname + search)
}
