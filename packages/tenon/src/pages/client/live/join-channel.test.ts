import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { until } from '../../../../test/support/until.ts'
import { supplyRoutes } from '../supplied-routes.ts'
import { joinChannel, type ChannelOptions } from './join-channel.ts'

const join = (options: ChannelOptions<never, never> = {}): (() => void) =>
  // Sound: the route is in the table, and has no parameters.
  joinChannel('room' as never, {}, options)

describe('joinChannel', { timeout: 10_000 }, () => {
  let browser: FakeBrowser
  beforeEach(() => {
    supplyRoutes({ room: '/room' })
    browser = new FakeBrowser()
  })
  afterEach(() => browser[Symbol.dispose]())

  it('gives a callback every message, and reports what it throws', async () => {
    const heard: unknown[] = []
    const leave = join({
      onMessage: (message) => {
        heard.push(message)
        throw new Error('a mistake of the application')
      },
    })
    const stream = await browser.untilOpened(1)

    stream.send({ messages: [['w', 'one'], ['w', 'two']] }) // oxfmt-ignore
    await until(() => heard.length === 2)
    leave()

    assert.deepEqual(heard, ['one', 'two'])
    assert.deepEqual(browser.reported, [
      'a mistake of the application',
      'a mistake of the application',
    ])
    assert.equal(browser.streams.length, 1)
  })

  it('gives two components of a channel one seat, so that neither gets a message twice', async () => {
    const counts: number[] = []
    const leave = join()
    const stream = await browser.untilOpened(1)
    stream.send({ here: { w: { members: [], count: 1 } } })
    await delay(20) // time: the event is on its way

    const leaveOther = join({ onMembers: (_, count) => counts.push(count) })
    await until(() => counts.length === 1)
    stream.sendText('id: p:6\ndata: {"here":{"w":{"members":[],"count":2}}}\n\n')
    await until(() => counts.length === 2)
    leaveOther()
    stream.close()
    await browser.untilOpened(2)
    leave()

    assert.deepEqual(counts, [1, 2])
    assert.deepEqual(browser.sinces, ['p:1', 'p:6'])
  })

  it('closes a stream that it cannot read, and opens another', async () => {
    const leave = join()
    const stream = await browser.untilOpened(1)

    stream.sendText('data: not JSON\n\n')
    const next = await browser.untilOpened(2)

    assert.deepEqual([stream.signal.aborted, next.signal.aborted], [true, false])
    leave()
    await until(() => next.signal.aborted)
  })

  it('waits before it asks again if its new ticket is refused', async () => {
    browser.refuses = true
    const leave = join()
    await until(() => browser.refusals === 1)
    await delay(250) // time: the shortest pause is 500 ms
    const asked = browser.asked

    browser.refuses = false
    await browser.untilOpened(1)
    leave()

    assert.equal(asked, 1)
    assert.deepEqual([browser.asked, browser.refusals], [2, 1])
  })

  it('asks again at once if its ticket is refused much later', async (test) => {
    const leave = join()
    const stream = await browser.untilOpened(1)
    const now = performance.now()
    test.mock.method(performance, 'now', () => now + 3_600_000)

    stream.send({ refused: [0] })
    await browser.untilOpened(2)
    leave()

    assert.equal(browser.asked, 2)
  })
})

/** What a channel uses of a browser: a server that gives tickets for `/room`, and streams for tickets. */
class FakeBrowser implements Disposable {
  readonly streams: FakeStream[] = []
  readonly reported: string[] = []
  /** The positions from which the streams were asked to begin. */
  readonly sinces: unknown[] = []
  asked = 0
  refusals = 0
  /** Whether no ticket is good enough for a stream. */
  refuses = false
  readonly #replaced = new Map<string, PropertyDescriptor | undefined>()

  constructor() {
    this.#replace('document', { hidden: false, addEventListener: () => {} })
    this.#replace('addEventListener', () => {})
    this.#replace('reportError', ({ message }: Error) => void this.reported.push(message))
    this.#replace('fetch', (url: string, request: RequestInit) => this.#answer(url, request))
  }

  async untilOpened(count: number): Promise<FakeStream> {
    return until(() => this.streams[count - 1])
  }

  [Symbol.dispose](): void {
    for (const [name, before] of this.#replaced) {
      if (before === undefined) Reflect.deleteProperty(globalThis, name)
      else Object.defineProperty(globalThis, name, before)
    }
  }

  async #answer(url: string, { signal, body }: RequestInit): Promise<Response> {
    if (url === '/room') {
      this.asked += 1
      return Response.json({ ticket: `ticket ${this.asked}`, watch: 'w', position: 'p:1' })
    }
    if (this.refuses) {
      this.refusals += 1
      return new Response('', { status: 403 })
    }
    assert.ok(signal)
    assert.ok(typeof body === 'string')
    this.sinces.push(...JSON.parse(body).tickets.map((ticket: unknown[]) => ticket[1]))
    const stream = new FakeStream(signal)
    this.streams.push(stream)
    return new Response(stream.body)
  }

  #replace(name: string, value: unknown): void {
    this.#replaced.set(name, Object.getOwnPropertyDescriptor(globalThis, name))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  }
}

class FakeStream {
  readonly signal: AbortSignal
  readonly body: ReadableStream<Uint8Array>
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined

  constructor(signal: AbortSignal) {
    this.signal = signal
    this.body = new ReadableStream({ start: (controller) => void (this.#controller = controller) })
    signal.addEventListener('abort', () => this.#controller?.error(signal.reason))
    this.sendText('retry: 20\ndata: {}\n\n')
  }

  close(): void {
    this.#controller?.close()
  }

  send(event: object): void {
    this.sendText(`data: ${JSON.stringify(event)}\n\n`)
  }

  sendText(text: string): void {
    this.#controller?.enqueue(new TextEncoder().encode(text))
  }
}
