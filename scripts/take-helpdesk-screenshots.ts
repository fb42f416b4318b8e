/**
 * Takes the screenshots of the helpdesk in `docs/images`, from its seeder and in Chromium.
 *
 *     npm run build && node --conditions=source scripts/take-helpdesk-screenshots.ts
 */
import { execFileSync } from 'node:child_process'
import { mkdtempDisposableSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDevelopment } from '../packages/tenon/test/development/start-development.ts'
import { launchChromium } from '../packages/tenon/test/support/chromium.ts'
import { root } from './command.ts'

const sizeLimitBytes = 250_000
const helpdesk = join(root, 'examples/helpdesk')

using folder = mkdtempDisposableSync(join(tmpdir(), 'tenon-helpdesk-'))
const environment = { DATABASE_URL: `sqlite:${folder.path}/helpdesk.sqlite` }
for (const command of ['migrate', 'db:seed']) {
  execFileSync(process.execPath, ['--conditions=source', 'main.ts', command], {
    cwd: helpdesk,
    env: { ...process.env, ...environment },
  })
}
await using app = await startDevelopment(helpdesk, environment)
await using browser = await launchChromium()

const pictures = [
  { name: 'helpdesk-tickets', path: '/teams/1/tickets', colorScheme: 'light' },
  { name: 'helpdesk-ticket', path: '/teams/1/tickets/1', colorScheme: 'dark' },
] as const

for (const { name, path, colorScheme } of pictures) {
  await using context = await browser.newContext({
    viewport: { width: 1000, height: 640 },
    deviceScaleFactor: 2,
    baseURL: app.origin,
    colorScheme,
  })
  const page = await context.newPage()
  await page.goto('/login', { waitUntil: 'networkidle' })
  await page.fill('[name=email]', 'ada@example.com')
  await page.fill('[name=password]', 'correct horse battery')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname !== '/login')
  // A live page is never idle: its stream stays open.
  await page.goto(path, { waitUntil: 'load' })
  await page.getByRole('heading').first().waitFor()

  const file = join(root, 'docs/images', `${name}.png`)
  await page.screenshot({ path: file, animations: 'disabled', caret: 'hide' })
  const { size } = await stat(file)
  if (size > sizeLimitBytes) throw new Error(`${file} has ${size} bytes`)
  console.log(`${name}: ${Math.round(size / 1000)} kB`)
}
