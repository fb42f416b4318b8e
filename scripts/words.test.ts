import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findWords, retiredNames, translatedWords } from './words.ts'

describe('findWords', () => {
  it('reports the position of a retired name and its replacement', () => {
    const text = "import { body } from 'tenon'\nconst user = fromRequest(read)"

    assert.deepEqual(findWords('app/user.ts', text, retiredNames), [
      'app/user.ts:2: "fromRequest": write derive()',
    ])
  })

  it('finds English that reads as translated, in any case', () => {
    assert.deepEqual(findWords('page.md', 'It is read Anew.', translatedWords), [
      'page.md:1: "Anew": write again',
    ])
  })

  it('accepts "has not" before a participle', () => {
    assert.deepEqual(findWords('page.md', 'It has not been read.', translatedWords), [])
    assert.equal(findWords('page.md', 'A page has not it.', translatedWords).length, 1)
  })

  it('accepts a state and what is stated, but no stated answer', () => {
    const text = 'The state of an answer. routes.stated([…])'

    assert.deepEqual(findWords('page.md', text, translatedWords), [])
    assert.equal(findWords('page.md', 'It states its answers.', translatedWords).length, 1)
  })

  it('accepts "is no longer" and "there is no"', () => {
    const text = 'It is no longer read. There is no page.'

    assert.deepEqual(findWords('page.md', text, translatedWords), [])
    assert.equal(findWords('page.md', 'It is no page.', translatedWords).length, 1)
  })
})
