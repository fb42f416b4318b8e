import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { createRequest } from '../../test/support/create-request.ts'
import { file, type FileBody } from '../http/file.ts'
import type { Reply } from '../http/reply.ts'
import { sendFile } from './send-file.ts'

const name = 'send-file.test.ts'
const root = import.meta.dirname
const body: FileBody = { kind: 'file', path: name, root }

async function send(headers: Record<string, string>): Promise<Reply> {
  return sendFile(createRequest({ headers }), file(name, { root }), body)
}

function readText({ body }: Reply): Promise<string> {
  assert.ok(body instanceof ReadableStream)
  return new Response(body).text()
}

describe('sendFile', () => {
  it('answers conditions by the validators that it sends', async () => {
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

  it('streams bytes, also where no byte of the file is sent', async () => {
    const etag = (await send({})).getHeader('etag') ?? ''

    const known = await send({ 'if-none-match': etag })
    const beyond = await send({ range: 'bytes=999999999-' })
    const head = await sendFile(createRequest({ method: 'HEAD' }), file(name, { root }), body)

    assert.equal(await readText(known), '')
    assert.match(await readText(beyond), /Range Not Satisfiable/)
    assert.equal(await readText(head), '')
  })

  it('keeps what was set, in place of its own', async () => {
    const pending = file(name, { root })
      .header('content-type', 'text/x-source')
      .header('etag', '"own"')
      .append('link', '<a>')
      .append('link', '<b>')

    const reply = await sendFile(createRequest(), pending, body)

    assert.equal(reply.contentType, 'text/x-source')
    const headers = reply.headers ?? []
    assert.deepEqual(headers.slice(-6), ['etag', '"own"', 'link', '<a>', 'link', '<b>'])
    assert.equal(headers.filter((header) => header === 'etag').length, 1)
  })
})
