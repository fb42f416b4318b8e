import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { launchChromium } from '../support/chromium.ts'

const examples = join(import.meta.dirname, '../../../../examples')

const styles = readStyles('todo', ['app.css', 'components/parts/parts.css'])

/** The accounts kit breaks long words anywhere, so that no text is wider than a telephone. */
const accountStyles = readStyles('accounts', [
  'components/accounts/accounts.css',
  'components/parts/parts.css',
])

function readStyles(example: string, files: readonly string[]): string {
  const texts = files.map((file) =>
    readFileSync(join(examples, example, 'resources', file), 'utf8'),
  )
  return `<style>${texts.join('\n')}</style>`
}

const content = `<main>
  <div class="part-table">
    <table>
      <tr>
        <th scope="row"><a href="#">Lunch</a></th>
        <td>12.50</td>
        <td>2026-11-01</td>
        <td><a href="#">Open</a></td>
        <td><button class="button">Delete</button></td>
      </tr>
    </table>
  </div>
</main>`

const table = styles + content

describe('a table on a telephone', () => {
  it('shows its buttons beside the values, and not over them', async () => {
    await using browser = await launchChromium()
    const page = await browser.newPage({ viewport: { width: 390, height: 500 } })
    await page.setContent(table)

    const cells = await page.locator('tr > *').all()
    const boxes = await Promise.all(cells.map((cell) => cell.boundingBox()))
    const covered = boxes.filter((box, i) => {
      const next = boxes[i + 1]
      return box !== null && next && next.x + 0.01 < box.x + box.width
    })

    assert.equal(boxes.length, 5)
    assert.deepEqual(covered, [])
  })

  it('gives its first column no more room than a short text needs, and at least 9rem of a long one', async () => {
    await using browser = await launchChromium()
    const page = await browser.newPage({ viewport: { width: 390, height: 500 } })
    const widthOf = async (text: string): Promise<number> => {
      await page.setContent(table.replace('Lunch', text))
      const box = await page.locator('th').boundingBox()
      return box?.width ?? 0
    }

    const number = await widthOf('2')
    const long = await widthOf('A lunch with everybody who works here')

    assert.ok(number < 60, `${number} px for a number`)
    assert.ok(long >= 9 * 16, `${long} px for a long text`)
  })
  it('breaks no word of a value or a button in the accounts kit', async () => {
    await using browser = await launchChromium()
    const page = await browser.newPage({ viewport: { width: 390, height: 500 } })
    const long = content.replace('Lunch', 'A lunch with everybody who works here')
    await page.setContent(`${accountStyles}<div class="accounts">${long}</div>`)
    const lineHeight = 1.5 * 16

    const boxes = await page.locator('tr > * > *').all()
    const heights = await Promise.all(
      boxes.slice(1).map(async (box) => (await box.boundingBox())?.height ?? 0),
    )

    assert.equal(heights.length, 2)
    for (const height of heights) assert.ok(height < 2 * lineHeight, `${height} px`)
  })
})
