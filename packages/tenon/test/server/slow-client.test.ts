import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import { stream, text } from '../../src/web/http/replies.ts'
import { until } from '../support/until.ts'
import { startServer } from './start-server.ts'

const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'

describe('a client that stops reading', { timeout: 20_000 }, () => {
  it('is disconnected also when the stream has ended, and its end is not sent', async () => {
    const accepted = Promise.withResolvers<Socket>()
    const ended = Promise.withResolvers<void>()
    async function* untilHeldBack() {
      const socket = await accepted.promise
      while (socket.writableLength === 0) {
        yield Buffer.alloc(16_384)
        await nextTurn()
      }
      ended.resolve()
    }
    await using app = await startServer(() => stream(untilHeldBack()), {
      limits: { writeTimeoutMs: 300 },
    })
    app.server.node.once('connection', accepted.resolve)
    using connection = await app.connect()

    connection.socket.pause()
    connection.send(get)
    await ended.promise

    await until(() => app.server.load.connections === 0)
  })

  for (const count of [1, 2]) {
    it(`gets the last of ${count} responses completely from a server that stops`, async () => {
      const sizeBytes = 20_000_000
      await using app = await startServer(() => text('x'.repeat(sizeBytes)))
      using connection = await app.connect()
      const { socket } = connection
      let receivedBytes = 0
      const readLater = (piece: string): void => {
        receivedBytes += piece.length
        if (receivedBytes > (count - 1) * sizeBytes + 1000) socket.pause()
      }

      socket.on('data', readLater)
      connection.send(get.repeat(count))
      await once(socket, 'pause')
      const stopped = app.server.stop({ graceMs: 0, limitMs: 15_000 })
      await delay(400) // time: the server closes what it takes for idle
      socket.off('data', readLater).resume()
      const received = await connection.end()
      await stopped

      assert.equal(received.match(/x{1000}/g)?.length, count * (sizeBytes / 1000))
    })
  }
})
