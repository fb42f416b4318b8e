import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import type { CDPSession } from 'playwright-core'
import { passkeys } from '../../src/auth-passkeys.ts'
import { accounts } from '../../src/auth.ts'
import { currentDatabase } from '../../src/data/database/current-database.ts'
import { sql } from '../../src/data/database/sql.ts'
import { ada, bob, servePasskeys, User } from '../auth/passkeys-application.ts'
import { launchChromium } from '../support/chromium.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { openPage, type OpenPage } from './open-page.ts'

const chromium = await launchChromium()
after(() => chromium.close())

forEachDialect('passkeys in Chromium', (open) => {
  it('are registered after a login, and log in without a password', async () => {
    await using served = await servePasskeys(await open.url())
    await using page = await openWithAuthenticator(served.origin)
    await send(page, '/login', ada)

    const registered = await register(page, 'Laptop')
    await send(page, '/logout')
    const guest = await read(page, '/')
    const login = await logIn(page)

    assert.equal(registered.status, 200)
    assert.deepEqual([guest.json, login.json], [{ user: null }, { email: ada.email }])
    assert.deepEqual((await read(page, '/')).json, { user: ada.email })
    const { proof, factor } = served.events.at(-1)?.fields ?? {}
    assert.deepEqual([proof, factor], ['passkey', 'passkey'])
  })

  it('are listed and removed by their user', async () => {
    await using served = await servePasskeys(await open.url())
    await using page = await openWithAuthenticator(served.origin)
    await send(page, '/login', ada)
    await register(page, 'Laptop')

    const [listed] = (await read(page, '/settings/passkeys')).json as { id: string; name: string }[]
    await send(page, '/login', bob)
    const byOther = await send(page, `/settings/passkeys/${listed?.id}/remove`)
    await send(page, '/login', ada)
    const byUser = await send(page, `/settings/passkeys/${listed?.id}/remove`)
    await send(page, '/logout')

    assert.equal(listed?.name, 'Laptop')
    assert.deepEqual([byOther.json, byUser.json], [false, true])
    assert.equal((await logIn(page)).status, 422)
  })

  it('are the second factor of users who have one, if the application wants that', async () => {
    await using served = await servePasskeys(await open.url(), { secondFactor: true })
    await using page = await openWithAuthenticator(served.origin)
    await send(page, '/login', ada)
    await register(page, 'Key')
    await send(page, '/logout')

    const password = await send(page, '/login', ada)
    const half = await read(page, '/')
    const whole = await logIn(page)

    assert.deepEqual([password.json, half.json], [{ next: '/second-factor' }, { user: null }])
    assert.equal(whole.status, 200)
    assert.deepEqual((await read(page, '/')).json, { user: ada.email })
  })

  it('of one user are not the second factor of another', async () => {
    await using served = await servePasskeys(await open.url(), { secondFactor: true })
    await using page = await openWithAuthenticator(served.origin)
    await send(page, '/login', ada)
    await register(page, 'Key')
    await send(page, '/logout')
    const options = (await send(page, '/passkey/options')).json
    const response = await sign(page, options)
    await currentDatabase().query(sql`insert into tenon_passkeys
      (id, account, user_key, name, public_key, counter, transports, created_at)
      select 'other', account, '2', name, public_key, 0, transports, 0 from tenon_passkeys`)
    await send(page, '/login', bob)

    const answer = await send(page, '/passkey', { name: '', response })

    assert.equal(answer.status, 422)
    assert.deepEqual((await read(page, '/')).json, { user: null })
  })

  it('are refused with an answer that comes again, also with an old cookie', async () => {
    await using served = await servePasskeys(await open.url())
    await using page = await openWithAuthenticator(served.origin)
    await send(page, '/login', ada)
    await register(page, 'Laptop')
    await send(page, '/logout')
    const options = (await send(page, '/passkey/options')).json
    const response = await sign(page, options)
    const cookies = await page.context().cookies()

    const first = await send(page, '/passkey', { name: '', response })
    await forgetCounter()
    const second = await send(page, '/passkey', { name: '', response })
    await page.context().clearCookies()
    await page.context().addCookies(cookies)
    const third = await send(page, '/passkey', { name: '', response })

    assert.deepEqual([first.status, second.status, third.status], [200, 422, 422])
  })

  it('are refused with a challenge of another browser, of a registration, or changed', async () => {
    await using served = await servePasskeys(await open.url())
    await using page = await openWithAuthenticator(served.origin)
    await send(page, '/login', ada)
    await register(page, 'Laptop')
    const forRegistration = (await send(page, '/settings/passkeys/options')).json
    const { challenge } = forRegistration as { challenge: string }
    const answers = []

    const mixed = await sign(page, { challenge, rpId: 'localhost' })
    answers.push(await send(page, '/passkey', { name: '', response: mixed }))
    const options = (await send(page, '/passkey/options')).json
    const response = await sign(page, options)
    await page.context().clearCookies()
    answers.push(await send(page, '/passkey', { name: '', response }))
    await send(page, '/passkey/options')
    answers.push(await send(page, '/passkey', { name: '', response }))
    for (const malformed of [null, {}, { id: 1 }, { ...Object(response), response: null }]) {
      await send(page, '/passkey/options')
      answers.push(await send(page, '/passkey', { name: '', response: malformed }))
    }

    assert.deepEqual(
      answers.map(({ status }) => status),
      Array.from({ length: 7 }, () => 422),
    )
  })

  it('are refused if the counter is not higher: somebody has a copy', async () => {
    await using served = await servePasskeys(await open.url())
    await using page = await openWithAuthenticator(served.origin)
    await send(page, '/login', ada)
    await register(page, 'Laptop')
    await currentDatabase().query(sql`update tenon_passkeys set counter = 1000`)
    await send(page, '/logout')

    const answer = await logIn(page)

    assert.equal(answer.status, 422)
    assert.equal(served.events.at(-1)?.event, 'passkey.failed')
  })

  it('do not replace a password without the PIN or the finger of their user', async () => {
    await using served = await servePasskeys(await open.url())
    await using page = await openWithAuthenticator(served.origin)
    await send(page, '/login', ada)
    await register(page, 'Laptop')
    await send(page, '/logout')
    const options = Object((await send(page, '/passkey/options')).json)
    await page.verifyUser(false)

    const response = await sign(page, { ...options, userVerification: 'discouraged' })
    const answer = await send(page, '/passkey', { name: '', response })

    assert.equal(answer.status, 422)
  })

  it('are registered for the user who has begun it, and not for the next one in the same browser', async () => {
    await using served = await servePasskeys(await open.url())
    await using page = await openWithAuthenticator(served.origin)
    await send(page, '/login', ada)
    const { json: options } = await send(page, '/settings/passkeys/options')
    const response = await create(page, options)
    await send(page, '/logout')
    await send(page, '/login', bob)

    const answer = await send(page, '/settings/passkeys', { name: 'Laptop', response })

    assert.equal(answer.status, 422)
    assert.deepEqual((await read(page, '/settings/passkeys')).json, [])
  })

  it('are registered after a recent proof of identity only', async () => {
    await using served = await servePasskeys(await open.url())
    await using page = await openWithAuthenticator(served.origin)
    await send(page, '/login', ada)
    await currentDatabase().query(sql`update tenon_logins set confirmed_at = 0`)

    assert.equal((await send(page, '/settings/passkeys/options')).status, 403)
    assert.equal((await send(page, '/settings/passkeys/x/remove')).status, 403)
  })
})

forEachDialect('passkeys()', () => {
  it('takes an origin that browsers take', () => {
    const auth = accounts(User, { login: 'email', password: 'password' })

    for (const origin of [
      'http://shop.example',
      'https://shop.example/login',
      'shop.example',
      'https://127.0.0.1',
    ]) {
      assert.throws(() => passkeys(auth, { name: 'Shop', origin }), { code: 'E_PASSKEYS' }, origin)
    }
    passkeys(auth, { name: 'Shop', origin: 'https://shop.example' })
  })
})

/** Leaves the challenge as the only protection. */
async function forgetCounter(): Promise<void> {
  await currentDatabase().query(sql`update tenon_passkeys set counter = 0`)
}

interface PageWithAuthenticator extends OpenPage {
  /** Whether the authenticator recognizes its user from now on. */
  verifyUser(isVerified: boolean): Promise<void>
}

async function openWithAuthenticator(origin: string): Promise<PageWithAuthenticator> {
  const page = await openPage(chromium, `${origin}/blank`)
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return Object.assign(page, {
    verifyUser: async (isUserVerified: boolean) => {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
  })
}

interface PageAnswer {
  readonly status: number
  readonly json: unknown
}

function send(page: OpenPage, path: string, content: object = {}): Promise<PageAnswer> {
  return page.evaluate(
    async ({ path, content }) => {
      const answer = await fetch(path, {
        method: 'POST',
        headers: { accept: 'application/json', 'content-type': 'application/json' },
        body: JSON.stringify(content),
      })
      const text = await answer.text()
      const isJson = answer.headers.get('content-type')?.includes('json') === true
      return { status: answer.status, json: isJson ? JSON.parse(text) : text }
    },
    { path, content },
  )
}

function read(page: OpenPage, path: string): Promise<PageAnswer> {
  return page.evaluate(async (path) => {
    const answer = await fetch(path, { headers: { accept: 'application/json' } })
    return { status: answer.status, json: await answer.json() }
  }, path)
}

async function register(page: OpenPage, name: string): Promise<PageAnswer> {
  const { json: options } = await send(page, '/settings/passkeys/options')
  return send(page, '/settings/passkeys', { name, response: await create(page, options) })
}

/** Makes a passkey. */
function create(page: OpenPage, options: unknown): Promise<unknown> {
  return page.evaluate(
    `(async () => {
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(${JSON.stringify(options)})
      return (await navigator.credentials.create({ publicKey })).toJSON()
    })()`,
  )
}

async function logIn(page: OpenPage): Promise<PageAnswer> {
  const { json: options } = await send(page, '/passkey/options')
  return send(page, '/passkey', { name: '', response: await sign(page, options) })
}

/** Signs a challenge, if the authenticator has a passkey for it. */
function sign(page: OpenPage, options: unknown): Promise<unknown> {
  return page.evaluate(
    `(async () => {
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(${JSON.stringify(options)})
      return (await navigator.credentials.get({ publicKey })).toJSON()
    })()`,
  )
}
