import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { launchChromium } from '../support/chromium.ts'
import { elementReset, toDistanceFromMiddle } from '../support/element-reset.ts'

const examples = join(import.meta.dirname, '../../../../examples')

const dialogs: readonly [string, string, readonly string[]][] = [
  [
    'the part',
    'part-dialog',
    [
      'accounts/resources/components/accounts/accounts.css',
      'accounts/resources/components/parts/parts.css',
    ],
  ],
  ['a dialog of an own class', 'own', ['todo/resources/app.css']],
]

describe('a dialog in an application with a reset of all elements, such as that of Tailwind', () => {
  for (const [name, className, files] of dialogs) {
    it(`is in the middle of the window, with a bold heading: ${name}`, async () => {
      await using browser = await launchChromium()
      const page = await browser.newPage({ viewport: { width: 390, height: 500 } })
      const styles = files.map((file) => readFileSync(join(examples, file), 'utf8'))
      await page.setContent(
        `<style>${elementReset}</style><style>${styles.join('\n')}</style>
        <div class="accounts"><dialog class="${className}"><h2>Delete this order?</h2></dialog></div>`,
      )

      await page.evaluate("document.querySelector('dialog').showModal()")

      assert.equal(await toDistanceFromMiddle(page, page.locator('dialog')), 0)
      const weight = await page.evaluate(
        "getComputedStyle(document.querySelector('h2')).fontWeight",
      )
      assert.equal(weight, '700')
    })
  }
})
