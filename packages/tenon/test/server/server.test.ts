import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { empty, html, json, stream, text } from '../../src/http/replies.ts'
import { Reply } from '../../src/http/reply.ts'
import { createLog } from '../../src/log/create-log.ts'
import { Server } from '../../src/server/server.ts'
import { startServer } from './start-server.ts'

const get = (path: string, more = '') =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${more}\r\n`

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])
const bodyOf = (answer: string) => answer.slice(answer.indexOf('\r\n\r\n') + 4)

describe('a reply on the wire', () => {
  it('has its length, its type and the security headers, in one piece', async () => {
    await using app = await startServer(() => text('pöng'))

    const answer = await app.exchange(get('/'))

    assert.equal(statusOf(answer), 200)
    assert.match(answer, /\r\ncontent-length: 5\r\n/)
    assert.match(answer, /\r\ncontent-type: text\/plain; charset=utf-8\r\n/)
    assert.match(answer, /\r\nx-content-type-options: nosniff\r\n/)
    assert.match(answer, /\r\nreferrer-policy: strict-origin-when-cross-origin\r\n/)
    assert.match(answer, /\r\nx-frame-options: SAMEORIGIN\r\n/)
    assert.match(answer, /\r\ncross-origin-opener-policy: same-origin\r\n/)
    assert.doesNotMatch(answer, /content-security-policy|strict-transport|transfer-encoding/)
  })

  it('carries a policy when it is HTML', async () => {
    await using app = await startServer(() => html('<p>'))

    assert.match(await app.exchange(get('/')), /\r\ncontent-security-policy: default-src 'self'/)
  })

  it("prefers the reply's own headers, except those that frame it", async () => {
    const own = () =>
      text('pong')
        .header('X-Frame-Options', 'DENY')
        .header('Content-Length', '999')
        .header('Transfer-Encoding', 'chunked')
        .append('link', '<a>')
        .append('link', '<b>')
    await using app = await startServer(own)

    const answer = await app.exchange(get('/'))

    assert.match(answer, /\r\nx-frame-options: DENY\r\n/)
    assert.doesNotMatch(answer, /SAMEORIGIN|999|chunked/)
    assert.equal(answer.match(/\r\nlink: /g)?.length, 2)
  })

  it('has no body after HEAD, with the length that GET would have', async () => {
    await using app = await startServer(() => text('pong'))

    const answer = await app.exchange(get('/').replace('GET', 'HEAD'))

    assert.match(answer, /\r\ncontent-length: 4\r\n/)
    assert.equal(bodyOf(answer), '')
  })

  it('has neither body nor length when its status has none', async () => {
    await using app = await startServer(({ target }) =>
      target === '/304' ? text('x').status(304) : empty(),
    )

    for (const path of ['/204', '/304']) {
      const answer = await app.exchange(get(path))
      assert.equal(statusOf(answer), Number(path.slice(1)))
      assert.equal(bodyOf(answer), '')
      assert.doesNotMatch(answer, /content-length/)
    }
  })

  it('sends bytes and nothing at all with their length', async () => {
    await using app = await startServer(({ target }) =>
      target === '/' ? new Reply(200, 'image/png', Buffer.from('PNG')) : empty(201),
    )

    assert.match(await app.exchange(get('/')), /content-length: 3\r\n[^]*\r\n\r\nPNG$/)
    assert.match(await app.exchange(get('/none')), /content-length: 0\r\n/)
  })

  it('marks cookies Secure and asks for https only when the client came over https', async () => {
    await using app = await startServer(() => text('').cookie('a', '1'), {
      trustedProxies: '127.0.0.1',
    })

    const plain = await app.exchange(get('/'))
    const secure = await app.exchange(get('/', 'X-Forwarded-Proto: https\r\n'))

    assert.match(plain, /\r\nset-cookie: a=1; Path=\/; HttpOnly; SameSite=Lax\r\n/)
    assert.match(secure, /\r\nset-cookie: a=1; [^\r]*; Secure\r\n/)
    assert.match(secure, /\r\nstrict-transport-security: max-age=31536000\r\n/)
    assert.doesNotMatch(plain, /strict-transport/)
  })

  it('lets security headers be replaced, added and turned off', async () => {
    await using app = await startServer(() => text(''), {
      securityHeaders: { 'x-frame-options': false, 'referrer-policy': 'origin', 'x-more': '1' },
    })

    const answer = await app.exchange(get('/'))

    assert.match(answer, /\r\nreferrer-policy: origin\r\nx?/)
    assert.match(answer, /\r\nx-more: 1\r\n/)
    assert.doesNotMatch(answer, /x-frame-options/)
  })

  it('has one head, of the same fields, on a connection that stays open and on one that ends', async () => {
    const server = await startServer(() =>
      text('né').header('x-own', 'a').header('date', 'never').cookie('a', '1'),
    )
    const fields = async (request: string): Promise<string[]> => {
      using connection = await server.connect()
      connection.send(request)
      const [start = '', ...lines] = (await connection.until(/nÃ©/)).split('\r\n')
      assert.equal(start, 'HTTP/1.1 200 OK')
      return lines.slice(0, -2).map((line) => line.toLowerCase().replace(/:.*/, ''))
    }

    const open = await fields('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    const old = await fields('GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n')
    const last = await fields('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    await server[Symbol.asyncDispose]()

    assert.deepEqual(old, open)
    assert.deepEqual(last.toSorted(), open.filter((name) => name !== 'keep-alive').toSorted())
    assert.equal(new Set(open).size, open.length)
  })

  it('comes in the order of pipelined requests, whichever is ready first', async () => {
    await using server = await startServer((request) =>
      request.path() === '/slow' ? delay(50).then(() => text('slow')) : text('fast'),
    )
    using connection = await server.connect()

    connection.send('GET /slow HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n')

    assert.match(
      await connection.until(/fast/),
      /^HTTP\/1\.1 200 OK[^]*slowHTTP\/1\.1 200 OK[^]*fast$/,
    )
  })

  it('is 500 when it cannot be sent as it is, and the log says why', async () => {
    await using app = await startServer(() => text('').status(1000))

    const answer = await app.exchange(get('/'))

    assert.equal(statusOf(answer), 500)
    assert.equal(bodyOf(answer), '500 Internal Server Error')
    assert.equal(app.lines[0]?.['msg'], 'A reply cannot be sent')
  })

  it('is 500 when the dispatch fails, at once or later', async () => {
    const fail = (): never => {
      throw new Error('broken')
    }
    await using app = await startServer(({ target }) =>
      target === '/now' ? fail() : delay(1).then(fail),
    )

    for (const path of ['/now', '/later']) {
      assert.equal(statusOf(await app.exchange(get(path))), 500)
    }
  })
})

describe('a streamed reply', () => {
  const chunks = (count: number, size: number) => () => {
    let left = count
    return stream(
      new ReadableStream({
        pull: (controller) =>
          left-- > 0 ? controller.enqueue(new Uint8Array(size).fill(97)) : controller.close(),
      }),
    )
  }

  it('arrives whole', async () => {
    await using app = await startServer(chunks(100, 10_000))

    const answer = await app.exchange(get('/'))

    assert.equal(bodyOf(answer).match(/a/g)?.length, 1_000_000)
    assert.match(answer, /\r\n0\r\n\r\n$/)
  })

  it('has the length that it announces, also for HEAD', async () => {
    const answerWith = chunks(3, 10)
    await using app = await startServer(() => answerWith().header('content-length', '30'))

    const whole = await app.exchange(get('/'))
    const head = await app.exchange(get('/').replace('GET', 'HEAD'))

    assert.match(whole, /\r\ncontent-length: 30\r\n[^]*\r\n\r\na{30}$/)
    assert.doesNotMatch(whole, /chunked/)
    assert.match(head, /\r\ncontent-length: 30\r\n[^]*\r\n\r\n$/)
  })

  it('is cut off where it has another length than it announces', async () => {
    for (const [announced, message] of [
      ['25', 'The stream has more than the 25 bytes announced'],
      ['31', 'The stream ended 1 bytes before the 31 announced'],
    ] as const) {
      const answerWith = chunks(3, 10)
      await using app = await startServer(() => answerWith().header('content-length', announced))

      const answer = await app.exchange(get('/').replace('Connection: close\r\n', ''))

      assert.ok(bodyOf(answer).length <= 30)
      assert.match(JSON.stringify(app.lines.at(-1)), new RegExp(message))
    }
  })

  it('is cancelled when it comes after the deadline', async () => {
    const cancelled = Promise.withResolvers<void>()
    const body = new ReadableStream<Uint8Array>({ cancel: () => cancelled.resolve() })
    const late = async () => {
      await delay(400)
      return stream(body)
    }
    await using app = await startServer(late, { limits: { handlerTimeoutMs: 100 } })

    assert.equal(statusOf(await app.exchange(get('/'))), 503)

    await cancelled.promise
  })

  it('is not read for HEAD', async () => {
    let isCancelled = false
    const body = new ReadableStream({ cancel: () => void (isCancelled = true) })
    await using app = await startServer(() => stream(body))

    const answer = await app.exchange(get('/').replace('GET', 'HEAD'))

    assert.equal(bodyOf(answer), '')
    assert.equal(isCancelled, true)
  })

  it('is cut off when its source fails, so that it cannot be taken for the whole', async () => {
    await using app = await startServer(() =>
      stream(
        new ReadableStream({
          pull: async (controller) => {
            controller.enqueue(Buffer.from('part'))
            await delay(10)
            controller.error(new Error('source'))
          },
        }),
      ),
    )

    const answer = await app.exchange(get('/'))

    assert.match(bodyOf(answer), /part/)
    assert.doesNotMatch(answer, /\r\n0\r\n\r\n/)
    assert.equal(app.lines.at(-1)?.['msg'], 'A stream failed')
  })

  it('is cancelled when the client leaves', async () => {
    const cancelled = Promise.withResolvers<void>()
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(Buffer.from('x')),
      cancel: () => cancelled.resolve(),
    })
    await using app = await startServer(() => stream(body))
    using connection = await app.connect()

    connection.send(get('/'))
    await connection.until(/x/)
    connection.socket.destroy()

    await cancelled.promise
  })

  it('waits for the client, and not for ever', async () => {
    let produced = 0
    const cancelled = Promise.withResolvers<void>()
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        produced += 1
        controller.enqueue(new Uint8Array(65_536))
      },
      cancel: () => cancelled.resolve(),
    })
    await using app = await startServer(() => stream(body), { limits: { writeTimeoutMs: 300 } })
    using connection = await app.connect()

    connection.socket.pause()
    connection.send(get('/'))
    await cancelled.promise

    assert.ok(produced < 1000, `${produced} chunks`)
  })
})

describe('a body', () => {
  const post = (head: string, body: string) =>
    `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${head}\r\n${body}`

  const echo = async (request: { json(): Promise<unknown> }) => json(await request.json())

  it('is read, with its length and in chunks', async () => {
    await using app = await startServer(echo)
    using connection = await app.connect()

    connection.send(post('Content-Length: 7\r\n', '{"a":1}'))
    assert.match(await connection.until(/\r\n\r\n.+/), /\{"a":1\}$/)
    connection.send(post('Transfer-Encoding: chunked\r\n', '3\r\n{"a\r\n4\r\n":2}\r\n0\r\n\r\n'))
    assert.match(await connection.until(/\r\n\r\n.+/), /\{"a":2\}$/)
  })

  it('is asked for with 100 Continue only when it is read', async () => {
    await using app = await startServer((request) =>
      request.target === '/read' ? echo(request) : text('unread'),
    )
    using reading = await app.connect()
    using refusing = await app.connect()
    const head =
      'Host: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n'

    reading.send(`POST /read HTTP/1.1\r\n${head}`)
    assert.equal(await reading.until(/\r\n\r\n/), 'HTTP/1.1 100 Continue\r\n\r\n')
    reading.send('{}')
    assert.match(await reading.until(/\{\}$/), /^HTTP\/1\.1 200/)

    refusing.send(`POST / HTTP/1.1\r\n${head}`)
    assert.match(await refusing.until(/unread/), /^HTTP\/1\.1 200/)
  })

  it('that nobody read is skipped when it is small', async () => {
    await using app = await startServer(() => text('pong'))
    using connection = await app.connect()

    connection.send(post('Content-Length: 7\r\n', '{"a":1}'))
    await connection.until(/pong/)
    connection.send(post('Content-Length: 7\r\n', '{"a":1}'))
    assert.doesNotMatch(await connection.until(/pong/), /connection: close/i)
  })

  it('that nobody read ends the connection when it is large, and the answer arrives', async () => {
    await using app = await startServer(() => text('too much').status(413))
    using connection = await app.connect()

    connection.send(post('Content-Length: 2000000\r\n', 'x'.repeat(2_000_000)))
    const answer = await connection.end()

    assert.match(answer, /connection: close/)
    assert.match(answer, /too much$/)
  })

  it('without an end stops being drained', async () => {
    await using app = await startServer(() => text('pong'), { limits: { lingerBytes: 100_000 } })
    using connection = await app.connect()

    connection.send(post('Transfer-Encoding: chunked\r\n', ''))
    const flood = setInterval(() => connection.send(`8000\r\n${'x'.repeat(0x8000)}\r\n`), 1)
    await connection.end()
    clearInterval(flood)
  })

  it('that ends early fails its reader and nothing else', async () => {
    const failed = Promise.withResolvers<unknown>()
    await using app = await startServer(async (request) => {
      await request.json().catch(failed.resolve)
      return text('')
    })
    using connection = await app.connect()

    connection.send(post('Content-Length: 7\r\n', '{"a'))
    await delay(20)
    connection.socket.destroy()

    assert.match(String(await failed.promise), /BadRequest: The body ended early/)
    assert.equal(statusOf(await app.exchange(get('/'))), 200)
  })
})

describe('time', () => {
  it('ends for a handler at its deadline: 503, and its signal is aborted', async () => {
    const aborted = Promise.withResolvers<unknown>()
    await using app = await startServer(
      (request) => {
        request.signal.addEventListener('abort', () => aborted.resolve(request.signal.reason))
        return new Promise(() => {})
      },
      { limits: { handlerTimeoutMs: 100 } },
    )

    const answer = await app.exchange(get('/'))

    assert.equal(statusOf(answer), 503)
    assert.match(answer, /retry-after: 5/)
    assert.ok(await aborted.promise)
  })

  it('does not count while the client sends its body', async () => {
    await using app = await startServer(async (request) => text(await request.text()), {
      limits: { handlerTimeoutMs: 100 },
    })
    using connection = await app.connect()

    connection.send('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nConnection: close\r\n\r\na')
    await delay(300)
    connection.send('b')

    assert.match(await connection.end(), /ab$/)
  })

  it('tells a handler that the client has left', async () => {
    const aborted = Promise.withResolvers<void>()
    await using app = await startServer((request) => {
      request.signal.addEventListener('abort', () => aborted.resolve())
      return new Promise(() => {})
    })
    using connection = await app.connect()

    connection.send(get('/'))
    await delay(20)
    connection.socket.destroy()

    await aborted.promise
  })

  it('is logged when the event loop was blocked, with the route', async () => {
    await using app = await startServer(() => {
      const end = performance.now() + 700
      while (performance.now() < end);
      return text('')
    })

    await app.exchange(get('/slow?secret=1'))
    await delay(250)

    const line = app.lines.find(({ msg }) => /blocked for/.test(String(msg)))
    assert.equal(line?.['route'], 'GET /slow')
  })
})

describe('stopping', () => {
  it('refuses new connections, answers the open ones, and closes them', async () => {
    const release = Promise.withResolvers<void>()
    await using app = await startServer(async () => {
      await release.promise
      return text('done')
    })
    using busy = await app.connect()
    using idle = await app.connect()
    using silent = await app.connect()
    busy.send('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await delay(20)

    const stopped = app.server.stop({ graceMs: 100 })
    await delay(20)
    await assert.rejects(app.connect(), { code: 'ECONNREFUSED' })
    idle.send('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await delay(150)
    release.resolve()

    for (const connection of [busy, idle]) {
      assert.match(await connection.end(), /connection: close\r\n[^]*done$/)
    }
    assert.equal(await silent.end(), '')
    await stopped
  })

  it('cuts off at its limit what does not end', async () => {
    await using app = await startServer(() => new Promise(() => {}))
    using connection = await app.connect()
    connection.send('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await delay(20)

    await app.server.stop({ graceMs: 10, limitMs: 100 })

    assert.equal(await connection.end(), '')
  })
})

describe('listening', () => {
  const listen = (host: string, port: number) =>
    new Server({
      log: createLog({ level: 'silent', format: 'json' }),
      dispatch: () => new Promise(() => {}),
    }).listen({ host, port })

  it('says in one line that the port is taken, and what to do', async () => {
    await using app = await startServer()

    await assert.rejects(listen('127.0.0.1', app.port), {
      code: 'E_SERVER_LISTEN',
      message: `Cannot listen on 127.0.0.1:${app.port} (EADDRINUSE). Another process has this port: stop it, or set SERVER_PORT to a free one.`,
    })
  })

  it('says in one line that the host is not of this machine', async () => {
    await assert.rejects(listen('192.0.2.1', 0), {
      code: 'E_SERVER_LISTEN',
      message: /EADDRNOTAVAIL/,
    })
  })
})
