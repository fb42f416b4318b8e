import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compileText } from '../../../base/language/compile-text.ts'
import { hasBarePlural } from './bare-plurals.ts'

describe('hasBarePlural', () => {
  const isBare = (text: string, language: string) => hasBarePlural(compileText(text), language)

  it('finds a plural with one form for all numbers, unless the language has no other', () => {
    const bare = '{count, plural, other {# days}}'

    const found = ['en', 'de', 'ar', 'ja'].map((language) => isBare(bare, language))

    assert.deepEqual(found, [true, true, true, false])
    assert.equal(isBare('{place, selectordinal, other {#th}}', 'en'), true)
  })

  it('looks into branches, and lets a text leave out numbers that do not occur', () => {
    const nested = '{who, select, ada {{count, plural, other {# Tage}}} other {Tage}}'

    assert.equal(isBare(nested, 'de'), true)
    assert.equal(isBare('{count, plural, =1 {ein Tag} other {# Tage}}', 'de'), false)
    assert.equal(isBare('{count, plural, one {# day} other {# days}}', 'ar'), false)
    assert.equal(isBare('Hallo, {name} am {day, date, short}', 'de'), false)
  })
})
