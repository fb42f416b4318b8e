import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findPackagedChromium, launchChromium } from './chromium.ts'

describe('launchChromium', () => {
  it('starts a browser that renders a page and its script', { timeout: 60_000 }, async () => {
    await using browser = await launchChromium()
    const page = await browser.newPage()

    await page.setContent('<p id="x">one</p><script>x.textContent += " two"</script>')

    assert.equal(await page.locator('#x').textContent(), 'one two')
  })
})

describe(
  'findPackagedChromium',
  { skip: process.platform !== 'linux' || process.arch !== 'x64' },
  () => {
    it('unpacks once when two test files ask at the same time', { timeout: 60_000 }, async () => {
      const [first, second] = await Promise.all([findPackagedChromium(), findPackagedChromium()])

      assert.deepEqual(first, second)
    })
  },
)
