import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseKey } from './parse-key.ts'
import { STRING_KEY_LIMIT } from './types/text.ts'

describe('parseKey of an integer column', () => {
  it('accepts canonical decimals within 32 bits', () => {
    const texts = ['0', '7', '-7', '2147483647', '-2147483648']

    const keys = texts.map((text) => parseKey('integer', text))

    assert.deepEqual(keys, [0, 7, -7, 2147483647, -2147483648])
  })

  it('rejects every other way to write a number', () => {
    const texts = [
      '',
      '+1',
      '1e3',
      '0x10',
      ' 1',
      '1 ',
      '１',
      '01',
      '-0',
      '1.0',
      '1_0',
      'NaN',
      '1\n',
    ]

    const keys = texts.map((text) => parseKey('integer', text))

    assert.deepEqual(new Set(keys), new Set([undefined]))
  })

  it('rejects values that do not fit into 32 bits', () => {
    assert.equal(parseKey('integer', '2147483648'), undefined)
    assert.equal(parseKey('integer', '-2147483649'), undefined)
    assert.equal(parseKey('integer', '9'.repeat(400)), undefined)
  })
})

describe('parseKey of a bigint column', () => {
  it('accepts canonical decimals within 64 bits', () => {
    assert.equal(parseKey('bigint', '9223372036854775807'), 9223372036854775807n)
    assert.equal(parseKey('bigint', '-9223372036854775808'), -9223372036854775808n)
    assert.equal(parseKey('bigint', '0'), 0n)
  })

  it('rejects values that are not canonical or do not fit into 64 bits', () => {
    assert.equal(parseKey('bigint', '9223372036854775808'), undefined)
    assert.equal(parseKey('bigint', '-9223372036854775809'), undefined)
    assert.equal(parseKey('bigint', '1n'), undefined)
    assert.equal(parseKey('bigint', '007'), undefined)
  })
})

describe('parseKey of a uuid column', () => {
  it('accepts the 8-4-4-4-12 form in any case and returns lower case', () => {
    const key = parseKey('uuid', '0192F0C1-7C3A-7B1E-8F00-0A1B2C3D4E5F')

    assert.equal(key, '0192f0c1-7c3a-7b1e-8f00-0a1b2c3d4e5f')
  })

  it('rejects braces, missing dashes and other letters', () => {
    const texts = [
      '{0192f0c1-7c3a-7b1e-8f00-0a1b2c3d4e5f}',
      '0192f0c17c3a7b1e8f000a1b2c3d4e5f',
      '0192f0c1-7c3a-7b1e-8f00-0a1b2c3d4e5g',
      '0192f0c1-7c3a-7b1e-8f00-0a1b2c3d4e5f\n',
    ]

    const keys = texts.map((text) => parseKey('uuid', text))

    assert.deepEqual(new Set(keys), new Set([undefined]))
  })
})

describe('parseKey of a text column', () => {
  it('accepts strings unchanged', () => {
    assert.equal(parseKey('text', 'Ünï c/ode '), 'Ünï c/ode ')
  })

  it('rejects the empty string, NUL characters and more than its limit', () => {
    assert.equal(parseKey('text', ''), undefined)
    assert.equal(parseKey('text', 'a\0b'), undefined)
    assert.equal(parseKey('text', 'a'.repeat(STRING_KEY_LIMIT)), 'a'.repeat(STRING_KEY_LIMIT))
    assert.equal(parseKey('text', 'a'.repeat(STRING_KEY_LIMIT + 1)), undefined)
    const ships = '🚢'.repeat(STRING_KEY_LIMIT)
    assert.equal(parseKey('text', ships), ships)
    assert.equal(parseKey('text', `${ships}a`), undefined)
  })
})

describe('parseKey of a column that cannot be a key', () => {
  it('rejects everything', () => {
    assert.equal(parseKey('boolean', 'true'), undefined)
  })
})
