import assert from 'node:assert/strict'
import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { describe, it } from 'node:test'
import {
  apple,
  github,
  gitlab,
  google,
  microsoft,
  oauth2,
  type Provider,
} from '../../src/auth-oauth.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import type { Answer, Browser } from './browser.ts'
import { FakeHosts, SigningKey } from './fake-hosts.ts'
import { ada, serveOAuth, User, whoIs, type ServedOAuth } from './oauth-application.ts'

const client = { clientId: 'shop', clientSecret: 'a secret' }

forEachDialect('GitHub', (open) => {
  it('says who the user is, and which address it has verified, through its interface', async () => {
    await using served = await start({ github: github(client) })
    answerAsGitHub(served.hosts)
    const browser = served.browser()

    const { url, answer } = await served.logIn(browser, 'github')

    assert.equal(url.origin + url.pathname, 'https://github.com/login/oauth/authorize')
    assert.equal(url.searchParams.get('scope'), 'read:user user:email')
    assert.equal(url.searchParams.has('nonce'), false)
    assert.deepEqual([answer.status, answer.headers.get('x-subject')], [302, '583231'])
    assert.equal(await whoIs(browser), 'octocat@github.com')
    const [token, user] = served.hosts.requests
    assert.deepEqual(
      [token?.form['client_id'], token?.form['client_secret'], token?.headers['accept']],
      ['shop', 'a secret', 'application/json'],
    )
    assert.equal(token?.form['redirect_uri'], `${served.origin}/login/github/callback`)
    assert.equal(user?.headers['authorization'], 'Bearer gho_16C7e42F292c6912E7710c838347Ae178B4a')
    assert.ok(user?.headers['user-agent'])
  })

  it('does not connect an address that is not the primary one, or not verified', async () => {
    for (const addresses of [
      [{ email: ada.email, primary: true, verified: false, visibility: 'public' }],
      [{ email: ada.email, primary: false, verified: true, visibility: null }],
      { message: 'Resource not accessible' },
      null,
    ]) {
      await using served = await start({ github: github(client) })
      answerAsGitHub(served.hosts, { email: ada.email, addresses })
      const browser = served.browser()

      const { answer } = await served.logIn(browser, 'github')

      assert.deepEqual(
        [answer.status, await whoIs(browser)],
        [403, null],
        JSON.stringify(addresses),
      )
    }
  })

  it('answers errors of its token endpoint with status 200', async () => {
    await using served = await start({ github: github(client) })
    const error = { error: 'bad_verification_code', error_description: 'It is incorrect.' }
    served.hosts.answers.set('POST https://github.com/login/oauth/access_token', () => ({
      json: error,
    }))
    const browser = served.browser()

    const { answer } = await served.logIn(browser, 'github')

    assert.ok([400, 503].includes(answer.status))
    assert.equal(await whoIs(browser), null)
  })

  it('is asked at the address of an own server', async () => {
    const own = github({ url: 'https://git.example.com', ...client })
    await using served = await start({ github: own })
    answerAsGitHub(served.hosts, {
      site: 'https://git.example.com',
      api: 'https://git.example.com/api/v3',
    })

    const { answer } = await served.logIn(served.browser(), 'github')

    assert.equal(answer.status, 302)
  })

  it('cannot log anybody in without the id', async () => {
    for (const id of [undefined, null, '583231', {}]) {
      await using served = await start({ github: github(client) })
      answerAsGitHub(served.hosts, { id })

      const { answer } = await served.logIn(served.browser(), 'github')
      assert.equal(answer.status, 400, JSON.stringify(id))
    }
  })

  const start = (providers: Record<string, Provider>) => serveWith(open, providers)
})

forEachDialect('Apple', (open) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const pem = String(privateKey.export({ format: 'pem', type: 'pkcs8' }))
  const options = { clientId: 'com.example.shop', teamId: 'TEAM123456', keyId: 'KEY1234567' }
  const key = new SigningKey()

  const start = async (signer = key) => {
    const served = await serveWith(open, { apple: apple({ ...options, privateKey: pem }) })
    const claims = {
      iss: 'https://appleid.apple.com',
      aud: options.clientId,
      sub: '000123.abc.0456',
    }
    answerAsOpenId(served.hosts, {
      token: 'https://appleid.apple.com/auth/token',
      keys: 'https://appleid.apple.com/auth/keys',
      key,
      signer,
      claims: () => ({
        ...claims,
        nonce: served.nonce,
        email: 'x7@privaterelay.appleid.com',
        email_verified: 'true',
      }),
    })
    return served
  }

  it('answers with a form from its own site, and gives the name to the browser', async () => {
    await using served = await start()
    const browser = served.browser()
    const url = await served.begin(browser, 'apple')

    const posted = await postForm(served.browser(), '/login/apple/callback', {
      state: url.searchParams.get('state') ?? '',
      code: 'c6d9c9d8',
      user: JSON.stringify({ name: { firstName: 'Tim', lastName: 'A.' }, email: 'x@y.z' }),
    })
    const answer = await browser.get(posted.location ?? '')

    assert.equal(url.href.split('?')[0], 'https://appleid.apple.com/auth/authorize')
    assert.deepEqual(
      [url.searchParams.get('response_mode'), url.searchParams.get('scope')],
      ['form_post', 'openid email name'],
    )
    assert.deepEqual([posted.status, posted.cookies, answer.status], [303, [], 302])
    // The code does not show in the address.
    assert.equal(posted.location?.includes('c6d9c9d8'), false)
    assert.equal(await whoIs(browser), 'x7@privaterelay.appleid.com')
    const user = await User.where('email', 'x7@privaterelay.appleid.com').firstOrFail()
    assert.deepEqual([user.name, user.verified_at === null], ['Tim A.', false])
  })

  it('gets nobody in with an ID token that somebody else has signed', async () => {
    await using served = await start(new SigningKey())
    const browser = served.browser()

    const { answer } = await served.logIn(browser, 'apple')

    assert.deepEqual([answer.status, await whoIs(browser)], [400, null])
  })

  it('is shown a secret that is signed for five minutes', async () => {
    await using served = await start()
    const browser = served.browser()
    const url = await served.begin(browser, 'apple')
    await browser.get(`/login/apple/callback?code=c&state=${url.searchParams.get('state')}`)

    const { client_secret = '', client_id } = served.hosts.requests[0]?.form ?? {}
    const [header = '', claims = '', signature = ''] = client_secret.split('.')

    assert.equal(client_id, options.clientId)
    assert.deepEqual(read(header), { alg: 'ES256', kid: options.keyId })
    const { iss, aud, sub, iat, exp } = read(claims)
    assert.deepEqual(
      [iss, aud, sub],
      [options.teamId, 'https://appleid.apple.com', options.clientId],
    )
    assert.equal(Number(exp) - Number(iat), 300)
    const isSigned = verify(
      'sha256',
      Buffer.from(`${header}.${claims}`),
      {
        key: createPublicKey(publicKey.export({ format: 'pem', type: 'spki' })),
        dsaEncoding: 'ieee-p1363',
      },
      Buffer.from(signature, 'base64url'),
    )
    assert.equal(isSigned, true)
  })

  it('cannot be answered for from another browser, with an old form, or with any form', async () => {
    await using served = await start()
    const browser = served.browser()
    const url = await served.begin(browser, 'apple')
    const state = url.searchParams.get('state') ?? ''
    const stranger = served.browser()
    const form = { state, code: 'c', user: '{' }
    const posted = await postForm(stranger, '/login/apple/callback', form)

    const byStranger = await stranger.get(posted.location ?? '')
    const first = await browser.get(posted.location ?? '')
    const second = await browser.get(posted.location ?? '')
    const changed = await browser.get(`${posted.location}x`)
    const long = await postForm(browser, '/login/apple/callback', {
      ...form,
      user: 'x'.repeat(5000),
    })

    assert.deepEqual(
      [byStranger, first, second, changed, long].map(({ status }) => status),
      [400, 302, 400, 400, 400],
    )
  })

  it('refuses a key that is not of Apple, without showing it', () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
    const wrong = [pem.slice(0, 80), '', String(rsa.export({ format: 'pem', type: 'pkcs8' }))]
    for (const privateKey of wrong) {
      assert.throws(() => apple({ ...options, privateKey }), { code: 'E_OAUTH' }, privateKey)
    }
    apple({ ...options, privateKey: pem.replaceAll('\n', String.raw`\n`) })
  })
})

forEachDialect('Microsoft', (open) => {
  const issuer = 'https://login.microsoftonline.com/{tenantid}/v2.0'
  const tenant = '9188040d-6c67-4c5b-b112-36a304b66dad'

  const start = async (claims: object) => {
    const served = await serveWith(open, { microsoft: microsoft(client) })
    answerAsOpenId(served.hosts, {
      metadata: 'https://login.microsoftonline.com/common/v2.0/.well-known/openid-configuration',
      issuer,
      authorization: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
      token: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
      keys: 'https://login.microsoftonline.com/common/discovery/v2.0/keys',
      key: new SigningKey(),
      claims: () => ({
        iss: issuer.replace('{tenantid}', tenant),
        aud: client.clientId,
        sub: 'pairwise',
        tid: tenant,
        nonce: served.nonce,
        ...claims,
      }),
    })
    return served
  }

  it('logs in users of every directory, and tells their directories apart', async () => {
    await using served = await start({ email: 'grace@contoso.com' })
    const browser = served.browser()

    const { answer } = await served.logIn(browser, 'microsoft')

    assert.deepEqual([answer.status, await whoIs(browser)], [302, 'grace@contoso.com'])
    const user = await User.where('email', 'grace@contoso.com').firstOrFail()
    assert.equal(user.verified_at, null)
  })

  it('takes no token that names another directory than its issuer', async () => {
    await using served = await start({ tid: 'another', email: 'grace@contoso.com' })

    assert.equal((await served.logIn(served.browser(), 'microsoft')).answer.status, 400)
  })

  it('does not connect an address that its administrators can choose (nOAuth)', async () => {
    await using served = await start({ email: ada.email, email_verified: true })

    assert.equal((await served.logIn(served.browser(), 'microsoft')).answer.status, 409)
  })

  it('connects an address whose domain the directory has proved to own', async () => {
    await using served = await start({ email: ada.email, xms_edov: '1' })
    const browser = served.browser()

    await served.logIn(browser, 'microsoft')

    assert.equal(await whoIs(browser), ada.email)
  })
})

forEachDialect('a provider with OpenID Connect', (open) => {
  const issuer = 'https://accounts.google.com'
  const key = new SigningKey()

  const start = async (claims: object, header: object = {}, signer = key) => {
    const served = await serveWith(open, { google: google(client) })
    answerAsOpenId(served.hosts, {
      metadata: `${issuer}/.well-known/openid-configuration`,
      issuer,
      authorization: `${issuer}/o/oauth2/v2/auth`,
      token: 'https://oauth2.googleapis.com/token',
      keys: 'https://www.googleapis.com/oauth2/v3/certs',
      key,
      header,
      signer,
      claims: () => ({
        iss: issuer,
        aud: client.clientId,
        sub: '10769150350006150715113082367',
        email: 'jsmith@example.com',
        email_verified: true,
        nonce: served.nonce,
        ...claims,
      }),
    })
    return served
  }

  it('says everything in the ID token, as Google does', async () => {
    await using served = await start({})
    const browser = served.browser()

    const { url, answer } = await served.logIn(browser, 'google')

    assert.deepEqual([answer.status, await whoIs(browser)], [302, 'jsmith@example.com'])
    assert.equal(url.searchParams.get('scope'), 'openid email profile')
    assert.equal(
      served.hosts.requests.find(({ form }) => form['code'])?.form['client_secret'],
      'a secret',
    )
  })

  const now = () => Math.floor(Date.now() / 1000)
  const wrong: Readonly<Record<string, object>> = {
    'for another application': { aud: 'another' },
    'for several applications': { aud: ['shop', 'another'], azp: 'another' },
    'of another issuer': { iss: 'https://evil.example' },
    'without an issuer': { iss: undefined },
    'with another nonce': { nonce: 'another' },
    'without a nonce': { nonce: undefined },
    'that has expired': { exp: now() - 3600 },
    'without an end': { exp: undefined },
    'of the future': { nbf: now() + 3600 },
    'without a subject': { sub: undefined },
    'with an empty subject': { sub: '' },
    'with a subject that is too long': { sub: 'x'.repeat(256) },
    'with a subject that no database takes': { sub: 'a\0b' },
  }
  for (const [name, claims] of Object.entries(wrong)) {
    it(`gets nobody in with an ID token ${name}`, async () => {
      await using served = await start(claims)
      const browser = served.browser()

      const { answer } = await served.logIn(browser, 'google')

      assert.deepEqual([answer.status, await whoIs(browser)], [400, null])
    })
  }

  it('gets nobody in with an ID token that somebody else has signed, or nobody', async () => {
    for (const [header, signer] of [
      [{}, new SigningKey()],
      [{ kid: 'two' }, key],
      [{ alg: 'none' }, key],
      [{ alg: 'HS256' }, key],
    ] as const) {
      await using served = await start({}, header, signer)
      const browser = served.browser()

      const { answer } = await served.logIn(browser, 'google')

      assert.ok([400, 503].includes(answer.status), JSON.stringify(header))
      assert.equal(await whoIs(browser), null, JSON.stringify(header))
    }
  })

  it('gives the application no name that a database cannot store', async () => {
    await using served = await start({ name: `\0${'x'.repeat(300)}\u0007\uD800` })

    await served.logIn(served.browser(), 'google')

    const user = await User.where('email', 'jsmith@example.com').firstOrFail()
    assert.equal(user.name, 'x'.repeat(200))
  })

  it('gives the application no address that cannot be one', async () => {
    for (const email of ['j\0@example.com', 'x'.repeat(400) + '@example.com', '@', 7]) {
      await using served = await start({ email })

      // `createUser` of this application wants an address.
      assert.equal(
        (await served.logIn(served.browser(), 'google')).answer.status,
        403,
        String(email),
      )
    }
  })
})

describe('the other presets', () => {
  it('know their addresses', () => {
    assert.deepEqual(
      [
        google(client),
        microsoft({ ...client, tenant: 'contoso.onmicrosoft.com' }),
        gitlab(client),
        gitlab({ ...client, url: 'https://git.example.com' }),
      ].map(({ label, issuer }) => [label, issuer]),
      [
        ['Google', 'https://accounts.google.com'],
        ['Microsoft', 'https://login.microsoftonline.com/contoso.onmicrosoft.com/v2.0'],
        ['GitLab', 'https://gitlab.com'],
        ['GitLab', 'https://git.example.com'],
      ],
    )
  })

  it('ask for more, and call themselves as the application wants', () => {
    const { scopes, parameters, label } = google({
      ...client,
      label: 'Google Workspace',
      scopes: ['https://www.googleapis.com/auth/calendar.readonly'],
      parameters: { hd: 'example.com' },
    })

    assert.equal(label, 'Google Workspace')
    assert.equal(scopes.at(-1), 'https://www.googleapis.com/auth/calendar.readonly')
    assert.deepEqual(parameters, { hd: 'example.com' })
  })

  it('can be written for other providers', async () => {
    const chat = oauth2({
      ...client,
      label: 'Chat',
      issuer: 'https://chat.example',
      authorizationUrl: 'https://chat.example/oauth/authorize',
      tokenUrl: 'https://chat.example/oauth/token',
      readClaims: async (read) => ({ sub: String(await read('https://chat.example/me')) }),
    })

    const claims = await chat.readClaims?.(async (url) => url)

    assert.deepEqual(claims, { sub: 'https://chat.example/me' })
    assert.throws(() => oauth2({ ...client, ...chat, tokenUrl: 'http://chat.example' } as never), {
      code: 'E_OAUTH',
    })
  })
})

/** An application whose providers are fake hosts. */
interface ServedWithHosts extends ServedOAuth {
  readonly hosts: FakeHosts
  /** The nonce of the login that was begun last. */
  nonce: string
  begin(browser: Browser, name: string): Promise<URL>
  /** Begins a login and comes back with a code, and returns where it was begun. */
  logIn(browser: Browser, name: string): Promise<{ readonly url: URL; readonly answer: Answer }>
}

async function serveWith(
  open: { url(): Promise<string> },
  providers: Readonly<Record<string, Provider>>,
): Promise<ServedWithHosts> {
  await using opened = new AsyncDisposableStack()
  const hosts = opened.use(await FakeHosts.open())
  const served = opened.use(await serveOAuth(await open.url(), { providers, fetch: hosts.send }))
  const closing = opened.move()
  const begun: ServedWithHosts = {
    ...served,
    hosts,
    nonce: '',
    async begin(browser, name) {
      const { location, text } = await browser.post(`/login/${name}`)
      if (location === null) throw new Error(text)
      const url = new URL(location)
      begun.nonce = url.searchParams.get('nonce') ?? ''
      return url
    },
    async logIn(browser, name) {
      const url = await begun.begin(browser, name)
      const state = url.searchParams.get('state') ?? ''
      const answer = await browser.get(`/login/${name}/callback?code=abc&state=${state}`)
      return { url, answer }
    },
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
  return begun
}

interface GitHubAnswers {
  readonly site?: string
  readonly api?: string
  readonly id?: unknown
  readonly email?: string
  readonly addresses?: unknown
}

/** Answers as GitHub documents it. */
function answerAsGitHub(hosts: FakeHosts, answers: GitHubAnswers = {}): void {
  const { site = 'https://github.com', api = 'https://api.github.com', email = null } = answers
  const { id = 583_231 } = answers
  const token = {
    access_token: 'gho_16C7e42F292c6912E7710c838347Ae178B4a',
    scope: 'read:user,user:email',
    token_type: 'bearer',
  }
  const addresses = [
    { email: 'support@github.com', primary: false, verified: true, visibility: null },
    { email: 'octocat@github.com', primary: true, verified: true, visibility: 'public' },
  ]
  const user = { login: 'octocat', id: 'id' in answers ? answers.id : id, name: null, email }
  hosts.answers.set(`POST ${site}/login/oauth/access_token`, () => ({ json: token }))
  hosts.answers.set(`GET ${api}/user`, () => ({ json: user }))
  hosts.answers.set(`GET ${api}/user/emails`, () => ({
    json: 'addresses' in answers ? answers.addresses : addresses,
  }))
}

interface OpenIdAnswers {
  /** The URL of the metadata, if the application reads it. */
  readonly metadata?: string
  readonly issuer?: string
  readonly authorization?: string
  readonly token: string
  readonly keys: string
  /** The key that the provider publishes. */
  readonly key: SigningKey
  /** The key that signs. Default: the same. */
  readonly signer?: SigningKey
  readonly header?: object
  readonly claims: () => object
}

/** Answers as a provider with OpenID Connect. */
function answerAsOpenId(hosts: FakeHosts, answers: OpenIdAnswers): void {
  const { metadata, issuer, authorization, token, keys, key, signer = key, header } = answers
  if (metadata !== undefined) {
    const json = {
      issuer,
      authorization_endpoint: authorization,
      token_endpoint: token,
      jwks_uri: keys,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    }
    hosts.answers.set(`GET ${metadata}`, () => ({ json }))
  }
  hosts.answers.set(`GET ${keys}`, () => ({ json: { keys: [key.jwk] } }))
  hosts.answers.set(`POST ${token}`, () => ({
    json: {
      access_token: 'ya29.a0AfH6SMA',
      token_type: 'Bearer',
      expires_in: 3599,
      id_token: signer.idToken(answers.claims(), header),
    },
  }))
}

/** Sends a form as the page of another site does: without the cookies of the browser. */
async function postForm(
  browser: Browser,
  path: string,
  form: Readonly<Record<string, string>>,
): Promise<Answer> {
  const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://appleid.apple.com' }
  const cookies = new Map(browser.cookies)
  browser.cookies.clear()
  const answer = await browser.send('POST', path, { form, headers })
  for (const [name, value] of cookies) browser.cookies.set(name, value)
  return answer
}

function read(part: string): Readonly<Record<string, unknown>> {
  return JSON.parse(Buffer.from(part, 'base64url').toString()) as Readonly<Record<string, unknown>>
}
