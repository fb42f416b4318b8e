import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeFeed } from '../../../test/support/fake-feed.ts'
import { until } from '../../../test/support/until.ts'
import { LiveStreams } from './live-streams.ts'
import { seatMs } from './live-ticket.ts'

describe('a place on a channel', () => {
  it('lasts no longer because the clock has gone back since its ticket was made', ({ mock }) => {
    mock.timers.enable({ apis: ['Date', 'setTimeout'], now: Date.now() })
    const feed = new FakeFeed()
    const seat = { channel: 'board/1', until: Date.now() + seatMs }
    const reads = { boards: true } as const
    const ticket = { reads, position: 'fake:0', watch: 'w', logins: [], seat }

    mock.timers.setTime(Date.now() - 60 * 60_000)
    const stream = new LiveStreams(feed).start('127.0.0.1', [{ ticket, since: 'fake:0' }])
    const { watchers } = feed
    mock.timers.tick(seatMs)

    assert.deepEqual([watchers, feed.watchers], [1, 0])
    stream.end()
  })
})

describe('a client that comes back to channels', () => {
  const text = 'x'.repeat(150)
  const follow = (streams: LiveStreams, channels: readonly string[]) =>
    streams.start(
      '127.0.0.1',
      channels.map((channel) => {
        const seat = { channel, until: Date.now() + seatMs, member: { id: 1 } }
        const ticket = { reads: {}, position: 'fake:0', watch: channel, logins: [], seat }
        return { ticket, since: 'fake:0' }
      }),
    )

  it('gets the newest 64 KB of what it missed, and its place on each of them', async () => {
    const feed = new FakeFeed()
    const streams = new LiveStreams(feed)
    for (let number = 1; number <= 1000; number += 1) {
      feed.publish(number <= 500 ? 'board/1' : 'board/2', { number, text })
    }

    const stream = follow(streams, ['board/1', 'board/2'])
    const reader = stream.body.getReader()
    const chunks = [await reader.read(), await reader.read()]
    const all = chunks.map(({ value }) => Buffer.from(value ?? []).toString()).join('')
    const numbers = [...all.matchAll(/"number":(\d+)/g)].map(([, number]) => Number(number))
    stream.end()
    const isThere = () => ['board/1', 'board/2'].some((each) => feed.presence.members(each).length)
    await until(() => !isThere())

    assert.ok(numbers.length > 300 && numbers.length < 400, `${numbers.length} messages`)
    assert.ok(numbers.includes(500) && !numbers.includes(1))
    assert.equal(all.match(/"here":/g)?.length, 2)
    assert.deepEqual([streams.count, feed.watchers], [0, 0])
  })

  it('is disconnected if it does not read while 64 KB more are published', () => {
    const feed = new FakeFeed()
    const streams = new LiveStreams(feed)
    for (let i = 0; i < 1000; i += 1) feed.publish('board/1', { text })

    const stream = follow(streams, ['board/1'])
    for (let i = 0; i < 200; i += 1) feed.publish('board/1', { text })
    const afterSome = stream.isClosed
    for (let i = 0; i < 200; i += 1) feed.publish('board/1', { text })

    assert.deepEqual([afterSome, stream.isClosed], [false, true])
  })
})

describe('a stream that follows a prop and a channel', () => {
  it('tells what was missed of the prop before anything says up to where the client knows all', async () => {
    const feed = new FakeFeed()
    const seat = { channel: 'board/1', until: Date.now() + seatMs, member: { id: 1 } }
    const common = { position: 'fake:0', logins: [] }
    const place = { ...common, reads: { boards: true }, watch: 'place', seat } as const
    const prop = { ...common, reads: { notes: true }, watch: 'prop' } as const
    feed.change('notes')

    const stream = new LiveStreams(feed).start('127.0.0.1', [
      { ticket: place, since: 'fake:0' },
      { ticket: prop, since: 'fake:0' },
    ])
    const reader = stream.body.getReader()
    const events = [await reader.read(), await reader.read()]
    stream.end()

    const [opening = '', first = ''] = events.map(({ value }) =>
      Buffer.from(value ?? []).toString(),
    )
    assert.doesNotMatch(opening, /^id:/m)
    assert.equal(first, 'id: fake:1\ndata: {"changed":{"prop":"fake:1"}}\n\n')
  })
})
