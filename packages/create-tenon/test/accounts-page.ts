import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import type { AccountsSite } from './accounts-site.ts'

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

export function untilHeading(page: Page, name: string): Promise<void> {
  return page.getByRole('heading', { name }).waitFor()
}

export async function show(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.getByRole('heading').first().waitFor()
}

/** What axe finds on these pages, with their paths. */
export async function findViolations(
  page: Page,
  { origin }: AccountsSite,
  paths: readonly string[],
): Promise<readonly string[]> {
  const found: string[] = []
  for (const path of paths) {
    await show(page, origin + path)
    found.push(...(await runAxe(page)).map((violation) => `${path} ${violation}`))
  }
  return found
}

/** What axe finds on the page as it is. It is added to the page, so the policy must be off. */
export async function runAxe(page: Page): Promise<readonly string[]> {
  await page.addScriptTag({ path: axe })
  return page.evaluate<string[]>(`axe.run().then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)))`)
}
