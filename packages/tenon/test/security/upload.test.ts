import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { existsSync, statSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { json } from '../../src/http/replies.ts'
import type { HttpRequest } from '../../src/http/request.ts'
import { post } from '../../src/routing/route.ts'
import { routes } from '../../src/routing/route-list.ts'
import { RawConnection } from '../server/raw-connection.ts'
import { startApplication } from './start-application.ts'

const form = (content: string, fileName = 'a.txt') =>
  `--XX\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\n` +
  `Content-Type: text/html\r\n\r\n${content}\r\n--XX--\r\n`

const headers = { 'Content-Type': 'multipart/form-data; boundary=XX' }

const toPost = (body: string) =>
  `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: ${headers['Content-Type']}\r\n` +
  `Content-Length: ${body.length}\r\n\r\n${body}`

/** An application that tells where it found the upload, and what it was. */
function createUploads() {
  const paths: string[] = []
  const store = async (request: HttpRequest) => {
    const file = await request.file('file')
    if (file === undefined) return json(null)
    paths.push(file.path)
    const { name, type, size, path } = file
    return json({ name, type, size, path, mode: statSync(path).mode & 0o777 })
  }
  return { paths, application: { routes: routes([post('/', store)]) } }
}

async function untilGone(path: string): Promise<void> {
  while (existsSync(path)) await delay(5)
}

describe('an upload', () => {
  it('lies under a generated name, for nobody else to read, until it is answered', async () => {
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
      assert.deepEqual(rest, { name: read, type: 'text/html', size: 5, mode: 0o600 })
      assert.match(path, /\/tenon-upload-[0-9a-f-]{36}$/)
      await untilGone(path)
    }
  })

  it('leaves nothing behind when its client leaves in the middle', async () => {
    const read = Promise.withResolvers<string>()
    await using app = await startApplication({
      routes: routes([
        post('/', async (request: HttpRequest) => {
          await request.form().catch((error: unknown) => read.resolve(String(error)))
          return json(null)
        }),
      ]),
    })
    using connection = await RawConnection.open(app.port)

    const body = form('hello'.repeat(1000))
    connection.send(toPost(body).slice(0, -2000))
    await delay(50)
    connection.socket.destroy()

    assert.match(await read.promise, /ended early/)
  })

  it('stays where it is while its handler runs, when its client has left', async () => {
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
    await delay(50)
    left.resolve()

    assert.ok(await found.promise)
    await untilGone(path)
  })
})
