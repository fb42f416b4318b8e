import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { PartHeaders } from './part-headers.ts'

const part = (headerBytes: number, content: string) =>
  `--XX\r\n${'h'.repeat(headerBytes - 2)}\r\n\r\n${content}\r\n`

function measure(body: string, limitBytes: number, chunkBytes = body.length): void {
  const headers = new PartHeaders('XX', limitBytes)
  const bytes = Buffer.from(body)
  for (let i = 0; i < bytes.length; i += chunkBytes) headers.take(bytes.subarray(i, i + chunkBytes))
}

describe('PartHeaders', () => {
  it('accepts blocks up to the limit, wherever the chunks are split', () => {
    for (let chunkBytes = 1; chunkBytes < 60; chunkBytes++) {
      measure(`${part(20, 'a'.repeat(100))}${part(20, '')}--XX--\r\n`, 20, chunkBytes)
      measure(`${part(5, 'a')}--XX--${'epilogue'.repeat(10)}`, 20, chunkBytes)
      for (const body of [
        part(21, 'a'),
        part(5, 'a') + part(21, 'a'),
        part(5, '') + part(21, ''),
      ]) {
        const split = `${chunkBytes}: ${body}`
        assert.throws(() => measure(body, 20, chunkBytes), { status: 413 }, split)
      }
    }
  })

  it('refuses a block that never ends before it is complete', () => {
    const headers = new PartHeaders('XX', 100)
    headers.take(Buffer.from('--XX\r\n'))

    assert.throws(() => {
      for (let i = 0; i < 30; i++) headers.take(Buffer.from('hhhhh'))
    }, /header of a part/)
  })

  it('does not mistake content for a header', () => {
    measure(part(5, 'XX\r\n--X\r\n\r\n--YX\r\n'.repeat(1000)), 20, 7)
  })
})
