import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { text } from '../../src/web/http/replies.ts'
import { startServer } from '../server/start-server.ts'

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])
const close = 'Connection: close\r\n'

/**
 * Asserts that a request was refused: a status, a reason, the security headers, and a closed
 * connection.
 */
function assertRefused(answer: string, status: number, what: string): void {
  assert.equal(statusOf(answer), status, `${what}: ${answer.slice(0, 60)}`)
  assert.match(answer, /\r\nx-content-type-options: nosniff\r\n/, what)
  assert.match(answer, /\r\ncontent-type: text\/plain; charset=utf-8\r\n/, what)
  assert.match(answer, /\r\nconnection: close\r\n/, what)
  assert.match(answer, new RegExp(`\\r\\n\\r\\n${status} `), what)
}

describe('a request target', () => {
  it('is refused when it does not follow the grammar', async () => {
    await using app = await startServer()
    const targets = [
      '/a#b',
      '#',
      '/\x7f',
      '/\xff',
      '/\xc3\xbc',
      'a',
      '*',
      'example.com:80',
      'javascript:alert(1)',
      'ftp://localhost/',
      'http://',
      'http:///a',
      'http://evil.com/',
      'http://user@localhost/',
      'http://localhost:81/',
      'http://localhost\\@evil.com/',
      'http://localhost#/',
      'http://localhost/#a',
      'http://localhost.evil.com/',
    ]

    for (const target of targets) {
      const answer = await app.exchange(`GET ${target} HTTP/1.1\r\nHost: localhost\r\n${close}\r\n`)
      assertRefused(answer, 400, target)
    }
  })

  it('is the same behind several spaces, which a line that has no others can only mean one way', async () => {
    await using app = await startServer()

    const answer = await app.exchange(`GET   /a HTTP/1.1\r\nHost: localhost\r\n${close}\r\n`)

    assert.equal(statusOf(answer), 200)
  })

  it('is refused if it contains a control character or a space, whatever the parser calls it', async () => {
    await using app = await startServer()

    for (const target of ['/a b', '/\x00', '/\x01', '/a\tb', '/a\x0bb', '/a\nb', '/a\rb']) {
      const answer = await app.exchange(`GET ${target} HTTP/1.1\r\nHost: localhost\r\n${close}\r\n`)
      assertRefused(answer, 400, JSON.stringify(target))
    }
  })

  it('is accepted unchanged, in origin form and in absolute form for the own host', async () => {
    await using app = await startServer(({ target }) => text(target))
    const targets: readonly [sent: string, read: string][] = [
      ['/', '/'],
      ['//evil.com/a', '//evil.com/a'],
      ['/a/../b//c?d=e?f', '/a/../b//c?d=e?f'],
      ['/%2e%2F%00', '/%2e%2F%00'],
      ['/!$&\'()*+,;=:@-._~|{}^`<>[]"\\', '/!$&\'()*+,;=:@-._~|{}^`<>[]"\\'],
      ['http://localhost/a?b', '/a?b'],
      ['HTTP://LOCALHOST:80/a', '/a'],
      ['https://localhost?b', '/?b'],
      ['http://localhost', '/'],
    ]

    for (const [sent, read] of targets) {
      const answer = await app.exchange(`GET ${sent} HTTP/1.1\r\nHost: localhost\r\n${close}\r\n`)
      assert.equal(statusOf(answer), 200, sent)
      assert.equal(answer.slice(answer.indexOf('\r\n\r\n') + 4), read, sent)
    }
  })

  it('is refused with 414 beyond 8 kB, even when it fills the header space', async () => {
    await using app = await startServer()
    const ask = (length: number) =>
      app.exchange(`GET /${'a'.repeat(length - 1)} HTTP/1.1\r\nHost: localhost\r\n${close}\r\n`)

    assert.equal(statusOf(await ask(8192)), 200)
    for (const length of [8193, 16_000, 17_000, 100_000]) {
      assertRefused(await ask(length), 414, String(length))
    }
  })

  it('may be * for OPTIONS, which does not reach the application', async () => {
    await using app = await startServer()

    assert.equal(statusOf(await app.exchange(`OPTIONS * HTTP/1.1\r\nHost: a\r\n${close}\r\n`)), 204)
  })
})

describe('the host', () => {
  it('is refused when it is missing, duplicated or malformed', async () => {
    await using app = await startServer()
    const heads = [
      '',
      'Host:\r\n',
      'Host: a\r\nHost: a\r\n',
      'Host: a\r\nHOST: b\r\n',
      'Host: a, b\r\n',
      'Host: a b\r\n',
      'Host: a/b\r\n',
      'Host: a?b\r\n',
      'Host: a#b\r\n',
      'Host: u@a\r\n',
      'Host: a:\r\n',
      'Host: a:b\r\n',
      'Host: a:999999\r\n',
      'Host: ..\r\n',
      'Host: a..b\r\n',
      'Host: [::1\r\n',
      'Host: ::1\r\n',
      'Host: a\xff\r\n',
      `Host: ${'a'.repeat(300)}\r\n`,
      'Host: http://a\r\n',
    ]

    for (const head of heads) {
      assertRefused(await app.exchange(`GET / HTTP/1.1\r\n${head}${close}\r\n`), 400, head)
    }
  })

  it('may be a name or an address, with or without a port', async () => {
    await using app = await startServer(({ host }) => text(host))

    for (const host of ['a', 'a.b:80', 'A.B.', '127.0.0.1:8080', '[::1]:80', 'x_y']) {
      const answer = await app.exchange(`GET / HTTP/1.1\r\nHost: ${host}\r\n${close}\r\n`)
      assert.ok(answer.endsWith(`\r\n\r\n${host}`), host)
    }
  })

  it('may be missing in HTTP/1.0', async () => {
    await using app = await startServer()

    assert.equal(statusOf(await app.exchange('GET / HTTP/1.0\r\n\r\n')), 200)
  })
})

describe('request smuggling', () => {
  const heads: readonly string[] = [
    'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n',
    'Content-Length: 5\r\nContent-Length: 6\r\n',
    'Content-Length: 5, 6\r\n',
    'Content-Length: +5\r\n',
    'Content-Length: -1\r\n',
    'Content-Length: 0x5\r\n',
    'Content-Length: 5 5\r\n',
    'Content-Length: 99999999999999999999\r\n',
    'Content-Length : 5\r\n',
    'Transfer-Encoding: chunked, identity\r\n',
    'Transfer-Encoding: xchunked\r\nContent-Length: 5\r\n',
    'Transfer-Encoding : chunked\r\n',
    'X: a\r\n Transfer-Encoding: chunked\r\n',
    'X: a\rTransfer-Encoding: chunked\r\n',
    'X: a\nContent-Length: 5\r\n\x00',
    'X\x00: a\r\n',
    'X: a\x00b\r\n',
    ': a\r\n',
    'no colon\r\n',
    'X Y: a\r\n',
  ]

  it('is prevented: a request with ambiguous framing is refused', async () => {
    let dispatched = 0
    await using app = await startServer(() => {
      dispatched += 1
      return text('pong')
    })

    for (const head of heads) {
      dispatched = 0
      const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n'
      const answer = await app.exchange(
        `POST / HTTP/1.1\r\nHost: a\r\n${head}\r\n0\r\n\r\n${smuggled}`,
      )
      assertRefused(answer, 400, JSON.stringify(head))
      assert.ok(
        dispatched <= 1,
        `${JSON.stringify(head)} reached the application ${dispatched} times`,
      )
    }
  })

  it('is prevented: a malformed chunk is refused', async () => {
    await using app = await startServer(async (request) => text(await request.text()))
    const bodies = [
      'x\r\n',
      '-1\r\n',
      '0x5\r\nhello\r\n',
      '5\nhello\r\n',
      '5\r\nhello0\r\n\r\n',
      '5;a="\n"\r\n',
    ]

    for (const body of bodies) {
      const answer = await app.exchange(
        `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${body}`,
      )
      assertRefused(answer, 400, JSON.stringify(body))
    }
  })
})

describe('a request that is not HTTP/1', () => {
  it('is refused', async () => {
    await using app = await startServer()
    const requests = [
      'hello\r\n\r\n',
      '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      'GET / HTTP/9.9\r\nHost: a\r\n\r\n',
      'GET / HTTP/2.0\r\nHost: a\r\n\r\n',
      'GET / HTTP/2.0\r\n\r\n',
      'GET / HTTP/0.9\r\nHost: a\r\n\r\n',
      'GET /\r\n\r\n',
      'get / HTTP/1.1\r\nHost: a\r\n\r\n',
      'BREW / HTTP/1.1\r\nHost: a\r\n\r\n',
    ]

    for (const request of requests) assertRefused(await app.exchange(request), 400, request)
  })

  it('is refused if it asks for a tunnel, and answered if it only offers another protocol', async () => {
    await using app = await startServer()
    const upgrade = `GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: upgrade, close\r\n\r\n`

    assertRefused(await app.exchange('CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n'), 405, 'CONNECT')
    assert.equal(statusOf(await app.exchange(upgrade)), 200)
  })

  it('is refused with 417 for an expectation that is not 100-continue', async () => {
    await using app = await startServer()

    const answer = await app.exchange('GET / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n')
    assertRefused(answer, 417, 'Expect')
  })
})

describe('a tunnel that is refused', () => {
  it('does not end the process if its client resets the connection', async () => {
    await using app = await startServer()

    for (let i = 0; i < 50; i++) {
      using connection = await app.connect()
      connection.send('CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n')
      if (i % 2 === 0) await delay(1) // time: now and then the server is faster
      connection.socket.resetAndDestroy()
    }

    assert.equal(statusOf(await app.exchange(`GET / HTTP/1.1\r\nHost: a\r\n${close}\r\n`)), 200)
  })
})

describe('limits of a request', () => {
  it('refuses more than 16 kB of headers, or more than 200 of them, with 431', async () => {
    await using app = await startServer()
    const ask = (head: string) => app.exchange(`GET / HTTP/1.1\r\nHost: a\r\n${close}${head}\r\n`)

    assert.equal(statusOf(await ask(`X: ${'a'.repeat(15_000)}\r\n`)), 200)
    assert.equal(statusOf(await ask('X: a\r\n'.repeat(198))), 200)
    assertRefused(await ask(`X: ${'a'.repeat(17_000)}\r\n`), 431, 'value')
    assertRefused(await ask(`${'a'.repeat(17_000)}: x\r\n`), 431, 'name')
    assertRefused(await ask('X: a\r\n'.repeat(199)), 431, 'count')
    assertRefused(await ask('X: a\r\n'.repeat(5000)), 431, 'thousands')
    assertRefused(await ask(`X: ${'a'.repeat(1_000_000)}\r\n`), 431, 'megabyte')
  })

  it('refuses endless chunk extensions with 413', async () => {
    await using app = await startServer(async (request) => text(await request.text()))

    const answer = await app.exchange(
      `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5;${'a'.repeat(20_000)}\r\n`,
    )
    assertRefused(answer, 413, 'extension')
  })

  it('answers 408 if headers or bodies do not arrive in time', async () => {
    // On a busy machine the start may arrive late, and a connection that is silent until then is closed without an answer.
    await using app = await startServer(async (request) => text(await request.text()), {
      limits: { headersTimeoutMs: 1500, requestTimeoutMs: 1500 },
    })

    await Promise.all(
      ['GET / HTTP/1.1\r\nHo', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\na'].map(
        async (slow) => assertRefused(await app.exchange(slow), 408, slow),
      ),
    )
  })

  it('closes a silent connection', async () => {
    await using app = await startServer(undefined, { limits: { headersTimeoutMs: 100 } })

    assert.equal(await app.exchange(''), '')
  })

  it('reads pipelined requests one after another, and answers in order', async () => {
    await using app = await startServer(async ({ target }) => {
      await delay(target === '/1' ? 5 : 0) // time: the first takes longest
      return text(target)
    })
    const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n`

    const answer = await app.exchange(`${ask('/1')}\r\n${ask('/2')}\r\n${ask('/3')}${close}\r\n`)

    assert.deepEqual(answer.match(/\r\n\r\n\/\d/g), ['\r\n\r\n/1', '\r\n\r\n/2', '\r\n\r\n/3'])
  })
})

describe('a transfer coding', () => {
  it('is refused with 501 unless it is only chunked', async () => {
    await using app = await startServer()

    for (const coding of ['gzip, chunked', 'x-own, chunked']) {
      const answer = await app.exchange(
        `POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: ${coding}\r\n\r\n0\r\n\r\n`,
      )
      assertRefused(answer, 501, coding)
    }
  })

  it('closes the connection of an HTTP/1.0 client', async () => {
    await using app = await startServer()

    const answer = await app.exchange(
      'POST / HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.0\r\n\r\n',
    )

    assert.equal(answer.match(/HTTP\/1\.1 /g)?.length, 1)
    assert.match(answer, /^HTTP\/1\.1 200 [^]*\r\nconnection: close\r\n/i)
  })
})
