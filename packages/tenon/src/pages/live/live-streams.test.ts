import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeFeed } from '../../../test/support/fake-feed.ts'
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
