import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { JoinedBytes } from './joined-bytes.ts'

const joined = (...pieces: readonly string[]): JoinedBytes => {
  const bytes = new JoinedBytes()
  for (const piece of pieces) bytes.add(Buffer.from(piece))
  return bytes
}
const textOf = (bytes: JoinedBytes): string => Buffer.from(bytes.toBytes()).toString()

describe('JoinedBytes', () => {
  it('are what has arrived, in its order', () => {
    const sent = [[], [''], ['whole'], ['', 'a', ''], ['a', 'bc', 'd', '', 'efghij', 'k']]

    assert.deepEqual(
      sent.map((pieces) => textOf(joined(...pieces))),
      sent.map((pieces) => pieces.join('')),
    )
  })

  it('take at most twice their size, however small the pieces are', () => {
    const bytes = joined(...Array<string>(1025).fill('x'))

    assert.equal(bytes.length, 1025)
    assert.equal(bytes.heldBytes, 2048)
  })

  it('take what is expected once a sixteenth of it has arrived, and more if more arrives', () => {
    const bytes = new JoinedBytes(1024)
    const held = (length: number): number => {
      while (bytes.length < length) bytes.add(Buffer.from('x'))
      return bytes.heldBytes
    }

    assert.deepEqual([held(63), held(64), held(1024), held(1025)], [64, 64, 1024, 2048])
    assert.equal(bytes.toBytes().length, 1025)
  })

  it('hold no more than what arrives if less than a sixteenth of what is expected does', () => {
    const bytes = new JoinedBytes(Infinity)
    for (let i = 0; i < 1025; i++) bytes.add(Buffer.from('x'))

    assert.equal(bytes.heldBytes, 2048)
  })

  it('do not copy a single piece', () => {
    const piece = Buffer.from('whole')
    const bytes = new JoinedBytes()

    bytes.add(piece)

    assert.equal(bytes.toBytes(), piece)
  })

  it('leave alone what they are made of, and what was taken of them', () => {
    const slab = Buffer.from('ab------')
    const bytes = new JoinedBytes()
    bytes.add(slab.subarray(0, 2))
    const before = bytes.toBytes()
    bytes.add(Buffer.from('c'))
    const then = bytes.toBytes()
    bytes.add(Buffer.from('d'))

    assert.deepEqual(
      [slab, before, then, bytes.toBytes()].map((taken) => Buffer.from(taken).toString()),
      ['ab------', 'ab', 'abc', 'abcd'],
    )
  })
})
