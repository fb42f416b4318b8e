import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import { noContent, html, json, stream, text } from '../../src/web/http/replies.ts'
import { Reply } from '../../src/web/http/reply.ts'
import { createLog } from '../../src/base/log/create-log.ts'
import { Server } from '../../src/web/server/server.ts'
import { until } from '../support/until.ts'
import { startServer } from './start-server.ts'

const get = (path: string, more = '') =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${more}\r\n`

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])
const bodyOf = (answer: string) => answer.slice(answer.indexOf('\r\n\r\n') + 4)

describe('a reply on the wire', () => {
  it('has its length, its type and the security headers, in one write', async () => {
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

  it('has a content security policy if it is HTML', async () => {
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

  it('has no body for HEAD, but the length of the GET response', async () => {
    await using app = await startServer(() => text('pong'))

    const answer = await app.exchange(get('/').replace('GET', 'HEAD'))

    assert.match(answer, /\r\ncontent-length: 4\r\n/)
    assert.equal(bodyOf(answer), '')
  })

  it('has neither body nor length if its status forbids them', async () => {
    await using app = await startServer(({ target }) =>
      target === '/304' ? text('x').status(304) : noContent(),
    )

    for (const path of ['/204', '/304']) {
      const answer = await app.exchange(get(path))
      assert.equal(statusOf(answer), Number(path.slice(1)), path)
      assert.equal(bodyOf(answer), '', path)
      assert.doesNotMatch(answer, /content-length/, path)
    }
  })

  it('has an empty body for a 205', async () => {
    await using app = await startServer(() => text('not sent').status(205))

    const answer = await app.exchange(get('/'))

    assert.equal(bodyOf(answer), '')
    assert.match(answer, /content-length: 0\r\n/)
  })

  it('is logged as the 500 that replaces it if it cannot be sent', async () => {
    await using app = await startServer(() => text('x').status(0))

    assert.equal(statusOf(await app.exchange(get('/'))), 500)
    const line = app.lines.find(({ status }) => status !== undefined)
    assert.equal(line?.['status'], 500)
  })

  it('keeps the policy of documents whatever the case of the media type', async () => {
    await using app = await startServer(() => text('<p>').header('content-type', 'TEXT/HTML'))

    assert.match(await app.exchange(get('/')), /content-security-policy: default-src/)
  })

  it('sends bytes, or nothing, with their length', async () => {
    await using app = await startServer(({ target }) =>
      target === '/' ? new Reply(200, 'image/png', Buffer.from('PNG')) : noContent().status(201),
    )

    assert.match(await app.exchange(get('/')), /content-length: 3\r\n[^]*\r\n\r\nPNG$/)
    assert.match(await app.exchange(get('/none')), /content-length: 0\r\n/)
  })

  it('has Secure cookies and HSTS only if the client used https', async () => {
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

  it('lets you replace, add and turn off security headers', async () => {
    await using app = await startServer(() => text(''), {
      securityHeaders: { 'x-frame-options': false, 'referrer-policy': 'origin', 'x-more': '1' },
    })

    const answer = await app.exchange(get('/'))

    assert.match(answer, /\r\nreferrer-policy: origin\r\nx?/)
    assert.match(answer, /\r\nx-more: 1\r\n/)
    assert.doesNotMatch(answer, /x-frame-options/)
  })

  it('has the same headers on a keep-alive connection as on one that closes', async () => {
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

  it('follows the order of pipelined requests, whichever is ready first', async () => {
    await using server = await startServer((request) =>
      request.path() === '/slow' ? nextTurn().then(() => text('slow')) : text('fast'),
    )
    using connection = await server.connect()

    connection.send('GET /slow HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n')

    assert.match(
      await connection.until(/fast/),
      /^HTTP\/1\.1 200 OK[^]*slowHTTP\/1\.1 200 OK[^]*fast$/,
    )
  })

  it('is 500 if its stream was already read or is being read', async () => {
    await using app = await startServer(async ({ target }) => {
      const response = new Response('gone')
      if (target === '/read') await response.text()
      else response.body?.getReader()
      return new Reply(200, undefined, response.body)
    })

    for (const path of ['/read', '/reading']) {
      const answer = await app.exchange(get(path))
      assert.equal(bodyOf(answer), '500 Internal Server Error', path)
    }
    const [reason, line] = app.lines
    assert.match(String(Object(reason?.['error']).message), /was already read/)
    assert.equal(line?.['status'], 500)
  })

  it('is 500 if it cannot be sent, and the log says why', async () => {
    await using app = await startServer(() => text('').status(1000))

    const answer = await app.exchange(get('/'))

    assert.equal(statusOf(answer), 500)
    assert.equal(bodyOf(answer), '500 Internal Server Error')
    assert.equal(app.lines[0]?.['msg'], 'The reply could not be sent')
  })

  it('is 500 if the dispatch fails, immediately or later', async () => {
    const fail = (): never => {
      throw new Error('broken')
    }
    await using app = await startServer(({ target }) =>
      target === '/now' ? fail() : nextTurn().then(fail),
    )

    for (const path of ['/now', '/later']) {
      assert.equal(statusOf(await app.exchange(get(path))), 500, path)
    }
  })
})

describe('a body that is read as a stream', () => {
  it('is 503 when the handler hangs between two chunks', async () => {
    await using app = await startServer(
      async (request) => {
        for await (const _piece of request.body.pieces()) await new Promise(() => {})
        return text('done')
      },
      { limits: { handlerTimeoutMs: 200 } },
    )
    using connection = await app.connect()

    connection.send('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 8\r\n\r\nhalf')

    assert.match(await connection.until(/ 503 /), /^HTTP\/1\.1 503 /)
  })

  it('may take as long as the client takes', async () => {
    await using app = await startServer(
      async (request) => {
        let read = 0
        for await (const piece of request.body.pieces()) read += piece.length
        return text(`read ${read}`)
      },
      { limits: { handlerTimeoutMs: 100 } },
    )
    using connection = await app.connect()

    connection.send('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 8\r\n\r\nhalf')
    await delay(300) // time: the limit passes
    connection.send('rest')

    assert.match(await connection.until(/read/), /read 8$/)
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

  it('arrives completely', async () => {
    await using app = await startServer(chunks(100, 10_000))

    const answer = await app.exchange(get('/'))

    assert.equal(bodyOf(answer).match(/a/g)?.length, 1_000_000)
    assert.match(answer, /\r\n0\r\n\r\n$/)
  })

  it('has the declared length, also for HEAD', async () => {
    const answerWith = chunks(3, 10)
    await using app = await startServer(() => answerWith().header('content-length', '30'))

    const whole = await app.exchange(get('/'))
    const head = await app.exchange(get('/').replace('GET', 'HEAD'))

    assert.match(whole, /\r\ncontent-length: 30\r\n[^]*\r\n\r\na{30}$/)
    assert.doesNotMatch(whole, /chunked/)
    assert.match(head, /\r\ncontent-length: 30\r\n[^]*\r\n\r\n$/)
  })

  it('is cut off if its length differs from the declared one', async () => {
    for (const [announced, message] of [
      ['25', 'The stream has more than the 25 bytes announced'],
      ['31', 'The stream ended 1 bytes before the 31 announced'],
    ] as const) {
      const answerWith = chunks(3, 10)
      await using app = await startServer(() => answerWith().header('content-length', announced))

      const answer = await app.exchange(get('/').replace('Connection: close\r\n', ''))

      assert.ok(bodyOf(answer).length <= 30, announced)
      assert.match(JSON.stringify(app.lines.at(-1)), new RegExp(message), announced)
    }
  })

  it('is cancelled if it arrives after the deadline', async () => {
    const cancelled = Promise.withResolvers<void>()
    const body = new ReadableStream<Uint8Array>({ cancel: () => cancelled.resolve() })
    const late = async () => {
      await delay(300) // time: the limit passes
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

  it('is cut off if its source fails, so it cannot be mistaken for the whole', async () => {
    await using app = await startServer(() =>
      stream(
        new ReadableStream({
          pull: async (controller) => {
            controller.enqueue(Buffer.from('part'))
            await nextTurn()
            controller.error(new Error('source'))
          },
        }),
      ),
    )

    const answer = await app.exchange(get('/'))

    assert.match(bodyOf(answer), /part/)
    assert.doesNotMatch(answer, /\r\n0\r\n\r\n/)
    assert.equal(app.lines.at(-1)?.['msg'], 'The response stream failed')
  })

  it('is cancelled when the client disconnects', async () => {
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

  it('waits for the client, but not forever', async () => {
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

  it('is read with a declared length and in chunks', async () => {
    await using app = await startServer(echo)
    using connection = await app.connect()

    connection.send(post('Content-Length: 7\r\n', '{"a":1}'))
    assert.match(await connection.until(/\r\n\r\n.+/), /\{"a":1\}$/)
    connection.send(post('Transfer-Encoding: chunked\r\n', '3\r\n{"a\r\n4\r\n":2}\r\n0\r\n\r\n'))
    assert.match(await connection.until(/\r\n\r\n.+/), /\{"a":2\}$/)
  })

  it('is requested with 100 Continue only when it is read, unless it has fields', async () => {
    await using app = await startServer(async (request) =>
      request.target === '/read' ? text(await request.text()) : text('unread'),
    )
    using reading = await app.connect()
    using refusing = await app.connect()
    const head =
      'Host: a\r\nContent-Type: text/plain\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n'

    reading.send(`POST /read HTTP/1.1\r\n${head}`)
    assert.equal(await reading.until(/\r\n\r\n/), 'HTTP/1.1 100 Continue\r\n\r\n')
    reading.send('{}')
    assert.match(await reading.until(/\{\}$/), /^HTTP\/1\.1 200/)

    refusing.send(`POST / HTTP/1.1\r\n${head}`)
    assert.match(await refusing.until(/unread/), /^HTTP\/1\.1 200/)

    using fields = await app.connect()
    fields.send(`POST / HTTP/1.1\r\n${head.replace('text/plain', 'application/json')}`)
    assert.equal(await fields.until(/\r\n\r\n/), 'HTTP/1.1 100 Continue\r\n\r\n')
    fields.send('{}')
    assert.match(await fields.until(/unread/), /^HTTP\/1\.1 200/)
  })

  it('is skipped if it is unread and small', async () => {
    await using app = await startServer(() => text('pong'))
    using connection = await app.connect()

    connection.send(post('Content-Length: 7\r\n', '{"a":1}'))
    await connection.until(/pong/)
    connection.send(post('Content-Length: 7\r\n', '{"a":1}'))
    assert.doesNotMatch(await connection.until(/pong/), /connection: close/i)
  })

  it('closes the connection if it is unread and large, and the response still arrives', async () => {
    await using app = await startServer(() => text('too much').status(413))
    using connection = await app.connect()

    connection.send(post('Content-Length: 2000000\r\n', 'x'.repeat(2_000_000)))
    const answer = await connection.end()

    assert.match(answer, /connection: close/)
    assert.match(answer, /too much$/)
  })

  it('is read on after its limit, so that a client that sends all of it first gets the response', async () => {
    await using app = await startServer(async (request) => {
      const read = await request.text().catch(String)
      return text(read).status(413)
    })
    using connection = await app.connect()

    connection.socket.pause()
    connection.send('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n')
    connection.send(`A00000\r\n${'x'.repeat(0xa00000)}\r\n0\r\n\r\n`)
    if (connection.socket.writableLength > 0) await once(connection.socket, 'drain')
    connection.socket.resume()

    assert.match(await connection.end(), /^HTTP\/1\.1 413 [^]*PayloadTooLarge/)
  })

  it('is not drained forever if it never ends', async () => {
    await using app = await startServer(() => text('pong'), { limits: { lingerBytes: 100_000 } })
    using connection = await app.connect()

    connection.send(post('Transfer-Encoding: chunked\r\n', ''))
    const flood = setInterval(() => connection.send(`8000\r\n${'x'.repeat(0x8000)}\r\n`), 1)
    await connection.end()
    clearInterval(flood)
  })

  for (const type of ['application/json', 'application/x-www-form-urlencoded; charset=utf-8']) {
    it(`of ${type} is here before its handler begins`, async () => {
      const calls: string[] = []
      await using app = await startServer(async (request) => {
        calls.push(request.target)
        return text(await request.text())
      })
      using declared = await app.connect()
      using chunked = await app.connect()
      const head = `HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}`

      declared.send(`POST /declared ${head}\r\nContent-Length: 4\r\n\r\na=`)
      chunked.send(`POST /chunked ${head}\r\nTransfer-Encoding: chunked\r\n\r\n2\r\na=\r\n`)
      await delay(200) // time: a handler that begins with the head would have begun
      assert.deepEqual(calls, [])

      declared.send('bc')
      chunked.send('2\r\nbc\r\n0\r\n\r\n')
      assert.match(await declared.until(/\r\n\r\na/), /a=bc$/)
      assert.match(await chunked.until(/\r\n\r\na/), /a=bc$/)
    })
  }

  it('of fields is read further by its handler if it is larger than what is waited for', async () => {
    const limits = { awaitedBytes: 10 }
    await using app = await startServer(
      async (request) => {
        if (request.target !== '/pieces') return text(await request.text())
        let read = ''
        for await (const piece of request.body.pieces()) read += Buffer.from(piece).toString()
        return text(read)
      },
      { limits },
    )

    for (const path of ['/', '/pieces']) {
      using connection = await app.connect()
      connection.send(post('Content-Length: 18\r\n', '').replace('POST /', `POST ${path}`))
      connection.send('"0123456789abcdef"')
      assert.match(await connection.until(/f"$/), /\r\n\r\n"0123456789abcdef"$/, path)

      const inChunks = post('Transfer-Encoding: chunked\r\n', '').replace('POST /', `POST ${path}`)
      connection.send(`${inChunks}9\r\n"01234567\r\n`)
      await delay(20) // time: the pieces arrive apart
      connection.send('5\r\n89abc\r\n')
      await delay(20) // time: likewise, after the handler has begun
      connection.send('4\r\ndef"\r\n0\r\n\r\n')
      assert.match(await connection.until(/f"$/), /\r\n\r\n"0123456789abcdef"$/, path)
    }
  })

  it('fails only its reader if it ends early', async () => {
    const failed = Promise.withResolvers<unknown>()
    await using app = await startServer(async (request) => {
      await request.text().catch(failed.resolve)
      return text('')
    })
    using connection = await app.connect()

    connection.send('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 7\r\n\r\n{"a')
    await delay(50) // time: what has arrived is read
    connection.socket.destroy()

    assert.match(String(await failed.promise), /BadRequest: The body ended early/)
    assert.equal(statusOf(await app.exchange(get('/'))), 200)
  })

  it('of fields that ends early, or does not come in time, begins no handler', async () => {
    const calls: string[] = []
    await using app = await startServer(
      ({ target }) => {
        calls.push(target)
        return text('')
      },
      { limits: { requestTimeoutMs: 300, headersTimeoutMs: 200 } },
    )
    using left = await app.connect()
    using late = await app.connect()

    const begun = post('Content-Length: 7\r\n', '{"a')
    left.send(begun.replace('POST /', 'POST /left'))
    late.send(begun.replace('POST /', 'POST /late'))
    await until(() => app.server.load.inFlight === 2)
    left.socket.destroy()

    assert.equal(statusOf(await late.end()), 408)
    await until(() => app.server.load.inFlight === 0)
    assert.deepEqual(calls, [])
  })

  it('of fields begins its handler with what is here if too much is held of all', async () => {
    const calls: string[] = []
    await using app = await startServer(
      async (request) => {
        calls.push(request.target)
        return text(await request.text())
      },
      { limits: { allAwaitedBytes: 100 } },
    )
    const send = async (path: string, body: string) => {
      const connection = await app.connect()
      connection.send(post('Content-Length: 80\r\n', body).replace('POST /', `POST ${path}`))
      return connection
    }
    using first = await send('/first', `"${'a'.repeat(60)}`)
    await until(() => app.server.load.inFlight === 1)
    using second = await send('/second', `"${'b'.repeat(60)}`)
    await until(() => calls.length === 1)
    using third = await send('/third', '"c')
    await until(() => app.server.load.inFlight === 3)
    await delay(50) // time: there is room again, so it waits
    assert.deepEqual(calls, ['/second'])

    first.send(`${'a'.repeat(18)}"`)
    second.send(`${'b'.repeat(18)}"`)
    third.send(`${'c'.repeat(77)}"`)
    assert.match(await first.until(/a"$/), /"a{78}"$/)
    assert.match(await second.until(/b"$/), /"b{78}"$/)
    assert.match(await third.until(/c"$/), /"c{78}"$/)
  })

  it('of fields counts with the memory that is taken for what it announces', async () => {
    const calls: string[] = []
    await using app = await startServer(
      (request) => {
        calls.push(request.target)
        return text('')
      },
      { limits: { allAwaitedBytes: 10_000 } },
    )
    const begin = async (path: string, count: number) => {
      const connection = await app.connect()
      const head = post('Content-Length: 8000\r\n', '').replace('POST /', `POST ${path}`)
      connection.send(`${head}"${'a'.repeat(499)}`)
      await until(() => app.server.load.inFlight === count)
      // The first piece is not copied; with the second, all that is announced is taken.
      connection.send('a'.repeat(500))
      return connection
    }

    using first = await begin('/first', 1)
    using _second = await begin('/second', 2)
    await until(() => calls.length === 1)

    assert.deepEqual(calls, ['/second'])
    first.send(`${'a'.repeat(6999)}"`)
    await until(() => calls.length === 2)
  })
})

describe('timing', () => {
  it("answers 503 at the handler's deadline and aborts its signal", async () => {
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

  it('does not count the time in which the client sends its body', async () => {
    await using app = await startServer(async (request) => text(await request.text()), {
      limits: { handlerTimeoutMs: 100 },
    })
    using connection = await app.connect()

    connection.send('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nConnection: close\r\n\r\na')
    await delay(300) // time: the limit passes
    connection.send('b')

    assert.match(await connection.end(), /ab$/)
  })

  it('aborts the signal of a handler whose client disconnects', async () => {
    const begun = Promise.withResolvers<void>()
    const aborted = Promise.withResolvers<void>()
    await using app = await startServer((request) => {
      begun.resolve()
      request.signal.addEventListener('abort', () => aborted.resolve())
      return new Promise(() => {})
    })
    using connection = await app.connect()

    connection.send(get('/'))
    await begun.promise
    connection.socket.destroy()

    await aborted.promise
  })

  it('does not report a loop that was blocked before the server listened', async () => {
    const lines: string[] = []
    const destination = { write: (line: string) => void lines.push(line) }
    const log = createLog({ level: 'info', format: 'json', destination })
    const server = new Server({ log, dispatch: () => new Promise(() => {}) })
    await delay(20) // time: a watch that began too early would have
    const end = performance.now() + 700
    while (performance.now() < end);

    await server.listen({ host: '127.0.0.1', port: 0 })
    await delay(250) // time: in which it would be reported
    await server.stop({ graceMs: 0 })

    assert.deepEqual(lines, [])
  })

  it('logs a blocked event loop with its route', async () => {
    await using app = await startServer(() => {
      const end = performance.now() + 700
      while (performance.now() < end);
      return text('')
    })

    await app.exchange(get('/slow?secret=1'))

    const line = await until(() => app.lines.find(({ msg }) => /blocked for/.test(String(msg))))
    assert.equal(line['route'], 'GET /slow')
  })
})

describe('stopping', () => {
  it('refuses new connections, answers the open ones, and closes them', async () => {
    const begun = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    await using app = await startServer(async () => {
      begun.resolve()
      await release.promise
      return text('done')
    })
    using busy = await app.connect()
    using idle = await app.connect()
    using silent = await app.connect()
    busy.send('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await begun.promise

    const stopped = app.server.stop({ graceMs: 1000 })
    await assert.rejects(untilRefused(app), { code: 'ECONNREFUSED' })
    idle.send('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await delay(150) // time: a request on an open connection has come
    release.resolve()

    for (const connection of [busy, idle]) {
      assert.match(await connection.end(), /connection: close\r\n[^]*done$/)
    }
    assert.equal(await silent.end(), '')
    await stopped
  })

  it('cuts off whatever has not ended at the limit', async () => {
    const begun = Promise.withResolvers<void>()
    await using app = await startServer(() => {
      begun.resolve()
      return new Promise(() => {})
    })
    using connection = await app.connect()
    connection.send('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await begun.promise

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

  it('reports in one line that the port is taken, and what to do', async () => {
    await using app = await startServer()

    await assert.rejects(listen('127.0.0.1', app.port), {
      code: 'E_SERVER_LISTEN',
      message: `Cannot listen on 127.0.0.1:${app.port} (EADDRINUSE). Another process is using this port: stop it, or set SERVER_PORT to a free one.`,
    })
  })

  it('reports in one line that the host does not belong to this machine', async () => {
    await assert.rejects(listen('192.0.2.1', 0), {
      code: 'E_SERVER_LISTEN',
      message: /EADDRNOTAVAIL/,
    })
  })
})

/** Connects until it fails: the port is closed once a few turns of the loop took no connection. */
async function untilRefused(app: Awaited<ReturnType<typeof startServer>>): Promise<void> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    using _connection = await app.connect()
    await delay(60) // time: a few turns of the loop
  }
}
