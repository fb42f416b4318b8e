import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { launchChromium } from '../support/chromium.ts'
import { until } from '../support/until.ts'
import { buildInBuilder } from './builder.ts'
import { CopiedFixtures } from './copied-fixtures.ts'
import { openPage } from './open-page.ts'
import { startBuilt, type BuiltApplication } from './start-built.ts'

describe('a form whose fields a deployment has changed', { timeout: 480_000 }, () => {
  it('is not sent from an open tab: the new form is loaded, with what was typed, and the user is told', async () => {
    using sources = new CopiedFixtures(['versions'])
    const root = join(sources.root, 'versions')
    await using app = await startBuilt(root)
    await using browser = await launchChromium()
    await using page = await openPage(browser, `${app.origin}/notes/create`)
    await page.fill('#title', 'A long title')
    await page.fill('textarea', 'A remark')
    await page.fill('[name=secret]', 'hunter2')
    renameField(root)
    await deploy(app, root)

    await page.click('#save')
    const told = page.getByRole('dialog', { name: 'This form was changed by an update.' })
    await told.waitFor()
    await until(async () => (await page.inputValue('textarea')) !== '')
    const text = await told.innerText()
    const buttons = await told.getByRole('button').allInnerTexts()
    await told.getByRole('button', { name: 'Close' }).click()
    const secret = await page.inputValue('[name=secret]')
    await page.fill('#name', 'A long title')
    await page.click('#save')
    await page.locator('#toast', { hasText: 'Saved A long title' }).waitFor()

    assert.match(text, /These entries have no field any more:\s+A long title/)
    assert.deepEqual(buttons, ['Close'])
    assert.equal(secret, '')
    assert.equal(await page.textContent('#saved'), 'A long title')
  })

  it('is sent from an open tab if the field is only new and optional', async () => {
    using sources = new CopiedFixtures(['versions'])
    const root = join(sources.root, 'versions')
    await using app = await startBuilt(root)
    await using browser = await launchChromium()
    await using page = await openPage(browser, `${app.origin}/notes/create`)
    await page.fill('#title', 'A long title')
    edit(root, 'main.ts', ['done: z.string()', 'place: z.string().optional(), done: z.string()'])
    edit(root, formFile, ["{ title: '' }", "{ title: '', place: undefined }"])
    await deploy(app, root)

    await page.click('#save')
    await page.locator('#toast', { hasText: 'Saved A long title' }).waitFor()

    assert.equal(await page.textContent('#saved'), 'A long title')
  })
})

const formFile = 'resources/pages/Notes/Form.tsx'

/** Renames `title` to `name`, which may be left out. */
function renameField(root: string): void {
  edit(
    root,
    'main.ts',
    ["title: z.string().min(3, 'Title is too short')", 'name: z.string().nullable().default(null)'],
    ['saved.push(form.title)', 'saved.push(String(form.name))'],
    ['Saved ${form.title}', 'Saved ${form.name}'],
  )
  edit(
    root,
    formFile,
    ["{ title: '' }", "{ name: '' }"],
    ['id="title"', 'id="name"'],
    ['form.data.title', 'form.data.name'],
    ["form.setData('title'", "form.setData('name'"],
    ['form.errors.title', 'form.errors.name'],
  )
}

function edit(root: string, path: string, ...changes: readonly [from: string, to: string][]): void {
  const file = join(root, path)
  const text = readFileSync(file, 'utf8')
  const missing = changes.filter(([from]) => !text.includes(from))
  assert.deepEqual(missing, [], `${path} has changed`)
  writeFileSync(
    file,
    changes.reduce((changed, [from, to]) => changed.replace(from, to), text),
  )
}

async function deploy(app: BuiltApplication, root: string): Promise<void> {
  await app.stop()
  await buildInBuilder({ root, folder: app.folder, keep: 2 })
  await app.restart({})
}
