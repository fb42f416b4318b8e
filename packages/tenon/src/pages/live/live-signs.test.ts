import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { until } from '../../../test/support/until.ts'
import { LiveSigns } from './live-signs.ts'
import { LiveStream, toEvent } from './live-stream.ts'

function openStream(): LiveStream {
  return new LiveStream({
    address: '127.0.0.1',
    retryMs: 1000,
    position: () => 'fake:0',
    onClose: () => {},
  })
}

/** Signs of two processes, each of which hears what the other passes on. */
function connected(limitMs: number) {
  const heard: ((ids: readonly string[]) => void)[] = []
  const feed = {
    tellAlive: (ids: readonly string[]) => {
      for (const hear of heard) hear(ids)
    },
    onAlive: (hear: (ids: readonly string[]) => void) => void heard.push(hear),
  }
  return [new LiveSigns(feed, limitMs), new LiveSigns(feed, limitMs)] as const
}

describe('LiveSigns', () => {
  it('ends a stream whose client is silent', async () => {
    const [signs] = connected(100)
    const stream = openStream()
    stream.defer(signs.expect('a', stream))

    await until(() => stream.isClosed)
  })

  it('keeps one whose client is heard, here or by another process', async () => {
    const [signs, others] = connected(1500)
    const [here, there, silent] = [openStream(), openStream(), openStream()]
    signs.expect('here', here)
    signs.expect('there', there)
    const heard = setInterval(() => {
      signs.hear('here')
      others.hear('there')
    }, 50)
    signs.expect('silent', silent)

    await until(() => silent.isClosed)
    clearInterval(heard)

    assert.deepEqual([here.isClosed, there.isClosed], [false, false])
    for (const stream of [here, there]) stream.end()
  })
})

describe('a client that does not read the messages of a channel', () => {
  it('is dropped before it costs more than 64 KB', () => {
    const stream = openStream()
    stream.begin()
    const event = toEvent('fake:0', { messages: [['w', 'x'.repeat(6000)]] })

    for (let i = 0; i < 10; i += 1) stream.send(event)
    const before = stream.isClosed
    for (let i = 0; i < 2; i += 1) stream.send(event)

    assert.deepEqual([before, stream.isClosed], [false, true])
  })
})
