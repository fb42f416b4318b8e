import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRequest } from '../../../test/support/create-request.ts'
import { file } from '../../web/http/file.ts'
import type { Reply } from '../../web/http/reply.ts'
import { sendFile } from './send-file.ts'

const name = 'send-file.test.ts'
const root = import.meta.dirname

async function send(headers: Record<string, string>): Promise<Reply> {
  return sendFile(createRequest({ headers }), file(name, { root }))
}

function readText({ body }: Reply): Promise<string> {
  assert.ok(body instanceof ReadableStream)
  return new Response(body).text()
}

describe('sendFile', () => {
  it('answers conditional requests by the validators that it sends', async () => {
    const fresh = await send({})
    const etag = fresh.getHeader('etag') ?? ''

    const known = await send({ 'if-none-match': etag })
    const part = await send({ range: 'bytes=0-3' })
    const beyond = await send({ range: 'bytes=999999999-' })

    assert.deepEqual(
      [fresh, known, part, beyond].map(({ statusCode }) => statusCode),
      [200, 304, 206, 416],
    )
    await assert.rejects(send({ 'if-match': '"another"' }), { status: 412 })
  })

  it('sends a part only if `If-Range` is exactly the date of the file', async () => {
    const fresh = await send({})
    const [etag, date] = ['etag', 'last-modified'].map((header) => fresh.getHeader(header) ?? '')
    const sendPart = async (validator = '') =>
      (await send({ range: 'bytes=0-3', 'if-range': validator })).statusCode

    const exact = await sendPart(date)
    const weak = await sendPart(etag)
    const nested = await sendPart(`W/${etag}`)
    const later = await sendPart('Sun, 29 Nov 2099 20:51:33 GMT')

    assert.equal(exact, 206)
    assert.deepEqual([weak, nested, later], [200, 200, 200])
  })

  it('sends the whole file if more of its end was asked for than it has', async () => {
    const length = Number((await send({})).getHeader('content-length'))

    const end = await send({ range: 'bytes=-4' })
    const more = await send({ range: `bytes=-${length + 1}` })
    const several = await send({ range: `bytes=0-3, -${length + 1}` })

    assert.deepEqual(
      [end, more, several].map((reply) => [reply.statusCode, reply.getHeader('content-range')]),
      [
        [206, `bytes ${length - 4}-${length - 1}/${length}`],
        [206, `bytes 0-${length - 1}/${length}`],
        [206, `bytes 0-${length - 1}/${length}`],
      ],
    )
  })

  it('sends an empty file if its last bytes are asked for', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tenon-empty-'))
    writeFileSync(join(folder, 'empty.log'), '')
    const request = createRequest({ headers: { range: 'bytes=-1000' } })

    const reply = await sendFile(request, file('empty.log', { root: folder }))

    assert.deepEqual([reply.statusCode, await readText(reply)], [200, ''])
    rmSync(folder, { recursive: true })
  })

  it('has ranges for GET only, and conditions for GET and HEAD', async () => {
    const fresh = await send({})
    const etag = fresh.getHeader('etag') ?? ''
    const answer = async (method: string, headers: Record<string, string>) => {
      const reply = await sendFile(createRequest({ method, headers }), file(name, { root }))
      return [reply.statusCode, reply.getHeader('content-length')]
    }

    const answers = await Promise.all([
      answer('HEAD', { range: 'bytes=0-3' }),
      answer('POST', { range: 'bytes=0-3' }),
      answer('POST', { 'if-none-match': etag }),
      answer('POST', { 'if-match': '"another"' }),
      answer('HEAD', { 'if-none-match': etag }),
    ])

    const whole = [200, fresh.getHeader('content-length')]
    assert.deepEqual(answers, [whole, whole, whole, whole, [304, undefined]])
  })

  it('sends the whole file with a status of its own, whatever the client has', async () => {
    const etag = (await send({})).getHeader('etag') ?? ''
    const sendMissing = (headers: Record<string, string>) =>
      sendFile(createRequest({ headers }), file(name, { root }).status(404))
    const length = (await send({})).getHeader('content-length')

    const replies = await Promise.all([
      sendMissing({ range: 'bytes=0-3' }),
      sendMissing({ 'if-none-match': etag }),
      sendMissing({ 'if-match': '"another"' }),
    ])

    assert.deepEqual(
      replies.map((reply) => [reply.statusCode, reply.getHeader('content-length')]),
      Array.from({ length: 3 }, () => [404, length]),
    )
  })

  it('is 404 for a name that no file can have', async () => {
    const asked = (path: string) => sendFile(createRequest({}), file(path, { root }))

    await assert.rejects(asked('\ud800.txt'), { status: 404 })
    await assert.rejects(asked('\0.txt'), { status: 404 })
  })

  it('streams bytes even if no byte of the file is sent', async () => {
    const etag = (await send({})).getHeader('etag') ?? ''

    const known = await send({ 'if-none-match': etag })
    const beyond = await send({ range: 'bytes=999999999-' })
    const head = await sendFile(createRequest({ method: 'HEAD' }), file(name, { root }))

    assert.equal(await readText(known), '')
    assert.match(await readText(beyond), /Range Not Satisfiable/)
    assert.equal(await readText(head), '')
  })

  it('answers 404 for a symbolic link out of the root, and follows one within it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tenon-links-'))
    const inside = join(folder, 'root')
    mkdirSync(inside)
    writeFileSync(join(folder, 'secret.txt'), 'secret')
    writeFileSync(join(inside, 'own.txt'), 'own')
    symlinkSync('../secret.txt', join(inside, 'out.txt'))
    symlinkSync('..', join(inside, 'up'))
    symlinkSync('own.txt', join(inside, 'in.txt'))
    const read = async (path: string) =>
      readText(await sendFile(createRequest(), file(path, { root: inside })))

    assert.equal(await read('in.txt'), 'own')
    await assert.rejects(read('out.txt'), { status: 404 })
    await assert.rejects(read('up/secret.txt'), { status: 404 })
    rmSync(folder, { recursive: true })
  })

  it('keeps the headers that were set instead of its own', async () => {
    const pending = file(name, { root })
      .header('content-type', 'text/x-source')
      .header('etag', '"own"')
      .append('link', '<a>')
      .append('link', '<b>')

    const reply = await sendFile(createRequest(), pending)

    assert.equal(reply.contentType, 'text/x-source')
    const headers = reply.headers?.toArray() ?? []
    assert.deepEqual(headers.slice(-6), ['etag', '"own"', 'link', '<a>', 'link', '<b>'])
    assert.equal(headers.filter((header) => header === 'etag').length, 1)
  })
})
