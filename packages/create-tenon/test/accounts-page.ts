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

/** Ends on the page of the security. */
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
