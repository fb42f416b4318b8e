import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { startBinary } from './start-binary.ts'

describe('a start that cannot succeed', () => {
  it('says in one line which variables production misses, and exits with 78', async () => {
    const { code, stdout, stderr } = await startBinary({ APP_ENV: 'production', DATABASE_URL: '' })
      .ended

    assert.equal(code, 78)
    assert.match(stderr, /^[^\n]*SERVER_HOST[^\n]*SERVER_PORT[^\n]*DATABASE_URL[^\n]*\n$/)
    assert.equal(stdout, '')
  })

  it('says in one line which variables have no valid value, and exits with 78', async () => {
    const { code, stderr } = await startBinary({ SERVER_PORT: '80a', SERVER_WORKERS: 'many' }).ended

    assert.equal(code, 78)
    assert.match(stderr, /^[^\n]*SERVER_PORT must be[^\n]*SERVER_WORKERS must be[^\n]*\n$/)
  })

  it('ends, with 78, also when the store was open already', async () => {
    const { child, ended } = startBinary({
      REDIS_URL: 'redis://127.0.0.1:1',
      DATABASE_URL: 'mysql://nowhere',
      LOG_LEVEL: 'silent',
    })
    const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)

    const { code, stderr } = await ended
    clearTimeout(timer)

    assert.equal(code, 78)
    assert.match(stderr, /^DATABASE_URL [^\n]*\n$/)
  })

  it('says in one line that the port is taken, and what to do', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo

    const { code, stderr } = await startBinary({ SERVER_PORT: String(port) }).ended
    other.close()

    assert.equal(code, 1)
    assert.match(stderr, /^Cannot listen on [^\n]*EADDRINUSE[^\n]*set SERVER_PORT[^\n]*\n$/)
  })

  it('says in one line that the host is none of this machine', async () => {
    const { code, stderr } = await startBinary({ SERVER_HOST: '192.0.2.1', SERVER_PORT: '0' }).ended

    assert.equal(code, 1)
    assert.match(stderr, /^Cannot listen on 192\.0\.2\.1[^\n]*SERVER_HOST[^\n]*\n$/)
  })
})
