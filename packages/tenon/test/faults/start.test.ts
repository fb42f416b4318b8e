import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { startBinary, startServing } from './start-binary.ts'

describe('several workers', () => {
  it('share one random key in development, and warn about a database they do not share', async () => {
    using app = await startServing({ SERVER_WORKERS: '2' })
    const answers = new Set<string>()

    while (answers.size < 2) {
      const answer = await fetch(`http://127.0.0.1:${app.port}/key`, {
        headers: { connection: 'close' },
      })
      answers.add(await answer.text())
    }

    const keys = new Set([...answers].map((answer) => answer.split(' ')[1]))
    assert.equal(keys.size, 1)
    assert.match([...keys].join(), /^[0-9a-f-]{36}$/)
    assert.match(app.output.stdout, /each worker has a separate database/)
  })
})

describe('a start that cannot succeed', () => {
  it('reports in one line which variables production is missing, and exits with 78', async () => {
    const { code, stdout, stderr } = await startBinary({ APP_ENV: 'production', DATABASE_URL: '' })
      .ended

    assert.equal(code, 78)
    assert.match(stderr, /^[^\n]*SERVER_HOST[^\n]*SERVER_PORT[^\n]*DATABASE_URL[^\n]*\n$/)
    assert.equal(stdout, '')
  })

  it('concerns servers only: a command that does not listen needs no address', async () => {
    const migrate = { argv: ['migrate:status'] }
    const { code, stderr } = await startBinary({ APP_ENV: 'production' }, migrate).ended

    assert.equal(stderr, '')
    assert.equal(code, 0)
  })

  it('reports in one line which variables are invalid, and exits with 78', async () => {
    const { code, stderr } = await startBinary({ SERVER_PORT: '80a', SERVER_WORKERS: 'many' }).ended

    assert.equal(code, 78)
    assert.match(stderr, /^[^\n]*SERVER_PORT must be[^\n]*SERVER_WORKERS must be[^\n]*\n$/)
  })

  it('concerns the URLs of mail and files, also for work and doctor', async () => {
    const urls = { MAIL_URL: 'smtp://ada:secret@mail?tls=maybe', STORAGE_URL: 's3://files?kind=1' }
    const run = (...argv: string[]) => startBinary(urls, { argv }).ended

    const [serve, work, doctor] = await Promise.all([run(), run('work'), run('doctor')])

    assert.deepEqual([serve.code, work.code, doctor.code], [78, 78, 1])
    for (const text of [serve.stderr, work.stderr, doctor.stdout]) {
      assert.match(text, /^(?![^]*secret)[^\n]*STORAGE_URL must be[^\n]*MAIL_URL must be[^\n]*\n/)
    }
  })

  it('exits with 78 even if the store was already open', async () => {
    const { child, ended } = startBinary({
      REDIS_URL: 'redis://127.0.0.1:1',
      DATABASE_URL: 'sqlite:./app.sqlite?unknown=1',
      LOG_LEVEL: 'silent',
    })
    const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)

    const { code, stderr } = await ended
    clearTimeout(timer)

    assert.equal(code, 78)
    assert.match(stderr, /^DATABASE_URL [^\n]*\n$/)
  })

  it('reports in one line that the port is taken, and what to do', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo

    const { code, stderr } = await startBinary({ SERVER_PORT: String(port) }).ended
    other.close()

    assert.equal(code, 1)
    assert.match(stderr, /^Cannot listen on [^\n]*EADDRINUSE[^\n]*set SERVER_PORT[^\n]*\n$/)
  })

  it('reports in one line that the host does not belong to this machine', async () => {
    const { code, stderr } = await startBinary({ SERVER_HOST: '192.0.2.1', SERVER_PORT: '0' }).ended

    assert.equal(code, 1)
    assert.match(stderr, /^Cannot listen on 192\.0\.2\.1[^\n]*SERVER_HOST[^\n]*\n$/)
  })
})
