import type { Page } from 'playwright-core'
import { until } from '../support/until.ts'

/** Lets the server answer a form only when its button is disabled and has lost the focus, and `meanwhile` is done. */
export async function answerOnceFocusIsLost(
  page: Page,
  meanwhile: () => Promise<void> = async () => {},
): Promise<void> {
  await page.route('**', async (route) => {
    if (route.request().method() === 'POST') {
      await until(() => page.evaluate(`document.activeElement === document.body`))
      await meanwhile()
    }
    await route.continue()
  })
}
