import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { until } from '../support/until.ts'
import { startBinary, startServing } from '../faults/start-binary.ts'

const file = join(import.meta.dirname, 'main.ts')
const storage = mkdtempSync(join(tmpdir(), 'tenon-prefix-'))
after(() => rmSync(storage, { recursive: true }))

const environment = {
  APP_ENV: 'production',
  SERVER_HOST: '127.0.0.1',
  APP_KEY: 'q7J1n0eWmXk4v2sPz9aTgB5cYdRfHhLu',
  TRUSTED_PROXIES: '127.0.0.1',
  STORAGE_URL: `file:${storage}`,
}

interface Sent extends RequestInit {
  readonly headers?: Record<string, string>
}

for (const engine of ['sockets', 'node'])
  describe(`an application below a path, read by ${engine}`, () => {
    let app: Awaited<ReturnType<typeof startServing>>
    before(async () => {
      const address = { APP_URL: 'https://example.com/app/', SERVER_ENGINE: engine }
      app = await startServing({ ...environment, ...address }, { file })
    })
    after(async () => {
      app.child.kill('SIGTERM')
      await app.ended
    })

    const ask = (path: string, init: Sent = {}) =>
      fetch(`http://127.0.0.1:${app.port}${path}`, {
        redirect: 'manual',
        ...init,
        headers: {
          'x-forwarded-proto': 'https',
          'x-forwarded-host': 'example.com',
          accept: 'application/json',
          ...init.headers,
        },
      })
    const read = async (path: string, init?: Sent): Promise<unknown> =>
      (await ask(path, init)).json()
    // Sound: each caller checks its fields.
    const readObject = async (path: string, init?: Sent) =>
      (await read(path, init)) as Readonly<Record<string, unknown>>
    const locationOf = async (path: string, init?: Sent) => {
      const { status, headers } = await ask(path, init)
      return [status, headers.get('location')]
    }

    it('matches its routes below the path, and knows both', async () => {
      const answer = await ask('/app/echo?a=1')

      assert.deepEqual(await answer.json(), {
        path: '/echo',
        target: '/app/echo?a=1',
        base: '/app',
        web: 'https://example.com/app/echo?a=1',
      })
    })

    it('is home at the path itself, with and without a slash', async () => {
      const urls = await Promise.all(
        ['/app', '/app/', '/app?a=1'].map(async (path) => (await readObject(path))['url']),
      )

      assert.deepEqual(urls, ['/app', '/app/', '/app?a=1'])
    })

    it('answers 404 outside of the path, and says once in the log why', async () => {
      const paths = ['/', '/echo', '/application/echo', '/APP/echo', '/app%2Fecho', '/openapi.json']
      const statuses = await Promise.all(paths.map(async (path) => (await ask(path)).status))

      assert.deepEqual(new Set(statuses), new Set([404]))
      const hint = 'A proxy must pass paths as they are, with /app'
      await until(() => app.output.stdout.includes(hint))
      assert.equal(app.output.stdout.split(hint).length, 2)
    })

    it('answers probes also outside of the path, where a monitor asks the process itself', async () => {
      const paths = ['/_app/health', '/_app/live', '/_app/ready', '/app/_app/health']
      const statuses = await Promise.all(paths.map(async (path) => (await ask(path)).status))

      assert.deepEqual(statuses, [200, 200, 200, 200])
      assert.equal((await ask('/_app/storage/health')).status, 404)
    })

    it('writes the path into the URLs of routes and files', async () => {
      const urls = await read('/app/urls')
      const shared = String(await read('/app/share'))
      const report = String(await read('/app/report'))
      const ending = String(await read('/app/unsubscribe'))

      assert.deepEqual(urls, { home: '/app/', echo: '/app/echo', about: '/app/about' })
      assert.match(shared, /^\/app\/shared\?expires=/)
      assert.equal(await (await ask(shared)).text(), 'shared')
      assert.equal((await ask(shared.replace('/app/', '/app/../app/'))).status, 200)
      assert.match(ending, /^\/app\/_app\/unsubscribe\//)
      assert.match(report, /^\/app\/_app\/storage\//)
      assert.equal(await (await ask(report)).text(), 'a,b')
    })

    it('redirects below the path, whether the target was written by name or by hand', async () => {
      const referer = (path: string) => ({
        method: 'POST',
        headers: { referer: `https://example.com${path}`, 'sec-fetch-site': 'same-origin' },
      })

      assert.deepEqual(await locationOf('/app/named'), [302, '/app/echo'])
      assert.deepEqual(await locationOf('/app/by-hand'), [302, '/app/echo?a=1'])
      assert.deepEqual(await locationOf('/app/away'), [302, 'https://elsewhere.example/echo'])
      assert.deepEqual(await locationOf('/app/echo/?a=1'), [308, '/app/echo?a=1'])
      assert.deepEqual(await locationOf('/app/back', referer('/app/urls')), [303, '/app/urls'])
    })

    it('goes back to none of the pages of others on the same host', async () => {
      const headers = { referer: 'https://example.com/shop', 'sec-fetch-site': 'same-origin' }

      assert.deepEqual(await locationOf('/app/back', { method: 'POST', headers }), [303, '/app/'])
    })

    it('leads to no other host with two slashes', async () => {
      for (const path of ['/app//evil.example/', '/app//de/', '/app/\\evil.example/']) {
        const [, location] = await locationOf(path)
        assert.ok(location === null || String(location).startsWith('/app/'), `${path}: ${location}`)
      }
    })

    it('knows its languages below the path', async () => {
      const german = await read('/app/de/about?a=1')
      const moved = await locationOf('/app/DE/about')

      assert.deepEqual(german, { en: '/app/about?a=1', de: '/app/de/about?a=1' })
      assert.deepEqual(moved, [308, '/app/de/about'])
    })

    it('sets cookies for the path only, and says so in their names', async () => {
      const answer = await ask('/app/visits')
      const [own, wide, kept] = answer.headers.getSetCookie()

      assert.match(String(own), /^own=1; Path=\/app; /)
      assert.match(String(wide), /^wide=1; Path=\/; /)
      assert.match(
        String(kept),
        /^__Secure-session=[^;]+; Max-Age=\d+; Path=\/app; HttpOnly; SameSite=Lax; Secure$/,
      )
    })

    it('shows an invalid form on its page, by convention and as the client names it', async () => {
      const post = (headers: Readonly<Record<string, string>>) =>
        readObject('/app/notes', {
          method: 'POST',
          body: new URLSearchParams({ title: 'a' }),
          headers: { 'x-inertia': 'true', 'sec-fetch-site': 'same-origin', ...headers },
        })
      const byConvention = await post({})
      const named = await post({ 'x-form-page': '/app/' })
      const foreign = await post({ 'x-form-page': '/' })

      assert.deepEqual(
        [byConvention, named, foreign].map((page) => [page['component'], page['url']]),
        [
          ['Notes/Create', '/app/notes/create'],
          ['Home', '/app/'],
          ['Notes/Create', '/app/notes/create'],
        ],
      )
    })

    it('tells its documents and its interface where they are', async () => {
      const document = await (await ask('/app/', { headers: { accept: 'text/html' } })).text()
      const missing = await (await ask('/app/missing', { headers: { accept: 'text/html' } })).text()
      const openapi = await readObject('/app/openapi.json')

      assert.match(document, /<script data-routes data-base="\/app" type="application\/json">/)
      assert.match(document, /"echo":"\/app\/echo"/)
      assert.match(document, /"about":"\/app\/\{@en\}\/about"/)
      assert.doesNotMatch(missing, /href="\/"/)
      assert.deepEqual(openapi['servers'], [{ url: '/app' }])
    })
  })

describe('APP_URL', () => {
  const startWith = async (address: string) => {
    const started = startBinary({ ...environment, APP_URL: address, SERVER_PORT: '0' }, { file })
    const { code, stderr } = await started.ended
    return [code, stderr] as const
  }

  for (const address of [
    'https://example.com/app?a=1',
    'https://example.com/app#top',
    'https://user@example.com/app',
    'https://example.com/a%20b',
    'https://example.com/a//b',
    'https://example.com/ä',
    'ftp://example.com/app',
    '/app',
  ]) {
    it(`is refused at start as ${address}`, async () => {
      const [code, stderr] = await startWith(address)

      assert.notEqual(code, 0)
      assert.match(stderr, /APP_URL must be an address such as https:\/\/example\.com, or/)
    })
  }
})
