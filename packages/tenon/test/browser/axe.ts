import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

// Evaluated, because Playwright needs three times as long to add it as the content of a script.
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export type ColorScheme = 'light' | 'dark'

/**
 * What axe finds on a page as it is, in light and in dark, or in the named scheme. The page is not loaded again for the
 * other one: that takes longer than axe does. It has to be opened with `bypassCSP`, because the policy forbids axe.
 */
export async function runAxe(
  page: Page,
  colorSchemes: readonly ColorScheme[] = ['light', 'dark'],
): Promise<readonly string[]> {
  await page.evaluate(`${axe};undefined`)
  const found: string[] = []
  for (const colorScheme of colorSchemes) {
    // Without motion the colours of this scheme are there at once.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const violations = await page.evaluate<string[]>(`axe.run().then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)))`)
    found.push(...violations.map((violation) => `${colorScheme}: ${violation}`))
  }
  return found
}
