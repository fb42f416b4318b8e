import type { Locator, Page } from 'playwright-core'

/** What Tailwind's preflight takes from all elements and headings. */
export const elementReset =
  '@layer base { * { margin: 0; padding: 0 } h1, h2, h3 { font-size: inherit; font-weight: inherit } }'

/** Adds the reset to a page, also under a policy that allows no `<style>`. */
export async function resetElements(page: Page): Promise<void> {
  await page.evaluate(`
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(${JSON.stringify(elementReset)})
    document.adoptedStyleSheets = [sheet]`)
}

/** How far the middle of a box is from the middle of the window, in whole pixels. */
export async function toDistanceFromMiddle(page: Page, box: Locator): Promise<number> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  const found = await box.boundingBox()
  if (found === null) return Infinity
  const across = found.x + found.width / 2 - width / 2
  const down = found.y + found.height / 2 - height / 2
  return Math.floor(Math.hypot(across, down))
}
