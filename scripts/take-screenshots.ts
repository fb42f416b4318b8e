/**
 * Takes the screenshots of the todo application in `docs/images`, from its build and in Chromium.
 *
 *     npm run build && node scripts/take-screenshots.ts
 */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { launchChromium } from '../packages/tenon/test/support/chromium.ts'
import { serveTodo } from '../packages/tenon/test/todo/todo-binary.ts'
import { root } from './command.ts'

interface Picture {
  readonly name: string
  readonly path: string
  readonly options: BrowserContextOptions
  /** Brings the page into the state to be shown. */
  readonly prepare?: (page: Page) => Promise<void>
}

const wide = { viewport: { width: 800, height: 560 }, deviceScaleFactor: 2 }
const narrow = { viewport: { width: 390, height: 640 }, deviceScaleFactor: 2 }

const emptyList: Picture = { name: 'todo-empty', path: '/todos', options: wide }

const filledList: readonly Picture[] = [
  { name: 'todo-light', path: '/todos', options: wide },
  { name: 'todo-dark', path: '/todos', options: { ...wide, colorScheme: 'dark' } },
  { name: 'todo-narrow', path: '/todos', options: narrow },
  {
    name: 'todo-error',
    path: '/todos/create',
    options: wide,
    async prepare(page) {
      await page.click('button[type=submit]')
      await page.waitForSelector('#title-error')
    },
  },
]

const titles = [
  'Cut the mortise a hair wider than the tenon',
  'Sharpen the chisels',
  'Order oak boards for the bench',
  'Glue up the second frame, then leave it in the clamps overnight',
]
const sizeLimitBytes = 150_000

await using app = await serveTodo('sqlite::memory:')
await using browser = await launchChromium()
await take(emptyList)
await fillList()
for (const picture of filledList) await take(picture)

async function take({ name, path, options, prepare }: Picture): Promise<void> {
  await using context = await browser.newContext(options)
  const page = await context.newPage()
  await page.goto(app.url + path, { waitUntil: 'networkidle' })
  await prepare?.(page)

  const file = join(root, 'docs/images', `${name}.png`)
  await page.screenshot({ path: file, animations: 'disabled', caret: 'hide' })
  const { size } = await stat(file)
  if (size > sizeLimitBytes) throw new Error(`${file} has ${size} bytes`)
  console.log(`${name}: ${Math.round(size / 1000)} kB`)
}

/** Adds the todos the way a form would, and completes the second one. */
async function fillList(): Promise<void> {
  for (const title of titles) await post('/todos', { title })
  await post('/todos/2/toggle', {})
}

async function post(path: string, fields: Readonly<Record<string, string>>): Promise<void> {
  const { status } = await app.fetch(path, { method: 'POST', body: new URLSearchParams(fields) })
  if (status !== 303) throw new Error(`POST ${path} was answered with ${status}`)
}
