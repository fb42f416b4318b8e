import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { highlight } from './highlight.ts'

const written = (...given: Parameters<typeof highlight>): string =>
  highlight(...given)
    .map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))
    .join('')

describe('highlight', () => {
  it('marks each word that one of the search begins', () => {
    assert.equal(
      written('Models of a database, the Data!', 'data MOD'),
      '[Models] of a [database], the [Data]!',
    )
    assert.equal(written('Füße, Fuß', 'fü'), '[Füße], Fuß')
  })

  it('marks nothing for a search without words, whatever the text', () => {
    assert.deepEqual(highlight('a <b> & c', ' -- '), [{ text: 'a <b> & c', isMatch: false }])
    assert.deepEqual(highlight('', 'a'), [])
  })

  it('cuts a long text around the first match, between words', () => {
    const text = `${'lorem ipsum '.repeat(50)}printer ${'dolor sit '.repeat(50)}`

    const cut = written(text, 'print', { length: 60 })

    assert.match(cut, /^… (?:lorem ipsum |ipsum lorem |ipsum )*.*\[printer\] .* …$/)
    assert.ok(cut.length <= 60 + 6, cut)
    assert.equal(written('short', 'x', { length: 60 }), 'short')
    assert.equal(written('x'.repeat(100), 'x', { length: 10 }).startsWith('['), true)
  })

  it('cuts a text without spaces, around the first match and between characters', () => {
    const text = `${'前'.repeat(300)}。印刷${'後'.repeat(300)}`

    assert.equal(written(text, '印刷', { length: 10 }), `… [印刷後後後後後後後後] …`)
    assert.equal(written(text, '前', { length: 5 }), '[前前前前前] …')
    assert.equal(written('🖨'.repeat(50), 'x', { length: 5 }), '🖨🖨 …')
  })

  it('compares with as many words as a search may have', () => {
    assert.equal(written('y z', `${'a '.repeat(49)}y z`), '[y] z')
  })
})
