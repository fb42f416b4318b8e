import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findAnchors, findCodeBlocks, findLinks, replaceLinks } from './markdown.ts'

describe('code blocks of a page', () => {
  it('have a language, marks, text and a line', () => {
    const page = 'Text\n\n```ts run\nconst a = 1\n```\n\n```sh\nls\n```\n'

    assert.deepEqual(findCodeBlocks(page), [
      { language: 'ts', marks: ['run'], text: 'const a = 1\n', line: 3 },
      { language: 'sh', marks: [], text: 'ls\n', line: 7 },
    ])
  })

  it('lose the indentation of a surrounding list', () => {
    const page = '- item\n\n  ```ts\n  if (a) {\n    b()\n  }\n  ```\n'

    assert.equal(findCodeBlocks(page)[0]?.text, 'if (a) {\n  b()\n}\n')
  })

  it('end at a fence of the same length', () => {
    const page = '````md\n```ts\na\n```\n````\n'

    assert.deepEqual(
      findCodeBlocks(page).map(({ language }) => language),
      ['md'],
    )
  })
})

describe('links of a page', () => {
  it('are found with their lines, including images and HTML', () => {
    const page = 'A [b](c.md#d "e").\n![f](g.png)\n<img src="h.png">'

    assert.deepEqual(findLinks(page), [
      { target: 'c.md#d', line: 1 },
      { target: 'g.png', line: 2 },
      { target: 'h.png', line: 3 },
    ])
  })

  it('are ignored in code', () => {
    assert.deepEqual(findLinks('`[a](b)`\n\n```md\n[c](d)\n```\n'), [])
  })

  it('get other targets, and nothing else changes', () => {
    const page = '`[a](b)` [b](b) and [b](b "b")\n<a href="a">b</a>'

    const replaced = replaceLinks(page, (target) => `${target}.html`)

    assert.equal(replaced, '`[a](b)` [b](b.html) and [b](b.html "b")\n<a href="a.html">b</a>')
  })
})

describe('anchors of a page', () => {
  it('are the headings as GitHub converts them, numbered if they repeat', () => {
    const page = '# The `route()` call, in short\n## Again\n## Again\n```sh\n# comment\n```\n'

    assert.deepEqual([...findAnchors(page)], ['the-route-call-in-short', 'again', 'again-1'])
  })
})
