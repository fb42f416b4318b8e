import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isMailAddress } from './mail-address.ts'

const domain = `${'d'.repeat(60)}.`.repeat(3)

it('isMailAddress accepts one address', () => {
  const addresses = ['ada@example.com', "o'hara+news@mail.example", 'jürgen@bücher.example', 'a@b']

  assert.deepEqual(addresses.filter(isMailAddress), addresses)
})

it('isMailAddress refuses what cannot be sent to, or would be sent to somebody else', () => {
  const texts = [
    '',
    'ada',
    '@example.com',
    'ada@',
    'ada@example.com, bob@example.com',
    'Ada <ada@example.com>',
    '"ada"@example.com',
    'ada@example.com\nbcc: bob@example.com',
    'ada@exa mple.com',
    `${'a'.repeat(65)}@example.com`,
    `${'a'.repeat(64)}@${domain}example`,
  ]

  assert.deepEqual(texts.filter(isMailAddress), [])
})
