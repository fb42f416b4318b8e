import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { toReply } from './to-reply.ts'

const remedy =
  'Return a page, a redirect, text, JSON, stream() or another reply; a middleware returns what next() gave.'

describe('toReply', () => {
  it('takes text, objects and arrays', () => {
    assert.equal(toReply('a', () => 'It').contentType, 'text/plain; charset=utf-8')
    assert.equal(toReply({ a: 1 }, () => 'It').body, '{"a":1}')
    assert.equal(toReply([1], () => 'It').body, '[1]')
  })

  it('takes a web Response over, whoever has made its class', async () => {
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
    assert.deepEqual(reply.headers?.toSorted(), ['b', 'c=d', 'set-cookie', 'x-a'])
    assert.equal(toReply(new OtherResponse(), () => 'It').statusCode, 202)
  })

  it('says of what was fetched neither the encoding nor the length, which are not true any more', async () => {
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

  it('refuses what is no answer, and names who returned it', () => {
    const results: [unknown, string][] = [
      [undefined, 'undefined'],
      [null, 'null'],
      [7, '7'],
      [Buffer.from('secret'), 'a Uint8Array'],
      [new ReadableStream(), 'a ReadableStream'],
    ]
    for (const [result, described] of results) {
      assert.throws(() => toReply(result, () => 'The handler of GET /'), {
        code: 'E_RESULT',
        message: `The handler of GET / returned ${described}. ${remedy}`,
      })
    }
  })
})
