import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { untranslatedTexts } from 'tenon/testing'
import { launchChromium } from '../support/chromium.ts'

describe('the texts of a page that are not translated', () => {
  it('are without known texts, of which one may be a part of another', async () => {
    await using browser = await launchChromium()
    const page = await browser.newPage()
    await page.setContent('<p>⟦Ḥello⟧ Annabelle</p><p>⟦Ḥello⟧ Ann</p><p>Goodbye Annabelle</p>')

    const texts = await page.evaluate(untranslatedTexts, ['Ann', 'Annabelle'])

    assert.deepEqual(texts, ['Goodbye Annabelle'])
  })
})
