import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { toReply } from './to-reply.ts'

const remedy = 'Return a page, a redirect, text, JSON, stream() or another reply.'

describe('toReply', () => {
  it('takes text, objects and arrays', () => {
    assert.equal(toReply('a', 'It').contentType, 'text/plain; charset=utf-8')
    assert.equal(toReply({ a: 1 }, 'It').body, '{"a":1}')
    assert.equal(toReply([1], 'It').body, '[1]')
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

    const reply = toReply(response, 'It')

    assert.equal(reply.statusCode, 201)
    assert.equal(reply.contentType, 'text/plain;charset=UTF-8')
    assert.deepEqual(reply.headers?.toSorted(), ['b', 'c=d', 'set-cookie', 'x-a'])
    assert.equal(toReply(new OtherResponse(), 'It').statusCode, 202)
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
      assert.throws(() => toReply(result, 'The handler of GET /'), {
        code: 'E_RESULT',
        message: `The handler of GET / returned ${described}. ${remedy}`,
      })
    }
  })
})
