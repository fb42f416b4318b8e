import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { RawConnection } from '../server/raw-connection.ts'
import { until } from '../support/until.ts'
import { startServing } from './start-binary.ts'

/** Uses a new connection each time: the kernel distributes connections, not requests. */
async function askPid(port: number): Promise<number> {
  using connection = await RawConnection.open(port)
  connection.send('GET /pid HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  return Number(/\r\n\r\n(\d+)$/.exec(await connection.end())?.[1])
}

async function askPids(port: number): Promise<ReadonlySet<number>> {
  return new Set(await Promise.all(Array.from({ length: 40 }, () => askPid(port))))
}

describe('SERVER_REUSE_PORT', () => {
  it('lets independent processes share a port, and one continue when the other stops', async () => {
    using one = await startServing({ SERVER_REUSE_PORT: '1' })
    using other = await startServing({ SERVER_REUSE_PORT: '1', SERVER_PORT: String(one.port) })

    const both = await askPids(one.port)
    other.child.kill('SIGTERM')
    const { code } = await other.ended
    const left = await askPids(one.port)

    assert.deepEqual(both, new Set([one.child.pid, other.child.pid]))
    assert.equal(code, 0)
    assert.deepEqual(left, new Set([one.child.pid]))
  })
})

describe('SIGHUP', () => {
  it('stops a process without workers to restart cleanly', async () => {
    using app = await startServing()
    using slow = await RawConnection.open(app.port)
    slow.send('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n')
    await until(() => app.output.stdout.includes('A slow request has come'))

    app.child.kill('SIGHUP')

    assert.match(await slow.end(), /^HTTP\/1\.1 200 [^]*\r\n\r\nslow$/)
    assert.equal((await app.ended).code, 0)
  })

  it('replaces the workers of a supervisor, which keeps running', async () => {
    using app = await startServing({ SERVER_WORKERS: '2' })
    await until(() => app.output.stdout.includes('2 workers serve'))
    const before = await askPids(app.port)

    app.child.kill('SIGHUP')
    await until(() => app.output.stdout.includes('2 workers restarted'))
    const after = await askPids(app.port)

    assert.equal(before.size, 2)
    assert.deepEqual(
      [...after].filter((pid) => before.has(pid)),
      [],
    )
    app.child.kill('SIGTERM')
    assert.equal((await app.ended).code, 0)
  })
})

describe('debug signals in production', () => {
  it('neither open the inspector nor end the process', async () => {
    const production = { APP_ENV: 'production', SERVER_HOST: '127.0.0.1' }
    using app = await startServing(production)

    app.child.kill('SIGUSR1')
    app.child.kill('SIGUSR2')
    await delay(200) // time: in which the signals come
    const pid = await askPid(app.port)
    app.child.kill('SIGTERM')
    const { code, stderr } = await app.ended

    assert.equal(pid, app.child.pid)
    assert.equal(code, 0)
    assert.equal(stderr, '')
  })
})
