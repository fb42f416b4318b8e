import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { NotFound } from '../../base/support/http-error.ts'
import { toReply } from './to-reply.ts'

const remedy =
  'Return a page, a redirect, text, JSON, stream() or another reply; middleware must return the result of next() or a reply.'

describe('toReply', () => {
  it('converts text, objects and arrays', () => {
    assert.equal(toReply('a', () => 'It').contentType, 'text/plain; charset=utf-8')
    assert.equal(toReply({ a: 1 }, () => 'It').body, '{"a":1}')
    assert.equal(toReply([1], () => 'It').body, '[1]')
  })

  it('uses toJSON() if the object has it', () => {
    const record = new (class {
      toJSON = () => ({ id: 1 })
    })()

    assert.equal(toReply(record, () => 'It').body, '{"id":1}')
    assert.equal(toReply(Object.create(null), () => 'It').body, '{}')
  })

  it('throws an error that was returned', () => {
    const error = new NotFound('No such todo')

    assert.throws(
      () => toReply(error, () => 'It'),
      (thrown) => thrown === error,
    )
  })

  it('converts a web Response, including one from another library', async () => {
    const response = new Response('a', {
      status: 201,
      headers: { 'x-a': 'b', 'set-cookie': 'c=d' },
    })
    class OtherResponse {
      readonly [Symbol.toStringTag] = 'Response'
      readonly status = 202
      readonly headers = new Headers()
      readonly body = null
    }

    const reply = toReply(response, () => 'It')

    assert.equal(reply.statusCode, 201)
    assert.equal(reply.contentType, 'text/plain;charset=UTF-8')
    assert.deepEqual(reply.headers?.toArray().toSorted(), ['b', 'c=d', 'set-cookie', 'x-a'])
    assert.equal(toReply(new OtherResponse(), () => 'It').statusCode, 202)
  })

  it('drops the encoding and length headers of a fetched response, because fetch has decompressed it', async () => {
    const origin = createServer((_request, response) => {
      response.setHeader('content-encoding', 'gzip').setHeader('x-a', 'b').end(gzipSync('whole'))
    }).listen(0)
    await once(origin, 'listening')
    const { port } = origin.address() as AddressInfo

    const reply = toReply(await fetch(`http://127.0.0.1:${port}`), () => 'It')
    const body = await new Response(reply.body as ReadableStream).text()
    origin.close()

    assert.equal(body, 'whole')
    assert.equal(reply.getHeader('x-a'), 'b')
    assert.equal(reply.getHeader('content-encoding'), undefined)
    assert.equal(reply.getHeader('content-length'), undefined)
    const own = new Response('a', { headers: { 'content-encoding': 'x', 'content-length': '1' } })
    assert.equal(toReply(own, () => 'It').getHeader('content-encoding'), 'x')
  })

  it('refuses a result that is not a response, and names what returned it', () => {
    const results: [unknown, string][] = [
      [undefined, 'undefined'],
      [null, 'null'],
      [7, '7'],
      [Buffer.from('secret'), 'a Uint8Array'],
      [new ReadableStream(), 'a ReadableStream'],
      [new Map([['a', 1]]), 'a Map'],
      [new Set([1]), 'a Set'],
      [new Blob(['a']), 'a Blob'],
      [new FormData(), 'a FormData'],
      [new URLSearchParams('a=1'), 'a URLSearchParams'],
      [
        new (class Todo {
          title = 'a'
        })(),
        'a Todo',
      ],
    ]
    for (const [result, described] of results) {
      assert.throws(
        () => toReply(result, () => 'The handler of GET /'),
        {
          code: 'E_RESULT',
          message: `The handler of GET / returned ${described}. ${remedy}`,
        },
        described,
      )
    }
  })
})
