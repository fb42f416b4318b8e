import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { stream, text } from '../../src/web/http/replies.ts'
import type { HttpRequest } from '../../src/web/http/request.ts'
import { until } from '../support/until.ts'
import { startServer } from './start-server.ts'

const post = (body: string, { type = 'application/json', length = body.length } = {}) =>
  `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n${body}`

/** Runs `ask` in a handler after its client has disconnected, and returns the result. */
async function askOfLeft<Result>(sent: string, ask: (request: HttpRequest) => Result) {
  const begun = Promise.withResolvers<void>()
  const left = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<Awaited<Result>>()
  await using app = await startServer(async (request) => {
    begun.resolve()
    await left.promise
    Promise.resolve(ask(request)).then(asked.resolve, asked.reject)
    return text('nobody reads this')
  })
  const connection = await app.connect()
  connection.send(sent)
  await begun.promise
  connection.socket.destroy()
  await delay(50) // time: the server notices
  left.resolve()
  return await Promise.race([asked.promise, delay(1000, 'never')]) // time: only a failure takes it
}

describe('a client that has disconnected', { timeout: 10_000 }, () => {
  it('keeps no handler waiting for the rest of an unread body', async () => {
    // The handler begins before its end, unlike with JSON.
    const begun = post('a', { type: 'text/plain', length: 100 })
    const read = askOfLeft(begun, (request) => request.text())

    await assert.rejects(read, { name: 'BadRequest' })
  })

  it('keeps no handler waiting for a body that has arrived completely either', async () => {
    const read = askOfLeft(post('{}'), (request) => request.json())

    await assert.rejects(read, { name: 'BadRequest' })
  })

  it('has aborted a signal that is first accessed afterwards', async () => {
    const sent = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'

    assert.equal(await askOfLeft(sent, ({ signal }) => signal.aborted), true)
  })

  it('leaves no stream open that answers it, and no request', async () => {
    const begun = Promise.withResolvers<void>()
    const left = Promise.withResolvers<void>()
    const cancelled = Promise.withResolvers<void>()
    const body = new ReadableStream<Uint8Array>({ cancel: () => cancelled.resolve() })
    await using app = await startServer(async () => {
      begun.resolve()
      await left.promise
      return stream(body)
    })
    const connection = await app.connect()
    connection.send('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await begun.promise
    connection.socket.destroy()
    await until(() => app.server.load.connections === 0)
    left.resolve()

    await cancelled.promise
    await until(() => app.server.load.inFlight === 0)
  })
})

describe('a late handler', { timeout: 10_000 }, () => {
  it('cannot read the body, and finds its signal aborted', async () => {
    const asked = Promise.withResolvers<unknown[]>()
    await using app = await startServer(
      async (request) => {
        await delay(400) // time: later than the limit, which is looked at every 100 ms
        // time: only a failure takes it
        const read = await Promise.race([request.json().catch(String), delay(1000, 'never')])
        asked.resolve([read, request.signal.aborted])
        return text('late')
      },
      { limits: { handlerTimeoutMs: 100 } },
    )
    const connection = await app.connect()
    const closed = once(connection.socket, 'close')
    connection.send(post('{}'))

    await connection.until(/503/)
    assert.deepEqual(await asked.promise, ['BadRequest: The body ended early', true])
    connection.socket.destroy()
    await closed
  })
})
