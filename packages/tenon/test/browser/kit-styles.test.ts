import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { launchChromium } from '../support/chromium.ts'

const examples = join(import.meta.dirname, '../../../../examples')

describe('the language switch of the accounts kit', () => {
  it('has all its buttons in one line', async () => {
    await using browser = await launchChromium()
    const page = await browser.newPage({ viewport: { width: 390, height: 500 } })
    const buttons = ['English', 'Deutsch', 'Español'].map(
      (name) => `<form><button class="quiet">${name}</button></form>`,
    )
    const styles = readStyle('accounts/resources/components/accounts/accounts.css')
    await page.setContent(
      `${styles}<div class="accounts"><nav class="languages">${buttons.join('')}</nav></div>`,
    )

    const boxes = await Promise.all(
      (await page.locator('button').all()).map((button) => button.boundingBox()),
    )

    assert.equal(boxes.length, 3)
    assert.deepEqual(new Set(boxes.map((box) => box?.y)).size, 1)
  })
})

describe('a checkbox of a new application', () => {
  const content = `${readStyle('todo/resources/app.css')}<form class="card form"><fieldset>
    <label><input type="checkbox" checked> News</label></fieldset></form>
    <ul class="todos"><li class="todo"><label><input type="checkbox"></label></li></ul>`

  it('is square in a form, and round in the list of todos', async () => {
    await using browser = await launchChromium()
    const page = await browser.newPage()
    await page.setContent(content)

    const radii = await page.evaluate(`Array.from(document.querySelectorAll('input'), (input) =>
      getComputedStyle(input).borderRadius)`)

    assert.deepEqual(radii, ['6px', '50%'])
  })

  it('is that of the system where colors are forced', async () => {
    await using browser = await launchChromium()
    const page = await browser.newPage({ forcedColors: 'active' })
    await page.setContent(content)

    const appearances =
      await page.evaluate(`Array.from(document.querySelectorAll('input'), (input) =>
      getComputedStyle(input).appearance)`)

    assert.deepEqual(appearances, ['auto', 'auto'])
  })
})

function readStyle(path: string): string {
  return `<style>${readFileSync(join(examples, path), 'utf8')}</style>`
}
