import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { launchChromium } from '../support/chromium.ts'

const todo = join(import.meta.dirname, '../../../../examples/todo/resources')
const styles = ['app.css', 'components/parts/parts.css']
  .map((file) => readFileSync(join(todo, file), 'utf8'))
  .join('\n')

const table = `<style>${styles}</style>
<main>
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
})
