import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

/** A page of a fresh profile, which closes with it. */
export type OpenPage = Page &
  AsyncDisposable & {
    /** What its console says against it: errors, uncaught exceptions, refusals of the policy. */
    readonly complaints: string[]
  }

/** Opens an address in a fresh profile. */
export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<OpenPage> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  await page.goto(url)
  return Object.assign(page, { complaints, [Symbol.asyncDispose]: () => context.close() })
}
