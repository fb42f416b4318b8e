import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toHtmlText, toScriptJson } from './escape.ts'

describe('toScriptJson', () => {
  it('escapes everything that could end or open an element, and keeps the JSON equal', () => {
    const value = { title: '</script><!--<script>', list: ['<', '\\<', '$&<$1', 'ä<😀'] }

    const json = toScriptJson(JSON.stringify(value))

    assert.equal(json.includes('<'), false)
    assert.deepEqual(JSON.parse(json), value)
  })
})

describe('toHtmlText', () => {
  it('escapes markup for elements and attributes', () => {
    assert.equal(toHtmlText(`<a href="'">&`), '&lt;a href=&quot;&#39;&quot;&gt;&amp;')
  })
})
