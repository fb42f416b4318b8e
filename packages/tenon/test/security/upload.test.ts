import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { existsSync, statSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { json } from '../../src/web/http/replies.ts'
import type { HttpRequest } from '../../src/web/http/request.ts'
import { TooManyRequests } from '../../src/base/support/http-error.ts'
import type { Middleware } from '../../src/web/routing/handler.ts'
import { del, fallback, post, put } from '../../src/web/routing/route.ts'
import { routes } from '../../src/web/routing/route-list.ts'
import { RawConnection } from '../server/raw-connection.ts'
import { until } from '../support/until.ts'
import { startApplication } from './start-application.ts'

const form = (content: string, fileName = 'a.txt') =>
  `--XX\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\n` +
  `Content-Type: text/html\r\n\r\n${content}\r\n--XX--\r\n`

const headers = { 'Content-Type': 'multipart/form-data; boundary=XX' }

const toPost = (body: string) =>
  `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: ${headers['Content-Type']}\r\n` +
  `Content-Length: ${body.length}\r\n\r\n${body}`

/** An application that reports where it found the upload, and what it was. */
function createUploads() {
  const paths: string[] = []
  const store = async (request: HttpRequest) => {
    const file = await request.file('file')
    if (file === undefined) return json(null)
    paths.push(file.path)
    const { name, type, sizeBytes: size, path } = file
    return json({ name, type, size, path, mode: statSync(path).mode & 0o777 })
  }
  return { paths, application: { routes: routes([post('/', store)]) } }
}

async function untilGone(path: string): Promise<void> {
  await until(() => !existsSync(path))
}

describe('an upload', () => {
  it('is stored under a generated name, unreadable for other users, until the request is answered', async () => {
    const uploads = createUploads()
    await using app = await startApplication(uploads.application)
    const names: readonly [sent: string, read: string][] = [
      ['../../../etc/passwd', 'passwd'],
      ['..\\..\\boot.ini', 'boot.ini'],
      ['/etc/cron.d/x', 'x'],
      ['a.php\x00.png', 'a.php.png'],
      ['..', 'file'],
      ['CON: ', 'CON'],
      ['a'.repeat(1000), 'a'.repeat(255)],
    ]

    for (const [sent, read] of names) {
      const answer = await app.send({ method: 'POST', headers, body: form('hello', sent) })
      const { path, ...rest } = JSON.parse(answer.body)
      assert.deepEqual(rest, { name: read, type: 'text/html', size: 5, mode: 0o600 }, sent)
      assert.match(path, /\/tenon-upload-[0-9a-f-]{36}$/, sent)
      await untilGone(path)
    }
  })

  it('leaves nothing behind when its client disconnects in the middle', async () => {
    const begun = Promise.withResolvers<void>()
    const read = Promise.withResolvers<string>()
    await using app = await startApplication({
      routes: routes([
        post('/', async (request: HttpRequest) => {
          begun.resolve()
          await request.form().catch((error: unknown) => read.resolve(String(error)))
          return json(null)
        }),
      ]),
    })
    using connection = await RawConnection.open(app.port)

    const body = form('hello'.repeat(1000))
    connection.send(toPost(body).slice(0, -2000))
    await begun.promise
    connection.socket.destroy()

    assert.match(await read.promise, /ended early/)
  })

  it('is kept while its handler runs, even if the client has disconnected', async () => {
    const stored = Promise.withResolvers<string>()
    const left = Promise.withResolvers<void>()
    const found = Promise.withResolvers<boolean>()
    await using app = await startApplication({
      routes: routes([
        post('/', async (request: HttpRequest) => {
          const file = await request.file('file')
          stored.resolve(file?.path ?? '')
          await left.promise
          found.resolve(existsSync(file?.path ?? ''))
          return json(null)
        }),
      ]),
    })
    using connection = await RawConnection.open(app.port)
    connection.send(toPost(form('hello')))

    const path = await stored.promise
    connection.socket.destroy()
    await delay(50) // time: in which the server notices
    left.resolve()

    assert.ok(await found.promise)
    await untilGone(path)
  })
})

describe('the body of a form that is not read', () => {
  const unread = () => json('unread')
  const limited = post('/limited', async (request: HttpRequest) => json(await request.form()))
  const list = routes([
    put('/posts', unread),
    post('/files', unread),
    limited.middleware(() => {
      throw new TooManyRequests(1)
    }),
    fallback(() => json('nothing').status(404)),
  ])
  const foreign = { 'Sec-Fetch-Site': 'cross-site' }
  const cases: readonly [path: string, headers: Record<string, string>, status: number][] = [
    ['/nothing', {}, 404],
    ['/posts', foreign, 403],
    ['/files', foreign, 403],
    ['/nothing', foreign, 403],
    ['/limited', {}, 429],
    ['/files', {}, 200],
  ]

  it('is refused before it arrives, based on its sender and target', async () => {
    await using app = await startApplication({ routes: list })

    for (const [path, extra, status] of cases) {
      using connection = await RawConnection.open(app.port)
      const lines = Object.entries({ ...headers, ...extra }).map((line) => line.join(': '))
      connection.send(
        `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900000\r\n` +
          `${lines.join('\r\n')}\r\n\r\n${form('hello').slice(0, -8)}`,
      )
      const answer = await connection.until(/\r\n\r\n/)
      assert.equal(Number(answer.slice(9, 12)), status, `${path} ${JSON.stringify(extra)}`)
    }
  })

  it('is not stored before middleware lets it through if it is searched for _method', async () => {
    const refuse: Middleware = () => {
      throw new TooManyRequests(1)
    }
    const both = routes([post('/', unread).middleware(refuse), put('/', unread)])
    await using app = await startApplication({ routes: both })
    using connection = await RawConnection.open(app.port)

    const body = form('hello'.repeat(40_000))
    connection.send(toPost(body).replace(`Length: ${body.length}`, 'Length: 900000'))

    assert.match(await connection.until(/\r\n\r\n/), /^HTTP\/1\.1 429 /)
  })

  it('is stored once for the route chosen by the field _method', async () => {
    const told = async (request: HttpRequest) => {
      const file = await request.file('file')
      return json({ method: request.method, size: file?.sizeBytes })
    }
    const list = routes([put('/', told), del('/', told)])
    await using app = await startApplication({ routes: list })
    const named = `--XX\r\nContent-Disposition: form-data; name="_method"\r\n\r\nDELETE\r\n`

    for (const length of [5, 200_000]) {
      const body = named + form('h'.repeat(length))
      const answer = await app.send({ method: 'POST', headers, body })
      assert.equal(answer.body, `{"method":"DELETE","size":${length}}`, String(length))
    }
  })

  it('can be streamed to its destination while it arrives', async () => {
    const stream = post('/', async (request: HttpRequest) => {
      let bytes = 0
      for await (const piece of request.web().body ?? []) bytes += piece.length
      return json(bytes)
    })
    const list = routes([stream, put('/', unread)])
    await using app = await startApplication({ routes: list })
    const body = form('hello'.repeat(1000))

    const answer = await app.send({ method: 'POST', headers, body })

    assert.equal(answer.body, String(body.length))
  })
})
