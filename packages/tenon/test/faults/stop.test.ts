import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { RawConnection } from '../server/raw-connection.ts'
import { until } from '../support/until.ts'
import { startBinary, startServing } from './start-binary.ts'

describe('a stop', () => {
  it('answers pending requests, makes health report it, and exits with 0', async () => {
    using app = await startServing()
    using slow = await RawConnection.open(app.port)
    using open = await RawConnection.open(app.port)
    slow.send('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n')
    open.send('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await open.until(/pong/)

    app.child.kill('SIGTERM')
    // At first, connections are kept: the one that is asked all the time is closed with a response.
    const ask = () => open.send('GET /_app/health HTTP/1.1\r\nHost: a\r\n\r\n')
    const asking = setInterval(ask, 50)
    const answers = await open.end().finally(() => clearInterval(asking))

    assert.match(
      answers.slice(answers.lastIndexOf('HTTP/1.1')),
      /^HTTP\/1\.1 503 [^]*connection: close[^]*"status":"stopping"/,
    )
    assert.match(await slow.end(), /^HTTP\/1\.1 200 [^]*\r\n\r\nslow$/)
    assert.equal((await app.ended).code, 0)
  })
})

describe('an interval that is never cleared', () => {
  const file = join(import.meta.dirname, 'alive.ts')

  it('does not keep a stopping server alive', async () => {
    using app = await startServing({}, { file })

    app.child.kill('SIGTERM')

    const { code, stdout } = await app.ended
    assert.equal(code, 0)
    assert.match(stdout, /"active":\[[^\]]*"Timeout"[^\n]*keeps the process alive/)
  })

  it('keeps neither a supervisor nor its workers alive', async () => {
    using app = await startServing({ SERVER_WORKERS: '2' }, { file })

    app.child.kill('SIGTERM')

    const { code, stdout } = await app.ended
    assert.equal(code, 0)
    assert.equal(stdout.match(/keeps the process alive/g)?.length, 3)
  })

  it('does not keep a scheduler alive', async () => {
    const work = startBinary({}, { file, argv: ['schedule:work'] })
    while (!/works/.test(work.output.stdout)) await once(work.child.stdout, 'data')

    work.child.kill('SIGTERM')

    assert.equal((await work.ended).code, 0)
  })
})

describe('SERVER_DRAIN_SECONDS', () => {
  it('makes a process accept connections while readiness reports 503', () => stopDrained('1'))

  it('applies to all workers of a supervisor', () => stopDrained('2'))
})

async function stopDrained(workers: string): Promise<void> {
  using app = await startServing({ SERVER_DRAIN_SECONDS: '2', SERVER_WORKERS: workers })
  const ask = (path: string) => fetch(`http://127.0.0.1:${app.port}${path}`)

  app.child.kill('SIGTERM')
  await untilStopping(() => ask('/_app/ready'))
  const late = await ask('/')

  assert.deepEqual(
    [late.status, late.headers.get('connection'), await late.text()],
    [200, 'close', 'pong'],
  )
  assert.equal((await app.ended).code, 0)
  await assert.rejects(ask('/'))
}

async function untilStopping(askReadiness: () => Promise<Response>): Promise<void> {
  await until(async () => (await askReadiness()).status === 503)
}

describe('an exception outside of a request', () => {
  it('is logged, and the process answers pending requests and exits with 1', async () => {
    using app = await startServing()
    using slow = await RawConnection.open(app.port)
    slow.send('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n')
    using connection = await RawConnection.open(app.port)
    connection.send('GET /throw HTTP/1.1\r\nHost: a\r\n\r\n')

    assert.match(await connection.until(/thrown/), /^HTTP\/1\.1 200/)
    assert.match(await slow.end(), /^HTTP\/1\.1 200 [^]*\r\n\r\nslow$/)
    const { code, stdout } = await app.ended
    assert.equal(code, 1)
    assert.match(stdout, /"level":"fatal"[^\n]*outside of a request/)
  })

  it('exits with 1 even if the process was already stopping', async () => {
    using app = await startServing()
    using connection = await RawConnection.open(app.port)
    connection.send('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await connection.until(/pong/)

    app.child.kill('SIGTERM')
    await delay(100) // time: it stops, and idle connections are still open
    connection.send('GET /throw HTTP/1.1\r\nHost: a\r\n\r\n')

    await connection.until(/thrown/)
    assert.equal((await app.ended).code, 1)
  })
})

describe('a blocked event loop', () => {
  it('is logged with the route that blocked it', async () => {
    using app = await startServing()

    await fetch(`http://127.0.0.1:${app.port}/block/7?token=secret`)
    await until(() => app.output.stdout.includes('was blocked for'))

    assert.match(
      app.output.stdout,
      /"level":"warn"[^\n]*"route":"GET \/block\/{id}"[^\n]*The event loop was blocked for \d+ ms/,
    )
    assert.ok(!app.output.stdout.includes('secret'))
  })
})

describe('a log whose reader is gone', () => {
  it('does not end the process, which stops cleanly', async () => {
    using app = await startServing()

    app.child.stdout.destroy()
    app.child.stderr.destroy()
    await fetch(`http://127.0.0.1:${app.port}/block/7`)
    const answer = await fetch(`http://127.0.0.1:${app.port}/`)
    app.child.kill('SIGTERM')

    assert.equal(await answer.text(), 'pong')
    assert.equal((await app.ended).code, 0)
  })
})
