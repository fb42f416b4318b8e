import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findDifference } from './difference.ts'

const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'
const next = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi'

const differ = (node: string, sockets: string): boolean =>
  findDifference({ pieces: [], node, sockets }) !== undefined

describe('the difference between two engines', () => {
  it('is not where chunks end', () => {
    const joined = `${head}6\r\nonetwo\r\n0\r\n\r\n`
    const apart = `${head}3\r\none\r\n3\r\ntwo\r\n0\r\n\r\n`

    assert.ok(!differ(joined + apart + next, apart + joined + next))
  })

  it('is everything else', () => {
    const right = `${head}3\r\none\r\n3\r\ntwo\r\n0\r\n\r\n${next}`
    const wrong = {
      'other data': `${head}6\r\nonetwO\r\n0\r\n\r\n${next}`,
      'too long a size': `${head}7\r\nonetwo\r\n0\r\n\r\n${next}`,
      'an end that is missing': `${head}6\r\nonetwo\r\n${next}`,
      'a chunk more': `${head}6\r\nonetwo\r\n0\r\n\r\n0\r\n\r\n${next}`,
      'a size with a zero in front': `${head}06\r\nonetwo\r\n0\r\n\r\n${next}`,
      'an extension': `${head}6;a=b\r\nonetwo\r\n0\r\n\r\n${next}`,
      'a trailer': `${head}6\r\nonetwo\r\n0\r\nA: b\r\n\r\n${next}`,
      'chunks that no field announces': right.replace('Transfer-Encoding', 'X'),
      'another response after it': `${right}${next}`,
    }

    for (const [name, text] of Object.entries(wrong)) assert.ok(differ(right, text), name)
  })
})
