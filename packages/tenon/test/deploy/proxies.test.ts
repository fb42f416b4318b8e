import { after, before, describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startBinary, startServing } from '../faults/start-binary.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { apache } from '../support/apache.ts'
import { caddy, passiveCaddy } from '../support/caddy.ts'
import { haproxy } from '../support/haproxy.ts'
import { nginx } from '../support/nginx.ts'
import { startPostgres } from '../support/postgres-server.ts'
import {
  skipWithout,
  startProxy,
  type Proxy,
  type ProxyAnswer,
  type ProxyServer,
} from '../support/proxy-server.ts'

const file = join(import.meta.dirname, 'main.ts')

/** Two replicas on one database, as in the guide, behind a proxy that detects readiness after a delay. */
async function startReplicas(databaseUrl: string, seenAfterSeconds = 0) {
  const environment = {
    SERVER_DRAIN_SECONDS: String(seenAfterSeconds),
    APP_ENV: 'production',
    SERVER_HOST: '127.0.0.1',
    DATABASE_URL: databaseUrl,
    APP_KEY: 'q7J1n0eWmXk4v2sPz9aTgB5cYdRfHhLu',
    TRUSTED_PROXIES: '127.0.0.1',
  }
  const migrated = await startBinary(
    { ...environment, SERVER_PORT: '0' },
    { file, argv: ['migrate'] },
  ).ended
  assert.equal(migrated.code, 0, migrated.stderr)
  const start = (port = 0) => startServing({ ...environment, SERVER_PORT: String(port) }, { file })
  const replicas = [await start(), await start()] as const
  let running = [...replicas]
  return {
    ports: [replicas[0].port, replicas[1].port] as const,
    /** Restarts the replicas one by one, and waits for each successor. */
    async restartAll() {
      for (const old of running) {
        old.child.kill('SIGTERM')
        assert.equal((await old.ended).code, 0, `port ${old.port}`)
        running = [...running.filter((each) => each !== old), await start(old.port)]
        await delay(300 + seenAfterSeconds * 1000) // time: the proxy notices the successor
      }
    },
    [Symbol.dispose]() {
      for (const { child } of running) child.kill('SIGKILL')
    },
  }
}

/** Set `ROLLING_RESTARTS=4` for a thorough run. */
const rollingRestarts = Number(process.env['ROLLING_RESTARTS'] ?? 1)

describeBehind('nginx', nginx)
describeBehind('caddy', caddy)
describeBehind('haproxy', haproxy)
// It always answers.
describeBehind('apache2', apache, 421)
describeRestarts('nginx', nginx)
describeRestarts('caddy', passiveCaddy)
describeRestarts('apache2', apache)
// Their health checks run every two seconds.
describeRestarts('caddy', caddy, 3)
describeRestarts('haproxy', haproxy, 3)

/** The tests for every proxy of the guide; `ofOtherHosts` is the status for another host. */
function describeBehind(name: string, proxy: Proxy, ofOtherHosts = 0): void {
  const skip = skipWithout(name)

  describe(`an application behind ${name}`, { skip }, () => {
    const stack = new AsyncDisposableStack()
    let front: ProxyServer
    before(async () => {
      const app = stack.use(await startReplicas('sqlite::memory:'))
      front = stack.use(await startProxy(proxy, app.ports))
    })
    after(() => stack.disposeAsync())

    it("sees the client, its protocol and host, and ignores the client's own claims about them", async () => {
      const { body } = await front.ask('/origin?a=1', {
        headers: {
          'X-Forwarded-For': '6.6.6.6',
          'X-Forwarded-Proto': 'http',
          'X-Forwarded-Host': 'evil.example',
          'X-Request-Id': 'chosen-by-the-client',
          Forwarded: 'for=6.6.6.6;host=evil.example;proto=http',
        },
      })

      const { id, ...origin } = JSON.parse(body)
      assert.deepEqual(origin, {
        ip: '127.0.0.1',
        protocol: 'https',
        host: 'app.example',
        url: 'https://app.example/origin?a=1',
      })
      assert.match(id, /^[0-9a-f-]{32,36}$/)
    })

    it('sends secure cookies, https redirects and HSTS', async () => {
      const cookie = await front.ask('/cookie')
      const redirected = await front.ask('/away')
      const folded = await front.ask('/origin/')

      assert.match(String(cookie.headers['set-cookie']), /^seen=1;.*; Secure$/)
      assert.match(String(cookie.headers['strict-transport-security']), /^max-age=31536000/)
      assert.equal(redirected.headers['location'], 'https://app.example/origin')
      assert.deepEqual([folded.status, folded.headers['location']], [308, '/origin'])
    })

    it('can be reached over https at its own host, but not at its internal probes', async () => {
      const plain = await front.askPlainly('/origin?a=1')
      const status = async (path: string) => (await front.ask(path)).status
      const other = await front.ask('/origin', { headers: { host: 'evil.example' } })

      assert.equal(plain.status, 308)
      assert.match(
        String(plain.headers['location']),
        /^https:\/\/app\.example(:\d+)?\/origin\?a=1$/,
      )
      assert.equal(await status('/_app/health'), 200)
      assert.equal(await status('/_app/ready'), 404)
      assert.equal(await status('/_app/metrics'), 404)
      assert.equal(await status('/_app/%72eady'), 404)
      assert.equal(await status('/%5Fapp/metric%73'), 404)
      assert.equal(other.status, ofOtherHosts)
    })
  })
}

describeOutage('nginx', nginx)
describeOutage('caddy', caddy)
describeOutage('haproxy', haproxy)
describeOutage('apache2', apache)

/** An outage of what both replicas share. */
function describeOutage(name: string, proxy: Proxy): void {
  const skip = skipWithout(name)

  describe(`two replicas behind ${name}, without their database`, { skip }, () => {
    it('answer pages that need none, and a page with 503 to the rest, at once', async () => {
      await using postgres = await startPostgres()
      using app = await startReplicas(postgres.url)
      await using front = await startProxy(proxy, app.ports)
      await postgres.stop()

      const answers: (ProxyAnswer & { readonly ms: number })[] = []
      // Longer than a health check of the proxy takes to fail.
      const end = performance.now() + 6000
      while (performance.now() < end) {
        for (const path of ['/origin', '/notes']) {
          const startedAt = performance.now()
          const answer = await front.ask(path, { headers: { accept: 'text/html' } })
          answers.push({ ...answer, ms: performance.now() - startedAt })
        }
        await delay(20) // time: a client's pause
      }
      const [pages, others] = [0, 1].map((rest) => answers.filter((_, i) => i % 2 === rest))

      assert.deepEqual(new Set(pages?.map(({ status }) => status)), new Set([200]))
      assert.deepEqual(new Set(others?.map(({ status }) => status)), new Set([503]))
      assert.ok(others?.every(({ body }) => body.includes('<h1>')))
      assert.ok(Math.max(...answers.map(({ ms }) => ms)) < 4000)
    })
  })
}

/** Two replicas that restart under load; `seenAfterSeconds` is for a proxy with health checks. */
function describeRestarts(name: string, proxy: Proxy, seenAfterSeconds = 0): void {
  const skip = skipWithout(name)
  const asks = seenAfterSeconds > 0 ? ', which asks who is ready,' : ''

  forEachDialect(`two replicas behind ${name}${asks}`, (open) => {
    it('lose no request in a rolling restart under load', { skip }, async () => {
      using app = await startReplicas(await open.url(), seenAfterSeconds)
      await using front = await startProxy(proxy, app.ports)
      const load = keepAsking(front)

      for (let restarts = 0; restarts < rollingRestarts; restarts++) await app.restartAll()
      const statuses = await load.stop()

      assert.deepEqual(new Set(statuses.keys()), new Set([200, 201]))
      assert.ok((statuses.get(201) ?? 0) > 50, `${statuses.get(201)} were written`)
    })
  })
}

/** Reads and writes until it is stopped; counts each status. */
function keepAsking(front: ProxyServer) {
  const statuses = new Map<number, number>()
  const stop = new AbortController()
  const clients = ['GET', 'POST', 'GET', 'POST', 'POST', 'GET'].map(async (method) => {
    while (!stop.signal.aborted) {
      const { status } = await front.ask('/notes', { method })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      await delay(20) // time: a client's pause
    }
  })
  return {
    async stop(): Promise<ReadonlyMap<number, number>> {
      stop.abort()
      await Promise.all(clients)
      return statuses
    },
  }
}
