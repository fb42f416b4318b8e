import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { overflowingTexts } from 'tenon/testing'
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

  it('shades the edges that have more behind them, in light and in dark', async () => {
    await using browser = await launchChromium()
    const page = await browser.newPage({ viewport: { width: 390, height: 500 } })
    const wide = '<td>Everything is fine</td>'
    await page.setContent(table.replace('<td>12.50', `${wide}<td>12.50`))
    const shades: string[] = []

    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const left of [0, 40, 10_000]) {
        await page.locator('.part-table').evaluate((frame, x) => frame.scrollTo(x, 0), left)
        shades.push(`${colorScheme} ${left}: ${await shadedEdges(page)}`)
      }
    }

    assert.deepEqual(shades, [
      'light 0: right',
      'light 40: left and right',
      'light 10000: left',
      'dark 0: right',
      'dark 40: left and right',
      'dark 10000: left',
    ])
  })
})

describe('a table with room for all columns', () => {
  it('shades no edge', async () => {
    await using browser = await launchChromium()
    const page = await browser.newPage({ viewport: { width: 1000, height: 500 } })
    await page.setContent(table)

    assert.equal(await shadedEdges(page), '')
  })

  for (const width of [1000, 390]) {
    it(`shows each value in one line, however long, in ${width} px`, async () => {
      await using browser = await launchChromium()
      const page = await browser.newPage({ viewport: { width, height: 500 } })
      const long = 'A lunch with everybody who works here. '.repeat(100)
      await page.setContent(table.replace('12.50', long))

      const row = await page.locator('tr').boundingBox()
      const document = await page.evaluate('document.documentElement.scrollWidth')

      assert.ok((row?.height ?? 0) < 4 * 16, `${row?.height} px`)
      assert.equal(document, width)
      assert.deepEqual(await page.evaluate(overflowingTexts), [])
    })
  }

  it('breaks no word of a title, uses the window, and keeps its buttons apart', async () => {
    await using browser = await launchChromium()
    const page = await browser.newPage({ viewport: { width: 1000, height: 500 } })
    const button = '<button class="button">Delete</button>'
    const text = table
      .replace('Lunch', 'Lüdenscheidt')
      .replace(button, button.replace('Delete', 'Return') + button)
      .replace('<main>', '<div id="app"><main>')
    await page.setContent(text)

    const lines = await page.locator('th a').evaluate((link) => link.getClientRects().length)
    const frame = await page.locator('.part-table').boundingBox()
    const [first, second] = await Promise.all(
      (await page.locator('button').all()).map((each) => each.boundingBox()),
    )

    assert.equal(lines, 1)
    assert.ok((frame?.width ?? 0) > 800, `${frame?.width} px`)
    assert.ok(first && second && second.x - first.x - first.width >= 8)
    assert.equal(first.y + first.height / 2, second.y + second.height / 2)
  })
})

/** The edges of the table that differ from the color of its card, below its rounded corners and above its texts. */
async function shadedEdges(page: Page): Promise<string> {
  const { x, y, width } = (await page.locator('.part-table').boundingBox()) ?? assert.fail()
  const picture = await page.screenshot({
    clip: { x: Math.ceil(x) + 1, y: y + 15, width: Math.floor(width) - 3, height: 1 },
  })
  return page.evaluate(`(async () => {
    const image = new Image()
    image.src = 'data:image/png;base64,${picture.toString('base64')}'
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.width
    const context = canvas.getContext('2d')
    context.drawImage(image, 0, 0)
    const colorAt = (left) =>
      'rgb(' + context.getImageData(left, 0, 1, 1).data.slice(0, 3).join(', ') + ')'
    const card = getComputedStyle(document.querySelector('.part-table')).backgroundColor
    const edges = { left: colorAt(1), right: colorAt(image.width - 2) }
    return Object.keys(edges).filter((edge) => edges[edge] !== card).join(' and ')
  })()`)
}
