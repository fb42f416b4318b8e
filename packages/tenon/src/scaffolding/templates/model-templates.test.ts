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

  it('says of a number with too many digits before the point that they are too many', async () => {
    const messageOf = async (precision: number, scale: number, value: string) => {
      const request = requestOf({ kind: 'decimal', digits: { precision, scale } })
      const [, schema = ''] = /field: (z[^]*?),\n {2}\}\)/.exec(request) ?? []
      return findMessage(schema, value)
    }

    assert.equal(
      await messageOf(8, 2, '1234567.00'),
      'Field must have at most 6 digits before the point',
    )
    assert.equal(
      await messageOf(8, 2, '1.234'),
      'Field must be a number with up to 2 decimal places',
    )
    assert.equal(await messageOf(8, 2, '-123456.78'), undefined)
    assert.equal(await messageOf(3, 2, '12'), 'Field must have at most 1 digit before the point')
    assert.equal(await messageOf(4, 4, '1.5'), 'Field must be between -1 and 1')
    assert.equal(await messageOf(4, 4, '-0.5'), undefined)
    assert.equal(await messageOf(18, 0, '1'.repeat(19)), 'Field must have at most 18 digits')
    assert.equal(await messageOf(18, 0, '1'.repeat(18)), undefined)
  })

  it('says of a big integer with too many digits that it is out of range', async () => {
    const [, schema = ''] = /field: (z[^]*?),\n {2}\}\)/.exec(requestOf({ kind: 'bigint' })) ?? []

    assert.equal(await findMessage(schema, '9'.repeat(20)), 'Field is out of range')
    assert.equal(await findMessage(schema, '9'.repeat(19)), 'Field is out of range')
    assert.equal(await findMessage(schema, `${2n ** 63n}`), 'Field is out of range')
    assert.equal(await findMessage(schema, `${-(2n ** 63n)}`), undefined)
    assert.equal(await findMessage(schema, '1.5'), 'Field must be a whole number')
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

/** The first message of a generated schema for a value. */
async function findMessage(schema: string, value: string): Promise<string | undefined> {
  const zod = import.meta.resolve('zod')
  const source = `import { z } from '${zod}'\nexport const schema = ${schema}`
  const module = await import(`data:text/javascript,${encodeURIComponent(source)}`)
  return module.schema.safeParse(value).error?.issues[0].message
}
