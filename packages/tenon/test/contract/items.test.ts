import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { get, handler, routes } from 'tenon'
import { content, eventStream, ndjson } from 'tenon/answers'
import { z } from 'zod'
import { startApplication, type StartedApplication } from '../security/start-application.ts'

const Item = z.object({ id: z.number(), text: z.string() })

/** What the handlers have produced, and which of them have ended. */
const produced: number[] = []
const ended = Promise.withResolvers<string>()
const late = Promise.withResolvers<void>()
const firstReceived = Promise.withResolvers<void>()

// Its types need a browser's, which this program does not have.
const { createClient } = await import(new URL('../../src/client.ts', import.meta.url).href)

const web = routes([
  get(
    '/lines',
    handler({})
      .answers(ndjson(Item))
      .run(async function* () {
        yield { id: 1, text: 'a\nb' }
        yield { id: 2, text: '🧭' }
      }),
  ).name('lines'),
  get(
    '/events',
    handler({})
      .answers(eventStream(Item))
      .run(async function* (_input, { signal }) {
        try {
          yield { id: 1, text: 'a\nb' }
          yield { id: 2, text: '🧭' }
          await delay(2 ** 30, undefined, { signal }) // time: until the client has left
        } finally {
          ended.resolve('/events')
        }
      }),
  ).name('events'),
  get(
    '/endless',
    handler({})
      .answers(ndjson(Item))
      .run(async function* () {
        for (let id = 1; ; id++) {
          produced.push(id)
          yield { id, text: 'x'.repeat(100_000) }
        }
      }),
  ).name('endless'),
  get(
    '/failing',
    handler({})
      .answers(ndjson(Item))
      .run(async function* () {
        yield { id: 1, text: 'a' }
        await firstReceived.promise
        throw new Error('Not today')
      }),
  ).name('failing'),
  get(
    '/late',
    handler({})
      .answers(ndjson(Item))
      .run(async function* () {
        yield { id: 1, text: 'a' }
        await late.promise
        yield { id: 2, text: 'b' }
      }),
  ).name('late'),
  get(
    '/png',
    handler({})
      .answers(content('image/png'))
      .run(() => new Uint8Array([0x89, 0xff])),
  ).name('png'),
  get(
    '/csv',
    handler({})
      .answers(content('text/csv'))
      .run(() => 'id'),
  ).name('csv'),
])

/** Calls routes by their names, as a program with the list of routes does. */
function toApi(port: number, timeout?: '1s') {
  return createClient({
    baseUrl: `http://127.0.0.1:${port}`,
    routes: web.routes.map(({ pattern }) => ({
      name: pattern.path.slice(1),
      method: 'GET',
      path: pattern.path,
    })),
    ...(timeout === undefined ? {} : { timeout }),
  })
}

async function callItems(port: number, name: string, timeout?: '1s') {
  return (await toApi(port, timeout)(name)) as AsyncIterable<z.output<typeof Item>>
}

function findFailure({ lines }: StartedApplication) {
  return lines.find(({ msg }) => msg === 'The response stream failed')
}

describe('content', () => {
  it('reaches the client as text or as bytes', async () => {
    await using app = await startApplication({ routes: web })
    const api = toApi(app.port)
    const [csv, png] = [await api('csv'), await api('png')]

    assert.equal(csv, 'id')
    assert.ok(png instanceof Blob)
    assert.deepEqual([png.type, await png.bytes()], ['image/png', new Uint8Array([0x89, 0xff])])
  })
})

describe('items that are sent one by one', { timeout: 10_000 }, () => {
  it('reach the client as lines or events, each as soon as there is one', async () => {
    await using app = await startApplication({ routes: web })
    const read = async (name: string) => {
      const ids: unknown[] = []
      for await (const { id, text } of await callItems(app.port, name)) {
        ids.push(id, text)
        if (id === 2) break
      }
      return ids
    }

    assert.deepEqual(await read('lines'), [1, 'a\nb', 2, '🧭'])
    assert.deepEqual(await read('events'), [1, 'a\nb', 2, '🧭'])
    assert.equal(await ended.promise, '/events')
    assert.equal(findFailure(app), undefined)
  })

  it('are produced as fast as the client reads them, and no longer than it does', async () => {
    await using app = await startApplication({ routes: web })
    let received = 0
    for await (const { id } of await callItems(app.port, 'endless')) {
      received = id
      if (id === 20) break
    }

    assert.equal(received, 20)
    // What buffers of the system hold, 100 kB each.
    assert.ok(produced.length < 500, `${produced.length} were produced`)
  })

  it('end with an error if the handler fails, which is logged', async () => {
    await using app = await startApplication({ routes: web })
    const received: number[] = []
    const reading = async () => {
      for await (const { id } of await callItems(app.port, 'failing')) {
        received.push(id)
        firstReceived.resolve()
      }
    }

    await assert.rejects(reading(), TypeError)

    assert.deepEqual(received, [1])
    assert.match(JSON.stringify(findFailure(app)), /Not today/)
  })

  it('may take longer than a call', async () => {
    await using app = await startApplication({ routes: web })
    const items = await callItems(app.port, 'late', '1s')
    const iterator = items[Symbol.asyncIterator]()
    const first = await iterator.next()
    await delay(1100) // time: the limit of a call passes
    late.resolve()
    const second = await iterator.next()

    assert.deepEqual([first.value?.id, second.value?.id], [1, 2])
  })
})
