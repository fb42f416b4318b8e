import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createLog } from '../../src/base/log/create-log.ts'
import { createRedisBus } from '../../src/stores/changes/redis-bus.ts'
import { sharedRedis, skipWithoutRedis } from '../support/redis-server.ts'
import { until } from '../support/until.ts'

describe('a bus through Redis', () => {
  it('that is closed while the server does not answer keeps no connection', async () => {
    const open = new Set<Socket>()
    await using server = createServer((socket) => {
      open.add(socket.resume())
      socket.on('close', () => open.delete(socket)).on('error', () => {})
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const lines: string[] = []
    const destination = { write: (line: string) => void lines.push(line) }
    const log = createLog({ level: 'warn', format: 'json', destination })
    const bus = await createRedisBus(`redis://127.0.0.1:${port}`, log)
    bus.listen(() => {})
    await until(() => open.size === 1)

    await bus[Symbol.asyncDispose]()
    await until(() => open.size === 0)

    assert.deepEqual(lines, [])
  })

  it('that is closed does not connect again', { skip: skipWithoutRedis }, async () => {
    const redis = new URL((await sharedRedis()).url)
    const open = new Set<Socket>()
    let count = 0
    await using server = createServer((socket) => {
      count += 1
      open.add(socket)
      const other = connect(Number(redis.port), redis.hostname)
      socket.pipe(other).pipe(socket)
      // A client that is destroyed may reset its connection.
      for (const end of [socket, other]) end.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const log = createLog({ level: 'silent', format: 'json' })
    const bus = await createRedisBus(`redis://127.0.0.1:${port}`, log)
    const heard = Promise.withResolvers<void>()
    bus.listen(() => heard.resolve())
    await heard.promise

    await bus[Symbol.asyncDispose]()
    await until(() => open.size === 0)
    await delay(600) // time: a lost connection is opened again after 250 ms

    assert.equal(count, 1)
  })
})
