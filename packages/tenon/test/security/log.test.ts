import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { body, get, handler, post, routes } from '../../src/index.ts'
import { KeyRing, keyRings } from '../../src/base/keys/keys.ts'
import { securityEvents, type SecurityMessage } from '../../src/base/log/security-events.ts'
import { ServiceUnavailable } from '../../src/errors.ts'
import { registerStorage } from '../../src/stores/storage/current-storage.ts'
import { toDownloadUrl } from '../../src/stores/storage/served/direct-urls.ts'
import { MapFiles } from '../storage/map-files.ts'
import { startApplication, type Sent } from './start-application.ts'

const Login = body(z.object({ name: z.string().min(99), password: z.string() }))

const web = routes([
  get('/', () => 'here'),
  get('/broken', () => {
    throw new TypeError('on purpose')
  }),
  post(
    '/login',
    handler({ login: Login }).run(() => 'in'),
  ),
  post('/read', async (input) => {
    await input.json()
    throw new TypeError('on purpose')
  }),
])

const secret = 'hunter2-of-the-client'
const headers = {
  Cookie: `session=${secret}`,
  Authorization: `Bearer ${secret}`,
  Referer: `http://localhost/?token=${secret}`,
  'X-Api-Key': secret,
  'Content-Type': 'application/json',
}
const ring = new KeyRing('a key for tests only')
const away = () => {
  throw new ServiceUnavailable('The store is away')
}
const content = JSON.stringify({ name: 'a', password: secret, [secret]: 1 })

describe('the log', () => {
  it('contains no query, header or body of a request, however the request ends', async () => {
    await using app = await startApplication({ routes: web })
    const requests = [
      { path: `/?token=${secret}`, headers },
      { path: `/broken?token=${secret}`, headers },
      { path: `/nowhere?token=${secret}`, headers },
      { path: `/?token=${secret}%zz`, headers },
      { method: 'PATCH', path: `/login?token=${secret}`, headers, body: content },
      { method: 'POST', path: '/login', headers, body: content },
      { method: 'POST', path: '/login', headers, body: `{"password":"${secret}` },
      { method: 'POST', path: '/read', headers, body: content },
    ]

    const answers = await Promise.all(requests.map((sent) => app.send(sent)))

    assert.deepEqual(
      new Set(answers.map(({ status }) => status)),
      new Set([200, 500, 404, 405, 422, 400]),
    )
    assert.ok(app.lines.length >= requests.length)
    assert.ok(!JSON.stringify(app.lines).includes(secret))
  })

  it('contains no token of a link, which opens a file, however the request ends', async () => {
    const token = 'AV0gxux5ChH-UZ8coJYuBDw0QSqIcFApFwkhvkQI'
    using _storage = registerStorage(Object.assign(new MapFiles(), { write: away, find: away }))
    using _keys = { [Symbol.dispose]: keyRings.register(ring) }
    const url = toDownloadUrl({ path: 'papers/a', offer: { disposition: undefined } }, 60_000)
    await using app = await startApplication({ routes: web })
    const sealed = url.slice('/_app/storage/'.length)
    const requests: readonly Sent[] = [
      { path: url },
      { path: url, headers: { Host: 'a b' } },
      { path: url, method: 'DELETE' },
      { path: `${url}/` },
      { path: `/_app/storage/${token}%zz` },
      { path: `/_app/storage/${token}`, headers: { 'X-Large': 'a'.repeat(40_000) } },
      { path: `/_app/unsubscribe/${token}` },
      { path: `/elsewhere/_app/storage/${token}` },
    ]

    const events: SecurityMessage[] = []
    const stop = securityEvents.listen((message) => events.push(message))
    const statuses: number[] = []
    for (const sent of requests) statuses.push((await app.send(sent)).status)
    stop()

    assert.deepEqual(statuses, [503, 400, 405, 308, 400, 431, 404, 404])
    assert.equal(events.length, 3)
    const written = JSON.stringify([app.lines, events])
    assert.match(written, /GET \/_app\/storage\/\.\.\. 503/)
    for (const secret of [sealed, token]) assert.ok(!written.includes(secret.slice(0, 10)), secret)
  })

  it('cannot be forged by a client with a malformed id or a line break', async () => {
    await using app = await startApplication({ routes: web })
    const forged = '{"level":"fatal","msg":"forged"}'

    await app.send({ path: '/', headers: { 'X-Request-Id': forged } })
    await app.send({ path: '/', headers: { 'X-Request-Id': 'a'.repeat(500) } })
    await app.send({ path: `/nowhere%0A${encodeURIComponent(forged)}` })

    const ids = app.lines.map(({ requestId }) => String(requestId))
    assert.equal(ids.length, 3)
    assert.ok(
      ids.every((id) => /^[0-9a-f-]{36}$/.test(id)),
      ids.join(),
    )
    assert.ok(!JSON.stringify(app.lines).includes('forged"}'))
  })
})
