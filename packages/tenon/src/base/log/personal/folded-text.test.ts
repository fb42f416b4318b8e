import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fold, FoldedText } from './folded-text.ts'

describe('fold', () => {
  it('gives a character of any case the same text, and changes it only once', () => {
    const wrong: string[] = []
    for (let code = 0; code <= 0x10ffff; code++) {
      const character = String.fromCodePoint(code)
      const folded = fold(character)
      const others = [folded, character.toLowerCase(), character.toUpperCase()].map(fold)
      if (others.some((other) => other !== folded)) wrong.push(code.toString(16))
    }

    assert.deepEqual(wrong, [])
  })
})

describe('FoldedText', () => {
  it('finds a text in any case, where it is in the original', () => {
    const cases = [
      ['Key (ada)', 'ADA'],
      ['<İstanbul>', 'istanbul'],
      ['<i̇stanbul>', 'İstanbul'],
      ['İİ <STRASSE>', 'straße'],
      ['ßß <GROẞE>', 'GROSSE'],
      ['😀İ <👍ı>', '👍I'],
    ] as const

    const found = cases.map(([text, wanted]) =>
      [...new FoldedText(text).find(fold(wanted))].map(([start, end]) => text.slice(start, end)),
    )

    assert.deepEqual(found, [['ada'], ['İstanbul'], ['i̇stanbul'], ['STRASSE'], ['GROẞE'], ['👍ı']])
  })
})
