/**
 * Takes the screenshots of the helpdesk in `docs/images`: with the data of its seeder, in light and dark, in three
 * languages and on a phone.
 *
 *     npm run build -w tenon && node --conditions=source scripts/take-helpdesk-screenshots.ts
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContextOptions } from 'playwright-core'
import { startDevelopment } from '../packages/tenon/test/development/start-development.ts'
import { launchChromium } from '../packages/tenon/test/support/chromium.ts'
import { root } from './command.ts'
import { show, takePicture } from './picture.ts'

interface Picture {
  readonly name: string
  readonly path: string
  readonly options: BrowserContextOptions
}

const wide = { width: 1000, height: 900 }

const pictures: readonly Picture[] = [
  { name: 'helpdesk-tickets', path: '/teams/1/tickets', options: { viewport: wide } },
  {
    name: 'helpdesk-ticket',
    path: '/teams/1/tickets/2',
    options: { viewport: wide, colorScheme: 'dark' },
  },
  {
    name: 'helpdesk-reports',
    path: '/teams/1/reports',
    options: { viewport: wide, locale: 'de' },
  },
  {
    name: 'helpdesk-phone',
    path: '/teams/1/tickets',
    options: { viewport: { width: 390, height: 760 }, locale: 'ar', colorScheme: 'dark' },
  },
]

using data = new DisposableStack()
const folder = data.adopt(mkdtempSync(join(tmpdir(), 'tenon-helpdesk-')), (path) =>
  rmSync(path, { recursive: true }),
)
const environment = { DATABASE_URL: `sqlite:${join(folder, 'database.sqlite')}` }
const helpdesk = join(root, 'examples/helpdesk')
for (const command of ['migrate', 'db:seed']) {
  const env = { ...process.env, ...environment }
  execFileSync(process.execPath, ['--conditions=source', 'main.ts', command], {
    cwd: helpdesk,
    env,
  })
}

await using app = await startDevelopment(helpdesk, environment)
await using browser = await launchChromium()
for (const picture of pictures) await take(picture)

async function take({ name, path, options }: Picture): Promise<void> {
  await using context = await browser.newContext({ ...options, baseURL: app.origin })
  const page = await context.newPage()
  await show(page, '/login')
  await page.fill('[name=email]', 'ada@example.com')
  await page.fill('[name=password]', 'correct horse battery')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/teams')
  await show(page, path)
  await takePicture(page, name)
}
