import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { markup } from './markup.ts'

describe('markup', () => {
  it('escapes text, in content and in attributes', () => {
    const html = markup`<a title="${'"<b>'}">${`'&'`}</a>`

    assert.equal(html.toString(), '<a title="&quot;&lt;b&gt;">&#39;&amp;&#39;</a>')
  })

  it('inserts markup, numbers and lists, and nothing for undefined', () => {
    const items = ['<a>', 2].map((item) => markup`<li>${item}</li>`)

    const html = markup`<ul>${items}</ul>${undefined}${7}`

    assert.equal(html.toString(), '<ul><li>&lt;a&gt;</li><li>2</li></ul>7')
  })
})
