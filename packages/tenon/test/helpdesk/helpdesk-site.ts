import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { openPage, type OpenPage } from '../browser/open-page.ts'
import { fromSources } from '../support/bundled-program.ts'
import { launchChromium } from '../support/chromium.ts'

const helpdesk = join(import.meta.dirname, '../../../../examples/helpdesk')
const password = 'correct horse battery'

/** The helpdesk with its data to play with, and a browser for it. */
export interface HelpdeskSite extends AsyncDisposable {
  readonly origin: string
  /** The file of its database. */
  readonly database: string
  /** Opens a path with a fresh profile. */
  open(path: string, options?: BrowserContextOptions): Promise<OpenPage>
  /** Opens the teams of a member with a fresh profile. */
  openAs(email: string, options?: BrowserContextOptions): Promise<OpenPage>
  /** Goes to a path, and waits for its heading. */
  show(page: OpenPage, path: string): Promise<void>
}

interface Served extends AsyncDisposable {
  readonly origin: string
}

/** Serves an application with these variables. */
type Serve = (root: string, variables: Readonly<Record<string, string>>) => Promise<Served>

/** Fills a database, and serves the helpdesk as `serve` does. */
export async function startHelpdesk(serve: Serve): Promise<HelpdeskSite> {
  await using stack = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'tenon-helpdesk-'))
  stack.defer(() => rmSync(folder, { recursive: true }))
  const database = join(folder, 'database.sqlite')
  const variables = { DATABASE_URL: `sqlite:${database}` }
  for (const command of ['migrate', 'db:seed']) runHelpdesk(command, variables)
  const { origin } = stack.use(await serve(helpdesk, variables))
  const browser = stack.use(await launchChromium())
  const started = stack.move()

  const open: HelpdeskSite['open'] = (path, options) => openPage(browser, origin + path, options)
  return {
    origin,
    database,
    open,
    async openAs(email, options) {
      const page = await open('/login', options)
      await logIn(page, email)
      await page.waitForURL(`${origin}/teams`)
      return page
    },
    async show(page, path) {
      await page.goto(origin + path)
      await page.locator('h1').waitFor()
    },
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  }
}

/** Fills in the form of the page `/login`. */
export async function logIn(page: Page, email: string): Promise<void> {
  // By their names: the page may be in any language.
  await page.locator('[name=email]').fill(email)
  await page.locator('[name=password]').fill(password)
  await page.locator('[name=password]').press('Enter')
}

/** Runs a command of the helpdesk, and returns what it prints. */
export function runHelpdesk(command: string, variables: Readonly<Record<string, string>>): string {
  const args = [...fromSources(), 'main.ts', command]
  const env = { ...process.env, ...variables }
  return execFileSync(process.execPath, args, { cwd: helpdesk, env, encoding: 'utf8' })
}
