import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { file } from './file.ts'
import { stream, text } from './replies.ts'

describe('Reply', () => {
  it('keeps one header per name unless it is appended', () => {
    const reply = text('').header('X-A', '1').header('x-a', '2').append('link', 'a')

    reply.append('Link', 'b')

    assert.deepEqual(reply.headers?.toArray(), ['x-a', '2', 'link', 'a', 'link', 'b'])
    assert.equal(reply.getHeader('X-A'), '2')
  })

  it('names each header once in Vary', () => {
    const reply = text('').vary('Accept').vary('X-Inertia').vary('accept')

    assert.equal(reply.getHeader('vary'), 'Accept, X-Inertia')
  })

  it('keeps in Vary what was appended', () => {
    const reply = text('').append('vary', 'Accept').append('vary', 'Cookie').vary('Accept')

    assert.deepEqual(reply.headers?.toArray(), ['vary', 'Accept, Cookie'])
  })

  it('replaces another reply and takes its headers, cookies and error', () => {
    const error = new Error('What went wrong')
    const other = text('').append('link', 'a').append('link', 'b').cookie('c', 'd')
    other.error = error
    const reply = text('page').header('link', 'own').header('x-own', '1').cookie('a', 'b')

    reply.replace(other)

    assert.deepEqual(reply.headers?.toArray(), ['x-own', '1', 'link', 'a', 'link', 'b'])
    assert.deepEqual(
      reply.cookies?.map((cookie) => cookie.text.split(';')[0]),
      ['a=b', 'c=d'],
    )
    assert.equal(reply.error, error)
  })
})

describe('stream', () => {
  it('accepts an async iterable such as a generator, and ends it when the client cancels', async () => {
    let isEnded = false
    async function* rows(): AsyncGenerator<Uint8Array> {
      try {
        yield Buffer.from('first')
        yield Buffer.from('second')
      } finally {
        isEnded = true
      }
    }

    const { body } = stream(rows())

    assert.ok(body instanceof ReadableStream)
    const reader = body.getReader()
    assert.deepEqual(await reader.read(), { done: false, value: Buffer.from('first') })
    await reader.cancel()
    assert.equal(isEnded, true)
  })

  it('sends texts in UTF-8, also beside bytes', async () => {
    async function* lines(): AsyncGenerator<Uint8Array | string> {
      yield 'größer\r\n'
      yield Buffer.from('1\r\n')
    }

    const { body } = stream(lines())

    assert.equal(await new Response(body).text(), 'größer\r\n1\r\n')
  })
})

describe('file', () => {
  it('quotes the download name so that it cannot break out of the header', () => {
    const reply = file('/srv/a', { download: 'a"; b=\\c%20 (é).txt' })

    assert.equal(
      reply.getHeader('content-disposition'),
      `attachment; filename="a_; b=_c_20 (_).txt"; filename*=UTF-8''a%22%3B%20b%3D%5Cc%2520%20%28%C3%A9%29.txt`,
    )
  })
})
