import type { Browser, BrowserContextOptions, Page, Route } from 'playwright-core'

/** A page with a fresh profile, which is closed with it. */
export type OpenPage = Page &
  AsyncDisposable & {
    /** Problems in its console: errors, uncaught exceptions, violations of the policy. */
    readonly complaints: string[]
    /** Waits until the client has taken over what the server rendered: before that, a click is lost. */
    untilMounted(): Promise<void>
  }

/** Opens a URL with a fresh profile. */
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
  return Object.assign(page, {
    untilMounted: () => page.locator('html[data-mounted]').waitFor(),
    complaints,
    [Symbol.asyncDispose]: () => context.close(),
  })
}

/**
 * Answers the first request to a URL; the others go on. `{ times: 1 }` of Playwright would stop intercepting just when the
 * next request is sent, and loses it once in a hundred times.
 */
export async function routeOnce(
  page: Page,
  url: string | RegExp,
  answer: (route: Route) => Promise<void>,
): Promise<void> {
  let isFirst = true
  await page.route(url, (route) => {
    if (!isFirst) return route.fallback()
    isFirst = false
    return answer(route)
  })
}
