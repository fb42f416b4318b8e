import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { factoryText } from './model-templates.ts'
import { toNames } from './names.ts'
import { requestText } from './request-template.ts'
import { plainWords } from './words/words.ts'

const text = { kind: 'text', isNullable: false, isUnique: false, isIndexed: false }

describe('a factory', () => {
  it('makes mail addresses, and hashes the password by which its records log in', () => {
    const fields = [
      { ...text, name: 'email' },
      { ...text, name: 'password', isHidden: true },
    ]

    const factory = factoryText({ names: toNames('User'), fields })

    assert.match(factory, /email: `email\$\{n\}@example\.com`,/)
    assert.match(factory, /^import \{ hash \} from 'tenon\/auth'\n/)
    assert.match(factory, /export const password = 'correct horse battery'\n/)
    assert.match(factory, /password: \(\) => \(hashed \?\?= hash\.make\(password\)\),/)
  })

  it('leaves a password that clients are sent as it is, such as that of a network', () => {
    const factory = factoryText({
      names: toNames('Network'),
      fields: [{ ...text, name: 'password' }],
    })

    assert.match(factory, /password: `Password \$\{n\}`,/)
  })
})

describe('a request', () => {
  const requestOf = (field: object) =>
    requestText(
      { names: toNames('Post'), fields: [{ ...text, name: 'field', ...field }], words: plainWords },
      'form',
    )

  it('refuses integers out of range, before the column does', () => {
    const small = requestOf({ kind: 'integer' })
    const large = requestOf({ kind: 'bigint' })

    assert.match(small, /\.min\(-2147483648, 'Field must be at least -2147483648'\)/)
    assert.match(small, /\.max\(2147483647, 'Field must be at most 2147483647'\)/)
    assert.match(large, /\.refine\(\(count\) => BigInt\.asIntN\(64, count\) === count,/)
  })

  it('limits a text that is in an index, whose entries the database limits', () => {
    const unique = requestOf({ isUnique: true })
    const indexed = requestOf({ isIndexed: true })
    const plain = requestOf({})

    assert.match(unique, /\.max\(800, 'Field must have at most 800 characters'\)/)
    assert.match(indexed, /\.max\(800, /)
    assert.doesNotMatch(plain, /\.max\(/)
  })
})
