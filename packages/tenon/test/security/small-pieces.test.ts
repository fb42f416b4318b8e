import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { RawConnection } from '../server/raw-connection.ts'
import { startServerProcess } from '../server/server-process.ts'

const size = 300_000
const oneByteEach = '1\r\nx\r\n'.repeat(size / 100)

describe('a body of 300,000 chunks of one byte', () => {
  for (const [type, reader] of [
    ['application/json', 'before its handler begins'],
    ['text/plain', 'by its handler'],
  ] as const) {
    it(`fits into little memory when it is read ${reader}`, async () => {
      const environment = { NODE_OPTIONS: '--max-old-space-size=40' }
      await using server = await startServerProcess(1, {}, environment)
      using connection = await RawConnection.open(server.port)
      const request = `POST /body HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}`
      connection.send(`${request}\r\nTransfer-Encoding: chunked\r\n\r\n`)
      for (let sent = 0; sent < size && !connection.socket.closed; sent += size / 100) {
        connection.send(oneByteEach)
        if (!connection.socket.writableNeedDrain) continue
        const { socket } = connection
        await Promise.race([once(socket, 'drain'), once(socket, 'close')])
      }

      connection.send('0\r\n\r\n')

      const head = await connection.until(/\r\n\r\n/)
      assert.match(head, /^HTTP\/1.1 200 [^]*\r\nContent-Length: 300000\r\n/i)
    })
  }
})
