/**
 * Takes the screenshots of `tenon dev` in `docs/images`: the accounts kit, the mailbox, the dashboard and the
 * error page. A user registers in Chromium, and the other pages show the result.
 *
 *     npm run build && node --conditions=source scripts/take-development-screenshots.ts
 */
import { join } from 'node:path'
import { startDevelopment } from '../packages/tenon/test/development/start-development.ts'
import { launchChromium } from '../packages/tenon/test/support/chromium.ts'
import { root } from './command.ts'
import { show, takePicture } from './picture.ts'

const environment = { DATABASE_URL: 'sqlite::memory:' }
const password = 'analytical engine no. 1'

await using app = await startDevelopment(join(root, 'examples/accounts'), environment)
// Without this flag, Chromium shows a sandboxed frame in a separate process, at half the resolution.
await using browser = await launchChromium(['--disable-features=IsolateSandboxedIframes'])
await using context = await browser.newContext({
  viewport: { width: 1000, height: 640 },
  deviceScaleFactor: 2,
  baseURL: app.origin,
})
const page = await context.newPage()

await register()
await show(page, '/_app/mail')
await page.click('a[href^="/_app/mail/"]')
await page.frameLocator('iframe').locator('a[href*="token"]').waitFor()
await takePicture(page, 'mailbox')

await followLink()
await logIn()
await show(page, '/settings/security')
await takePicture(page, 'accounts-security')

await show(page, '/_app/dev')
await page.locator('a', { hasText: '/settings/security' }).first().click()
await page.getByRole('heading', { name: 'Timeline' }).waitFor()
await takePicture(page, 'dashboard-request')

app.edit(
  'app/controllers/home.ts',
  'const logins =',
  "if (user) throw new Error('No oak is left')\n  const logins =",
)
await page.goto('/')
await page.getByText('No oak is left').first().waitFor()
await takePicture(page, 'error-page')

async function register(): Promise<void> {
  await show(page, '/register')
  await page.fill('[name=name]', 'Ada Lovelace')
  await page.fill('[name=email]', 'ada@example.com')
  await page.fill('[name=password]', password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/register/sent')
}

/** Opens the link of the mail that the page shows, and presses its button. */
async function followLink(): Promise<void> {
  const link = page.frameLocator('iframe').locator('a[href*="token"]').first()
  const { pathname, search } = new URL((await link.getAttribute('href')) ?? '')
  await show(page, pathname + search)
  await page.locator('form button').first().click()
  await page.getByText('Your address is verified.').waitFor()
}

async function logIn(): Promise<void> {
  await show(page, '/login')
  await page.fill('[name=email]', 'ada@example.com')
  await page.fill('[name=password]', password)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/')
}
