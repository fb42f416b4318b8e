import assert from 'node:assert/strict'
import { Socket } from 'node:net'
import { describe, it } from 'node:test'
import { LiveStream } from '../../src/pages/live/live-stream.ts'
import { serverEngines } from '../../src/web/server/engine/server-engine.ts'
import { Reply } from '../../src/web/http/reply.ts'
import { startServer } from '../server/start-server.ts'
import { until } from '../support/until.ts'

/** What is documented: the client has 20 seconds to read something. */
const documentedMs = 20_000

for (const engine of serverEngines) {
  describe(`a client of a live page that reads nothing, on the engine ${engine}`, () => {
    it('is disconnected after 20 seconds, which pass at once here', async ({ mock }) => {
      // oxlint-disable-next-line typescript/unbound-method -- called with its socket
      const { setTimeout: setIdle } = Socket.prototype
      const waited: number[] = []
      mock.method(Socket.prototype, 'setTimeout', function (this: Socket, ms: number) {
        waited.push(ms)
        return setIdle.call(this, ms === documentedMs ? 1 : ms)
      })
      let isClosed = false
      const live = new LiveStream({
        address: '127.0.0.1',
        retryMs: 1000,
        position: () => 'fake:0',
        onClose: () => (isClosed = true),
      })
      const reply = new Reply(200, 'text/event-stream', live.body)
      await using app = await startServer(() => reply, { engine })
      using connection = await app.connect()
      connection.socket.pause()
      connection.send('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')

      // More than the buffers between the two hold.
      await until(() => {
        live.note('x'.repeat(1_000_000), 'fake:1')
        live.flush()
        return isClosed
      })

      assert.ok(waited.includes(documentedMs))
    })
  })
}
