import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findShownNames, replaceShown } from './mail-message.ts'

describe('the attachments that a mail shows', () => {
  const html = `<img src="cid:logo.png"><p style='background:url(cid:b%20c.png)'>cid:text</p>`

  it('are those in quotes and parentheses, by their names without escapes', () => {
    assert.deepEqual([...findShownNames(html)], ['logo.png', 'b c.png'])
    assert.deepEqual([...findShownNames('<img src="cid:100%.png">')], ['100%.png'])
  })

  it('get other URLs where there are any', () => {
    const replaced = replaceShown(html, (name) => (name === 'b c.png' ? '/files/1' : undefined))

    assert.equal(
      replaced,
      `<img src="cid:logo.png"><p style='background:url(/files/1)'>cid:text</p>`,
    )
  })
})
