import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findChromium, findPackagedChromium, launchChromium } from './chromium.ts'

describe('launchChromium', () => {
  it('starts a browser that renders a page and its script', { timeout: 60_000 }, async () => {
    await using browser = await launchChromium()
    const page = await browser.newPage()

    await page.setContent('<p id="x">one</p><script>x.textContent += " two"</script>')

    assert.equal(await page.locator('#x').textContent(), 'one two')
  })
})

const isChosen = process.env['CHROMIUM_PATH'] !== undefined
const isPackaged = process.platform === 'linux' && process.arch === 'x64'

describe('findPackagedChromium', { skip: !isPackaged }, () => {
  it('unpacks into a folder that it finds again', { timeout: 60_000 }, async () => {
    const first = await findPackagedChromium()
    const second = await findPackagedChromium()

    assert.deepEqual(first, second)
  })
})

describe('findChromium', { skip: !isPackaged || isChosen }, () => {
  it('takes the packaged browser, whatever else is installed', { timeout: 60_000 }, async () => {
    assert.deepEqual(await findChromium(), await findPackagedChromium())
  })
})
