import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseSize, toBytes, toSizeText } from './size.ts'

describe('parseSize', () => {
  it('reads a whole number and a unit', () => {
    const read = ['100b', '1kb', '500kb', '5mb', '2gb'].map(parseSize)

    assert.deepEqual(read, [100, 1024, 512_000, 5_242_880, 2_147_483_648])
  })

  it('returns undefined for anything else', () => {
    const read = ['', '5', 'mb', '-1mb', '1.5mb', '1e3b', '5 mb', '5MB', '5tb', '5mb '].map(
      parseSize,
    )

    assert.deepEqual(new Set(read), new Set([undefined]))
  })
})

describe('toBytes', () => {
  it('throws for a text that is not a size, and names the option', () => {
    assert.throws(() => toBytes('5 mb' as never, 'maxSize'), {
      code: 'E_SIZE',
      message: /^The maxSize "5 mb" is not a size\./,
    })
  })
})

describe('toSizeText', () => {
  it('is what people write', () => {
    const texts = [0, 1, 100, 1024, 5 * 1024 ** 2, 5_000_000, 3 * 1024 ** 3].map(toSizeText)

    assert.deepEqual(texts, ['0 bytes', '1 byte', '100 bytes', '1 kB', '5 MB', '4.7 MB', '3 GB'])
  })
})
