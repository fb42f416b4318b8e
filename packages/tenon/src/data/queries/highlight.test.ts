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
})
