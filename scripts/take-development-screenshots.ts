/**
 * Takes the screenshots of `tenon dev` in `docs/images`: the accounts kit, the mailbox, the dashboard and the
 * error page. A user registers in Chromium, and what the others show comes from that.
 *
 *     npm run build && node --conditions=source scripts/take-development-screenshots.ts
 */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { startDevelopment } from '../packages/tenon/test/development/start-development.ts'
import { launchChromium } from '../packages/tenon/test/support/chromium.ts'
import { root } from './command.ts'

const environment = { DATABASE_URL: 'sqlite::memory:' }
const password = 'analytical engine no. 1'
const sizeLimitBytes = 200_000

await using app = await startDevelopment(join(root, 'examples/accounts'), environment)
await using browser = await launchChromium()
await using context = await browser.newContext({
  viewport: { width: 1000, height: 640 },
  deviceScaleFactor: 2,
  baseURL: app.origin,
})
const page = await context.newPage()

await register()
await page.goto('/_app/mail', { waitUntil: 'networkidle' })
await page.click('a[href^="/_app/mail/"]')
await page.waitForLoadState('networkidle')
await take('mailbox')

await followLink()
await logIn()
await page.goto('/settings/security', { waitUntil: 'networkidle' })
await take('accounts-security')

await page.goto('/_app/dev', { waitUntil: 'networkidle' })
await page.locator('a', { hasText: '/settings/security' }).first().click()
await page.waitForLoadState('networkidle')
await take('dashboard-request')

app.edit(
  'app/controllers/home.ts',
  'const logins =',
  "if (user) throw new Error('No oak is left')\n  const logins =",
)
await page.goto('/', { waitUntil: 'networkidle' })
await take('error-page')

async function register(): Promise<void> {
  await page.goto('/register', { waitUntil: 'networkidle' })
  await page.fill('[name=name]', 'Ada Lovelace')
  await page.fill('[name=email]', 'ada@example.com')
  await page.fill('[name=password]', password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/register/sent')
}

/** Opens the link of the mail that the page shows, and presses its button. */
async function followLink(): Promise<void> {
  const texts = await Promise.all(page.frames().map((frame) => frame.content()))
  const [, path = ''] = /http:\/\/[^/"\s<]+(\/[^"\s<]+token[^"\s<]*)/.exec(texts.join('\n')) ?? []
  await page.goto(path.replaceAll('&amp;', '&'), { waitUntil: 'networkidle' })
  await page.locator('form button').first().click()
  await page.waitForLoadState('networkidle')
}

async function logIn(): Promise<void> {
  await page.goto('/login', { waitUntil: 'networkidle' })
  await page.fill('[name=email]', 'ada@example.com')
  await page.fill('[name=password]', password)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/')
}

async function take(name: string): Promise<void> {
  const file = join(root, 'docs/images', `${name}.png`)
  await page.screenshot({ path: file, animations: 'disabled', caret: 'hide' })
  const { size } = await stat(file)
  if (size > sizeLimitBytes) throw new Error(`${file} has ${size} bytes`)
  console.log(`${name}: ${Math.round(size / 1000)} kB`)
}
