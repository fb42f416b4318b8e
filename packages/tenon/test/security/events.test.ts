import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { Forbidden, Unauthorized } from '../../src/errors.ts'
import { securityEvents, type SecurityMessage } from '../../src/base/log/security-events.ts'
import { file, get, page, post, redirect, routes } from '../../src/index.ts'
import { limit } from '../../src/limits.ts'
import { stores } from '../../src/stores/cache/current-store.ts'
import { createStore } from '../../src/stores/cache/store.ts'
import { createLog } from '../../src/base/log/create-log.ts'
import { startServing } from '../faults/start-binary.ts'
import { RawConnection } from '../server/raw-connection.ts'
import { startApplication, type Sent } from './start-application.ts'

const web = routes([
  get('/', () => page('Home')),
  get('/away', () => redirect('/')),
  get('/limited', () => 'here').middleware(limit({ limit: 1, per: '1h' })),
  get('/files', ({ query }) => file(query.get('path') ?? '', { root: import.meta.dirname })),
  get('/members', () => {
    throw new Forbidden()
  }),
  get('/login', () => {
    throw new Unauthorized()
  }),
  post('/read', async (request) => {
    await request.json()
    return 'read'
  }),
])

/** Returns the events published while the requests are sent one after another. */
async function eventsOf(requests: readonly Sent[]): Promise<readonly SecurityMessage[]> {
  const log = createLog({ level: 'silent', format: 'json' })
  using store = await createStore({ redisUrl: undefined, log, inBackground: (run) => run() })
  const forgetStore = stores.register(store)
  await using app = await startApplication(
    { routes: web },
    {
      APP_KEY: 'a key for tests',
      BODY_LIMIT: '20',
    },
  )
  const told: SecurityMessage[] = []
  const stop = securityEvents.listen((message) => told.push(message))
  for (const sent of requests) await app.send(sent)
  stop()
  forgetStore()
  return told
}

const json = { 'Content-Type': 'application/json' }

describe('a security event', () => {
  it('has a stable name for each kind of refusal', async () => {
    const told = await eventsOf([
      { method: 'POST', path: '/read', headers: { 'Sec-Fetch-Site': 'cross-site' } },
      { headers: { Host: 'a b' } },
      { path: '/a#b' },
      { path: '/%zz' },
      { path: `/${'a'.repeat(9000)}` },
      { method: 'POST', path: '/read', headers: json, body: '{' },
      { method: 'POST', path: '/read', headers: json, body: ' '.repeat(21) },
      { path: '/limited' },
      { path: '/limited' },
      { headers: { Cookie: 'tenon_carry_1=e30.forged' } },
      { path: '/files?path=../secret' },
      { path: '/members' },
      { path: '/login' },
    ])

    assert.deepEqual(
      told.map(({ event }) => event),
      [
        'request.cross_site',
        'request.bad_host',
        'request.malformed',
        'request.malformed',
        'request.too_large',
        'request.malformed',
        'request.too_large',
        'request.rate_limited',
        'cookie.tampered',
        'path.traversal',
        'access.denied',
        'access.denied',
      ],
    )
  })

  it('contains the sender and the target, without secrets and in safe characters', async () => {
    const [told, ...rest] = await eventsOf([
      {
        method: 'POST',
        path: '/read?token=secret',
        headers: { ...json, Cookie: 'session=secret', Origin: 'https://evil.example/\x9b2J' },
        body: '{"password":"secret"}',
      },
      { path: 'http://user:secret@elsewhere/?token=secret' },
    ])

    const { requestId, ...fields } = told?.fields ?? {}
    assert.match(String(requestId), /^[0-9a-f-]{36}$/)
    assert.deepEqual(fields, {
      ip: '127.0.0.1',
      method: 'POST',
      path: '/read',
      origin: 'https://evil.example/\\u009b2J',
      host: 'localhost',
    })
    assert.equal(rest.length, 1)
    assert.doesNotMatch(JSON.stringify(rest), /secret/)
  })

  it('is logged by a server', async () => {
    using app = await startServing()
    using connection = await RawConnection.open(app.port)
    connection.send('GET / HTTP/1.1\r\nHost: a b\r\n\r\n')
    await connection.end()
    if (!/bad_host/.test(app.output.stdout)) await once(app.child.stdout, 'data')

    assert.match(
      app.output.stdout,
      /"level":"info"[^\n]*"securityEvent":"request.bad_host"[^\n]*"status":400/,
    )
  })
})
