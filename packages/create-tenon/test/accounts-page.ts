import type { Page } from 'playwright-core'
import { runAxe, type ColorScheme } from '../../tenon/test/browser/axe.ts'
import type { AccountsSite } from './accounts-site.ts'

export function untilHeading(page: Page, name: string): Promise<void> {
  return page.getByRole('heading', { name }).waitFor()
}

export async function show(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.getByRole('heading').first().waitFor()
}

/** Returns what axe finds on these pages, with their paths, and which pages are wider than the window. */
export async function findViolations(
  page: Page,
  { origin }: AccountsSite,
  paths: readonly string[],
  colorSchemes?: readonly ColorScheme[],
): Promise<readonly string[]> {
  const found: string[] = []
  for (const path of paths) {
    await show(page, origin + path)
    if (await page.evaluate('document.documentElement.scrollWidth > innerWidth'))
      found.push(`${path} is too wide`)
    const violations = await runAxe(page, colorSchemes)
    found.push(...violations.map((violation) => `${path} ${violation}`))
  }
  return found
}

/** Gives the page an authenticator that always recognizes its user. */
export async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Adds a passkey in the settings, and waits for the confirmation. */
export async function addPasskey(
  { origin }: AccountsSite,
  page: Page,
  name: string,
): Promise<void> {
  await show(page, `${origin}/settings/passkeys`)
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByText('Your passkey is added.').waitFor()
}
