import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isAnyNamed } from './kept-of-mails.ts'

describe('whether a text names a person', () => {
  const names = ['smith@acme.co']

  it('finds the address by itself, in JSON, sentences, keys and links', () => {
    const texts = [
      '{"onlyTo":"Smith@acme.co"}',
      'Sent to smith@acme.co.',
      "values ('smith@acme.co')",
      'lane/smith@acme.co',
      '?email=smith@acme.co&x=1',
      '<smith@acme.co>, other',
      JSON.stringify('From:\nsmith@acme.co\tsmith'),
    ]

    assert.deepEqual(
      texts.filter((text) => !isAnyNamed(text, names)),
      [],
    )
  })

  it('does not find it in a longer address, or in one that only JavaScript folds to the same', () => {
    const texts = [
      'john.smith@acme.co',
      'john-smith@acme.co',
      "o'smith@acme.co",
      'john!smith@acme.co',
      'smith@acme.co.uk',
      'smith@acme.com',
      'smith@acme.co-op.example',
    ]

    assert.deepEqual(
      texts.filter((text) => isAnyNamed(text, names)),
      [],
    )
    assert.equal(isAnyNamed('\u212Aate@acme.co', ['kate@acme.co']), false)
  })
})
