import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { root } from './command.ts'

const sizeLimitBytes = 200_000

/**
 * Opens a page of an application and waits until its heading is there. It does not wait for an idle network, because
 * a page keeps a connection open for live updates.
 */
export async function show(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.locator('h1').first().waitFor()
}

/** Takes a picture of what a page shows into `docs/images`. */
export async function takePicture(page: Page, name: string): Promise<void> {
  const picture = await takeFinished(page)
  if (picture.length > sizeLimitBytes) throw new Error(`${name} has ${picture.length} bytes`)
  await writeFile(join(root, 'docs/images', `${name}.png`), picture)
  console.log(`${name}: ${Math.round(picture.length / 1000)} kB`)
}

/** Takes pictures until two in a row are the same: Chromium first shows a frame in a low resolution. */
async function takeFinished(page: Page): Promise<Buffer> {
  await page.evaluate('document.fonts.ready')
  let before: Buffer = Buffer.alloc(0)
  for (;;) {
    const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' })
    if (picture.equals(before)) return picture
    before = picture
  }
}
