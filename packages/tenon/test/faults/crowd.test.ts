import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { RawConnection } from '../server/raw-connection.ts'
import { until } from '../support/until.ts'
import { ask } from './outcomes.ts'
import { startServing } from './start-binary.ts'

const crowd = 1000

describe('clients that take almost all file descriptors', () => {
  it('are told in the log, before new connections are reset', async () => {
    const limited = ['sh', '-c', 'ulimit -n 128; exec "$@"', 'sh']
    using app = await startServing({}, { through: limited })
    const held = await Promise.all(Array.from({ length: 90 }, () => RawConnection.open(app.port)))

    await until(() => / of 128 file descriptors are in use/.test(app.output.stdout))

    assert.equal((await ask(app.port, 'GET /_app/live')).status, 200)
    for (const connection of held) connection[Symbol.dispose]()
  })
})

describe('a crowd of 1,000 busy keep-alive clients', () => {
  it('does not block a new health check', async () => {
    using app = await startServing()
    const connections = await Promise.all(
      Array.from({ length: crowd }, () => RawConnection.open(app.port)),
    )
    let answered = 0
    const stop = new AbortController()
    const clients = connections.map(async (connection) => {
      while (!stop.signal.aborted) {
        connection.send('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
        await connection.until(/pong/)
        answered += 1
      }
      connection[Symbol.dispose]()
    })
    const isBusy = () => answered > 3 * crowd
    await until(() => isBusy())

    const { status } = await ask(app.port, 'GET /_app/health')
    stop.abort()
    await Promise.all(clients)

    assert.equal(status, 200)
  })
})
