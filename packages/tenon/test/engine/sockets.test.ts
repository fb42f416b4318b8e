import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { channel } from 'node:diagnostics_channel'
import { Server } from 'node:http'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import { stream, text } from '../../src/web/http/replies.ts'
import { startServer, type Handle, type StartOptions } from '../server/start-server.ts'
import { until } from '../support/until.ts'

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`

type Connected = Awaited<ReturnType<Awaited<ReturnType<typeof startServer>>['connect']>>

const watchedChannels = [
  'http.server.request.start',
  'http.server.response.created',
  'http.server.response.finish',
]

/** Starts a server on sockets, which counts the requests that `node:http` has read. */
async function startOnSockets(handle?: Handle, options: StartOptions = {}) {
  const app = await startServer(handle, { ...options, engine: 'sockets' })
  const seen = { byNode: 0 }
  app.server.node.on('request', () => (seen.byNode += 1))
  return { ...app, seen }
}

describe('the engine on sockets', () => {
  it('reads ordinary requests itself, with bodies, also when they arrive in parts', async () => {
    await using app = await startOnSockets(async (request) => text(await request.text()))
    using connection = await app.connect()

    connection.send(get('/'))
    await connection.until(/\r\n\r\n/)
    connection.send('POST / HTTP/1.1\r\nHost: a\r\nContent-Le')
    await nextTurn()
    connection.send('ngth: 5\r\n\r\nhe')
    await nextTurn()
    connection.send('llo')

    assert.match(await connection.until(/hello/), /\r\ncontent-length: 5\r\n/)
    assert.equal(app.seen.byNode, 0)
  })

  it('knows a page visit by its header, however that is written', async () => {
    await using app = await startOnSockets((request) => text(`<${request.isPageVisit}>`))
    using connection = await app.connect()

    const visits = ['X-Inertia: true', 'x-inertia:true ', 'X-Inertia: false', 'X-Real-IP: true']
    connection.send(visits.map((field) => get('/', `${field}\r\n`)).join('') + get('/'))
    const received = await connection.until(/(?:<\w+>[^<]*){5}/)

    const answers = received.match(/<\w+>/g)
    assert.deepEqual(answers, ['<true>', '<true>', '<false>', '<false>', '<false>'])
    assert.equal(app.seen.byNode, 0)
  })

  it('hands a connection over for good at the first request that is not ordinary', async () => {
    await using app = await startOnSockets(({ target }) => text(target))
    using connection = await app.connect()

    connection.send(get('/1') + get('/2', 'Accept: a\r\nAccept: b\r\n') + get('/3'))
    const received = await connection.until(/\/3$/)

    assert.deepEqual(received.match(/\r\n\r\n\/\d/g), ['\r\n\r\n/1', '\r\n\r\n/2', '\r\n\r\n/3'])
    assert.equal(app.seen.byNode, 2)
  })

  it('hands over a request whose rest does not come, so that its deadlines apply', async () => {
    await using app = await startOnSockets(async (request) => text(await request.text()))
    using connection = await app.connect()

    connection.send('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhe')
    await until(() => app.seen.byNode !== 0)
    connection.send('llo')

    await connection.until(/hello/)
  })

  it('answers 408 to a request that begins and never ends', async () => {
    await using app = await startOnSockets(undefined, { limits: { headersTimeoutMs: 200 } })

    assert.match(await app.exchange('GET / HTT'), /^HTTP\/1\.1 408 /)
  })

  for (const name of watchedChannels) {
    it(`leaves requests to node:http while something follows ${name}`, async () => {
      await using app = await startOnSockets(({ target }) => text(target))
      const ask = async (connection: Connected, path: string) => {
        connection.send(get(path))
        await connection.until(new RegExp(`${path}$`))
        return app.seen.byNode
      }
      const watch = () => {}
      using early = await app.connect()

      const before = await ask(early, '/1')
      channel(name).subscribe(watch)
      const meanwhile = await ask(early, '/2')
      channel(name).unsubscribe(watch)
      using late = await app.connect()

      assert.deepEqual([before, meanwhile, await ask(late, '/3')], [0, 1, 1])
    })
  }

  it('leaves requests to node:http once an agent has replaced emit', async () => {
    await using app = await startOnSockets()
    using connection = await app.connect()
    const inherited = Object.getPrototypeOf(Server.prototype)
    const seen: unknown[] = []

    Server.prototype.emit = function (event: string, ...args: unknown[]) {
      seen.push(event)
      return Reflect.apply(inherited.emit, this, [event, ...args])
    }
    connection.send(get('/'))
    await connection.until(/pong/)
    Reflect.deleteProperty(Server.prototype, 'emit')

    assert.deepEqual(
      seen.filter((event) => event === 'request'),
      ['request'],
    )
  })

  it('hands an upgrade over with what follows it, for a WebSocket server beside it', async () => {
    await using app = await startOnSockets()
    app.server.node.on('upgrade', (request, socket, head: Buffer) => {
      socket.end(`upgraded ${request.url} ${head.toString()}`)
    })
    using connection = await app.connect()

    connection.send(
      `${get('/1')}${get('/2', 'Connection: Upgrade\r\nUpgrade: websocket\r\n')}frame`,
    )

    await connection.until(/pong[^]*upgraded \/2 frame$/)
  })

  it('keeps nothing of one request in the asynchronous context of the next', async () => {
    const storage = new AsyncLocalStorage<string>()
    await using app = await startOnSockets(async ({ target }) => {
      const before = storage.getStore() ?? 'nothing'
      storage.enterWith(target)
      await nextTurn()
      return text(before)
    })
    using connection = await app.connect()

    connection.send(get('/1') + get('/2') + get('/3'))
    await connection.until(/nothing[^]*nothing[^]*nothing$/)
    connection.send(get('/4'))

    await connection.until(/nothing$/)
  })

  it('answers pipelined requests one after another, in order', async () => {
    let running = 0
    let most = 0
    await using app = await startOnSockets(async ({ target }) => {
      most = Math.max(most, ++running)
      await delay(target === '/0' ? 5 : 0) // time: the first takes longest
      running -= 1
      return text(target)
    })
    using connection = await app.connect()

    connection.send(Array.from({ length: 20 }, (_, i) => get(`/${i}`)).join(''))
    const received = await connection.until(/\/19$/)

    assert.deepEqual(
      received.match(/\r\n\r\n\/\d+/g),
      Array.from({ length: 20 }, (_, i) => `\r\n\r\n/${i}`),
    )
    assert.equal(most, 1)
  })

  it('holds back only so much of what a client sends while its request is answered', async () => {
    const release = Promise.withResolvers<void>()
    const sizes: number[] = []
    await using app = await startOnSockets(async ({ target }) => {
      if (target === '/slow') await release.promise
      return text(target)
    })
    app.server.node.on('connection', (socket) => {
      const timer = setInterval(() => sizes.push(socket.bytesRead), 5)
      socket.once('close', () => clearInterval(timer))
    })
    using connection = await app.connect()
    const flood = 10_000
    const padding = `X: ${'x'.repeat(200)}\r\n`

    connection.send(get('/slow') + get('/fast', padding).repeat(flood) + get('/last'))
    const isSteady = () => sizes.length > 20 && sizes.at(-1) === sizes.at(-20) && sizes.at(-1) !== 0
    await until(() => isSteady())
    const held = sizes.at(-1) ?? 0
    release.resolve()
    const received = await connection.until(/\/last$/)

    assert.ok(held < 500_000, `${held} bytes were read`)
    assert.equal(received.match(/\/fast/g)?.length, flood)
  })

  it('notices that the client of a pending request has left', async () => {
    const aborted = Promise.withResolvers<void>()
    const closed = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    await using app = await startOnSockets((request) => {
      begun.resolve()
      request.signal.addEventListener('abort', () => aborted.resolve())
      request.onClose(closed.resolve)
      return new Promise(() => {})
    })
    using connection = await app.connect()

    connection.send(get('/'))
    await begun.promise
    connection.socket.destroy()

    await aborted.promise
    await closed.promise
  })

  it('tells what waits for the end of an exchange that its response was sent', async () => {
    const closed = Promise.withResolvers<void>()
    let isAborted = false
    await using app = await startOnSockets((request) => {
      request.signal.addEventListener('abort', () => (isAborted = true))
      request.onClose(closed.resolve)
      return text('pong')
    })
    using connection = await app.connect()

    connection.send(get('/'))
    await closed.promise
    await connection.until(/pong/)

    assert.equal(isAborted, false)
  })

  it('closes connections that are silent, or idle for longer than it has announced', async () => {
    const limits = { headersTimeoutMs: 100, keepAliveTimeoutMs: 1000 }
    await using app = await startOnSockets(undefined, { limits })
    using silent = await app.connect()
    using idle = await app.connect()

    idle.send(get('/'))
    const answered = await idle.until(/pong/)

    assert.match(answered, /\r\nkeep-alive: timeout=1\r\n/)
    assert.equal(await silent.end(), '')
    assert.equal(await idle.end(), '')
    assert.equal(app.seen.byNode, 0)
  })

  it('disconnects a client that does not read its responses', async () => {
    await using app = await startOnSockets(() => text('x'.repeat(16_000_000)), {
      limits: { writeTimeoutMs: 300 },
    })
    using connection = await app.connect()

    connection.socket.pause()
    connection.send(get('/'))
    await untilNobody(app)

    assert.equal(app.seen.byNode, 0)
  })

  it('streams, and goes on reading requests itself afterwards', async () => {
    await using app = await startOnSockets(({ target }) =>
      target === '/stream' ? stream(new Blob(['a'.repeat(300_000)]).stream()) : text('pong'),
    )
    using connection = await app.connect()

    connection.send(get('/stream') + get('/'))
    const received = await connection.until(/pong$/)

    assert.equal(received.match(/a{9}/g)?.length, Math.floor(300_000 / 9))
    assert.equal(app.seen.byNode, 0)
  })

  it('closes its connections when the server stops, after their responses', async () => {
    const begun = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    await using app = await startOnSockets(async ({ target }) => {
      if (target === '/slow') {
        begun.resolve()
        await release.promise
      }
      return text('done')
    })
    using busy = await app.connect()
    using idle = await app.connect()
    idle.send(get('/'))
    await idle.until(/done/)
    busy.send(get('/slow'))
    await begun.promise

    const stopped = app.server.stop({ graceMs: 300 })
    assert.equal(await idle.end(), '')
    release.resolve()

    assert.match(await busy.end(), /connection: close\r\n[^]*done$/)
    await stopped
    assert.equal(app.seen.byNode, 0)
  })
})

describe('a malformed request after others on the same connection', () => {
  for (const engine of ['node', 'sockets'] as const) {
    it(`is refused after they are answered, with the engine ${engine}`, async () => {
      await using app = await startServer(
        async ({ target }) => {
          await nextTurn()
          return text(target)
        },
        { engine },
      )
      using connection = await app.connect()

      connection.send(`${get('/1')}${get('/2')}GET / HTTP/1.1\r\nHost : a\r\n\r\n`)
      const received = await connection.end()

      assert.match(received, /\r\n\r\n\/1HTTP[^]*\r\n\r\n\/2HTTP\/1\.1 400 [^]*400 Bad Request$/)
    })
  }
})

async function untilNobody({ server }: Awaited<ReturnType<typeof startOnSockets>>): Promise<void> {
  const count = () =>
    new Promise<number>((resolve) => server.node.getConnections((_error, open) => resolve(open)))
  await until(async () => (await count()) === 0)
}
