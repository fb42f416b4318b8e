import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, rm, rmdir } from 'node:fs/promises'
import { setImmediate as tick, setTimeout as delay } from 'node:timers/promises'
import { defaultBodyLimits } from '../body/body-limits.ts'
import { BadRequest, HttpError, UnsupportedMediaType } from '../../base/support/http-error.ts'
import type { Exchange } from './exchange.ts'
import { RequestBody } from './request-body.ts'

function send(headers: Record<string, string>, content: string, { isInMemory = false } = {}) {
  const closing: (() => void)[] = []
  let reads = 0
  const exchange: Exchange = {
    method: 'POST',
    target: '/',
    headers,
    header: (name) => headers[name],
    remoteAddress: '::1',
    startedAt: 0,
    isEncrypted: false,
    readBody: () => {
      reads += 1
      const bytes = Buffer.from(content)
      return isInMemory ? bytes : Promise.resolve(bytes)
    },
    streamBody: async function* () {
      reads += 1
      yield Buffer.from(content)
    },
    onAbort: () => {},
    onClose: () => {},
    onRelease: (listener) => closing.push(listener),
  }
  return {
    body: new RequestBody(exchange, defaultBodyLimits),
    close: () => closing.forEach((listener) => listener()),
    reads: () => reads,
  }
}

const inMemory = { isInMemory: true }
const json = { 'content-type': 'application/json' }
const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' }
const multipart = { 'content-type': 'multipart/form-data; boundary=XX' }
const upload =
  '--XX\r\nContent-Disposition: form-data; name="title"\r\n\r\nHi\r\n' +
  '--XX\r\nContent-Disposition: form-data; name="photo"; filename="me.png"\r\n\r\nPNG\r\n--XX--\r\n'

const isStatus = (status: number) => (error: unknown) =>
  error instanceof HttpError && error.status === status

describe('RequestBody', () => {
  it('reads the body once and caches the result', async () => {
    const { body, reads } = send(json, '{"a":1}')

    assert.deepEqual(await body.json(), { a: 1 })
    assert.equal(await body.json(), await body.input())
    assert.equal(await body.text(), '{"a":1}')
    assert.equal(reads(), 1)
  })

  it('caches a failure too', async () => {
    const { body, reads } = send(json, '{')

    await assert.rejects(body.json(), BadRequest)
    await assert.rejects(body.json(), BadRequest)
    assert.equal(reads(), 1)
  })

  it('returns the input without a promise if the body is in memory', async () => {
    const { body, reads } = send(json, '{"a":1}', inMemory)

    const input = body.inputNow()

    assert.deepEqual(input, { a: 1 })
    assert.equal(await body.json(), input)
    assert.equal(await body.text(), '{"a":1}')
    assert.equal(reads(), 1)
    assert.deepEqual({ ...Object(send(urlencoded, 'a=1', inMemory).body.inputNow()) }, { a: '1' })
    assert.deepEqual({ ...Object(send({}, '', inMemory).body.inputNow()) }, {})
  })

  it('fails in the same way each time if the body is in memory', async () => {
    const { body, reads } = send(json, '{', inMemory)

    assert.throws(() => body.inputNow(), BadRequest)
    await assert.rejects(body.json(), BadRequest)
    await assert.rejects(body.input(), BadRequest)
    assert.equal(reads(), 1)
  })

  it('returns the input for every supported media type', async () => {
    assert.deepEqual(await send(json, '[1]').body.input(), [1])
    assert.equal(JSON.stringify(await send(urlencoded, 'a[b]=1').body.input()), '{"a":{"b":"1"}}')
    assert.equal(Object(await send(multipart, upload).body.input())['title'], 'Hi')
    assert.deepEqual(Object.keys(Object(await send({}, '').body.input())), [])
  })

  it('says with a 415 what it accepts', async () => {
    const headers = [{}, { 'content-type': 'image/png' }]

    for (const each of headers) {
      await assert.rejects(
        send(each, 'a').body.input(),
        /application\/json or a form/,
        JSON.stringify(each),
      )
    }
  })

  it('answers 415 for an unsupported media type', async () => {
    await assert.rejects(send({}, 'a').body.input(), isStatus(415))
    await assert.rejects(send({ 'content-type': 'text/plain' }, 'a').body.input(), isStatus(415))
    await assert.rejects(send(urlencoded, 'a=1').body.json(), isStatus(415))
    await assert.rejects(send(json, '{}').body.form(), isStatus(415))
    for (const type of [json, urlencoded, multipart]) {
      const { body } = send({ ...type, 'content-encoding': 'gzip' }, 'x')
      await assert.rejects(body.input(), UnsupportedMediaType, JSON.stringify(type))
    }
  })

  it('answers 413 without reading when a multipart body announces too large a length', async () => {
    const { body, reads } = send({ ...multipart, 'content-length': '1048577' }, upload)

    await assert.rejects(body.form(), isStatus(413))
    assert.equal(reads(), 0)
  })

  it('returns the files of a form and removes them when the exchange ends', async () => {
    const { body, close } = send(multipart, upload)
    const photo = await body.file('photo')
    assert.equal(photo?.name, 'me.png')
    assert.deepEqual(await body.files(), [photo])
    assert.equal(await body.file('title'), undefined)
    assert.equal(Buffer.from(await photo.bytes()).toString(), 'PNG')

    close()
    while (existsSync(photo.path)) await tick()
  })

  it('keeps a file that was moved', async () => {
    const { body, close } = send(multipart, upload)
    const photo = await body.file('photo')
    assert.ok(photo)
    const kept = `${photo.path}-kept`

    await photo.moveTo(kept)
    close()
    await tick()

    assert.equal(Buffer.from(await photo.bytes()).toString(), 'PNG')
    await rm(kept)
  })

  it('does not crash when a file cannot be removed', async () => {
    const { body, close } = send(multipart, upload)
    const photo = await body.file('photo')
    assert.ok(photo)
    await rm(photo.path)
    await mkdir(photo.path)

    close()
    await delay(20) // time: in which it would crash

    assert.ok(existsSync(photo.path))
    await rmdir(photo.path)
  })

  it('can read a form after its bytes, but not the bytes after the form', async () => {
    const first = send(multipart, upload).body
    await first.bytes()
    assert.equal((await first.form())['title'], 'Hi')

    const second = send(multipart, upload).body
    await second.form()
    await assert.rejects(second.bytes(), isStatus(415))
    await assert.rejects(toText(second.pieces()), isStatus(415))
  })

  it('streams a body that was already read, as often as requested', async () => {
    const { body, reads } = send(urlencoded, 'a=1')
    await body.form()

    assert.equal(await toText(body.pieces()), 'a=1')
    assert.equal(await toText(body.pieces()), 'a=1')
    assert.equal(reads(), 1)
  })

  it('cannot be read any other way once it has been streamed', async () => {
    const { body, reads } = send(json, '{}')
    const pieces = body.pieces()
    assert.equal(reads(), 0)

    assert.equal(await toText(pieces), '{}')
    await assert.rejects(body.json(), { code: 'E_BODY_STREAMED' })
    await assert.rejects(toText(body.pieces()), { code: 'E_BODY_STREAMED' })

    const form = send(multipart, upload).body
    await toText(form.pieces())
    await assert.rejects(form.bytes(), { code: 'E_BODY_STREAMED' })
  })
})

async function toText(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  let text = ''
  for await (const piece of pieces) text += Buffer.from(piece).toString()
  return text
}
