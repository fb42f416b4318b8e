import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createRequest } from '../../../test/support/create-request.ts'
import { FakeFeed } from '../../../test/support/fake-feed.ts'
import { until } from '../../../test/support/until.ts'
import { KeyRing, sealValue } from '../../base/keys/keys.ts'
import { createLog } from '../../base/log/create-log.ts'
import { LiveEndpoint } from './live-endpoint.ts'
import { LiveStreams, type LiveLimits } from './live-streams.ts'
import { sealTicket, toWatch, type LiveLogin } from './live-ticket.ts'

const keys = new KeyRing('a key for tests, long enough')
const ada: LiveLogin = { account: 'users', id: 'login of Ada' }
const bob: LiveLogin = { account: 'users', id: 'login of Bob' }
const todos = { todos: true } as const

/** An endpoint for a browser with these logins. */
function open({ sent = [], limits = {}, ended = new Set() }: Visit = {}) {
  const feed = new FakeFeed()
  const streams = new LiveStreams(feed)
  const endpoint = new LiveEndpoint({
    streams,
    limits,
    keys,
    log: createLog({ level: 'silent', format: 'json' }),
    isCrossOrigin: () => false,
    sentLogins: () => sent,
    findEnded: async (logins) => new Set(logins.map(({ id }) => id).filter((id) => ended.has(id))),
  })
  const ask = (body: unknown) =>
    endpoint.answer(
      createRequest({
        method: 'POST',
        target: '/_app/changes',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    )
  return { feed, streams, ask }
}

interface Visit {
  readonly sent?: readonly LiveLogin[]
  readonly limits?: LiveLimits
  readonly ended?: ReadonlySet<string>
}

function seal(logins: readonly LiveLogin[] = [], position = 'fake:0'): string {
  return sealTicket(keys, { reads: todos, position, watch: toWatch(keys, todos), logins })
}

/** Reads the events of a stream, as they come. */
async function* read(body: unknown): AsyncGenerator<Record<string, unknown>> {
  assert.ok(body instanceof ReadableStream)
  for await (const bytes of body) {
    const text = Buffer.from(bytes).toString()
    yield JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? '')
  }
}

/** The first event of a stream as it is sent. */
async function readText(body: unknown): Promise<string> {
  assert.ok(body instanceof ReadableStream)
  const { value } = await body.getReader().read()
  return Buffer.from(value).toString()
}

describe('POST /_app/changes', () => {
  it('tells what has changed, without any data', async () => {
    const { feed, ask } = open()
    const { body, headers } = await ask({ tickets: [[seal()]] })
    const events = read(body)

    const first = await events.next()
    feed.change('todos')
    const second = await events.next()

    assert.deepEqual(first.value, {})
    assert.deepEqual(second.value, { changed: { [toWatch(keys, todos)]: 'fake:1' } })
    assert.equal(headers?.get('x-accel-buffering'), 'no')
    assert.equal(headers?.get('cache-control'), 'no-store, no-transform')
  })

  it('tells at once what has changed since the page was made', async () => {
    const { feed, ask } = open()
    const ticket = seal()
    feed.change('todos')

    const events = read((await ask({ tickets: [[ticket]] })).body)
    await events.next()

    assert.deepEqual((await events.next()).value, { changed: { [toWatch(keys, todos)]: 'fake:1' } })
  })

  it('begins without a position if there is something to tell: the connection may be cut before', async () => {
    const { feed, ask } = open()
    const ticket = seal()
    const knowing = await readText((await ask({ tickets: [[ticket]] })).body)
    feed.change('todos')

    const behind = await readText((await ask({ tickets: [[ticket]] })).body)

    assert.match(knowing, /^retry: \d+\nid: fake:0\ndata: \{\}\n\n$/)
    assert.match(behind, /^retry: \d+\ndata: \{\}\n\n$/)
  })

  it('tells nothing that the client knows from the stream before', async () => {
    const { feed, ask } = open()
    const ticket = seal()
    feed.change('todos')
    const events = read((await ask({ tickets: [[ticket, 'fake:1']] })).body)
    await events.next()

    feed.change('todos')

    assert.deepEqual((await events.next()).value, { changed: { [toWatch(keys, todos)]: 'fake:2' } })
  })

  it('refuses a ticket that is forged, expired, or made for another purpose', async () => {
    const { ask, streams } = open()
    const ticket = { reads: todos, position: 'fake:0', watch: 'w', logins: [] }
    const bad = [
      'forged',
      `${seal().slice(0, -4)}AAAA`,
      sealValue(new KeyRing('another key'), 'live ticket', ticket, undefined),
      sealValue(keys, 'live ticket', ticket, Date.now() - 1),
      sealValue(keys, 'invitation', ticket, undefined),
    ]

    for (const text of bad) {
      await assert.rejects(ask({ tickets: [[text]] }), { name: 'Forbidden', status: 403 }, text)
    }
    assert.equal(streams.count, 0)
  })

  it('refuses the ticket of another user, and of nobody who is logged in any more', async () => {
    const ticket = seal([ada])

    await assert.rejects(open({ sent: [bob] }).ask({ tickets: [[ticket]] }), { status: 403 })
    await assert.rejects(open().ask({ tickets: [[ticket]] }), { status: 401 })
    const ended = new Set([ada.id])
    await assert.rejects(open({ sent: [ada], ended }).ask({ tickets: [[ticket]] }), { status: 401 })
  })

  it('follows the other tickets beside one that it refuses', async () => {
    const { ask } = open({ sent: [ada] })

    const { body } = await ask({ tickets: [['forged'], [seal([ada])], [seal([bob])]] })

    assert.deepEqual((await read(body).next()).value, { refused: [0, 2] })
  })

  it('answers 400 for anything but a list of tickets', async () => {
    const { ask } = open()
    const bad = [
      null,
      'x',
      {},
      { tickets: [] },
      { tickets: 'x' },
      { tickets: [1] },
      { tickets: [[1]] },
    ]

    for (const body of [...bad, { tickets: Array.from({ length: 101 }, () => [seal()]) }]) {
      await assert.rejects(ask(body), { status: 400 }, JSON.stringify(body))
    }
  })

  it('limits the streams of a client and of the process', async () => {
    const each = open({ limits: { streamsPerAddress: 1 } })
    const { body } = await each.ask({ tickets: [[seal()]] })
    await assert.rejects(each.ask({ tickets: [[seal()]] }), { status: 429 })
    const all = open({ limits: { streams: 0 } })
    await assert.rejects(all.ask({ tickets: [[seal()]] }), { status: 503 })

    assert.ok(body instanceof ReadableStream)
    await body.cancel()

    assert.equal((await each.ask({ tickets: [[seal()]] })).statusCode, 200)
  })

  it('leaves nothing behind when a client leaves', async () => {
    const { ask, feed, streams } = open()
    const { body } = await ask({ tickets: [[seal()]] })
    const opened = [streams.count, feed.watchers]

    assert.ok(body instanceof ReadableStream)
    await body.cancel()

    assert.deepEqual(opened, [1, 1])
    assert.deepEqual([streams.count, feed.watchers], [0, 0])
  })

  it('ends the streams of a login that has ended', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] })
    const ended = new Set<string>()
    const { ask, streams } = open({ sent: [ada], ended })
    await ask({ tickets: [[seal([ada])]] })
    await ask({ tickets: [[seal()]] })

    ended.add(ada.id)
    context.mock.timers.tick(20_000)
    context.mock.timers.reset()

    await until(() => streams.count === 1)
  })
})

describe('a client that reads nothing', () => {
  it('costs one event, however often something changes', async () => {
    const { ask, feed, streams } = open()
    const { body } = await ask({ tickets: [[seal()]] })

    for (let i = 0; i < 1000; i += 1) feed.change('todos')
    await until(() => streams.tellings > 0)
    const events = read(body)
    await events.next()

    assert.deepEqual((await events.next()).value, {
      changed: { [toWatch(keys, todos)]: 'fake:1000' },
    })
  })
})

describe('a change that many clients follow', () => {
  it('is told to all of them, in steps', async () => {
    const { ask, feed, streams } = open()
    for (let i = 0; i < 250; i += 1) await ask({ tickets: [[seal()]] })

    feed.change('todos')
    await until(() => streams.tellings > 0)
    const atOnce = streams.tellings

    assert.equal(atOnce, 100)
    await until(() => streams.tellings === 250)
  })
})
