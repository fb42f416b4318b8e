import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { factoryText } from './model-templates.ts'
import { toNames } from './names.ts'

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
