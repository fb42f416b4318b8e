import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { launchChromium } from '../support/chromium.ts'
import { serveTodo, type ServedTodo } from './todo-binary.ts'
import { createTodo, listTodos } from './todo-client.ts'

/** The tests of the todo application's pages in a browser, whatever their framework. */
export function describeInChromium(name: string, binary: () => string): void {
  describe(`${name} in Chromium`, () => describePages(binary))
}

function describePages(binary: () => string): void {
  let app: ServedTodo
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let problems: string[]

  before(async () => {
    app = await serveTodo('sqlite::memory:', {}, binary())
    browser = await launchChromium()
  })
  after(async () => {
    await browser.close()
    await app[Symbol.asyncDispose]()
  })
  beforeEach(async () => {
    await context?.close()
    context = await browser.newContext()
    page = await context.newPage()
    problems = []
    page.on('pageerror', (error) => problems.push(error.message))
    page.on('console', (message) => {
      const isExpected = message.text().includes('422')
      if (message.type() === 'error' && !isExpected) problems.push(message.text())
    })
  })

  const openList = async () => {
    await page.goto(`${app.url}/todos`)
    await page.getByRole('heading', { name: 'Todos' }).waitFor()
  }
  const item = (title: string) => page.getByRole('listitem').filter({ hasText: title })

  it('creates a todo, with the keyboard alone', async () => {
    await openList()

    await page.getByRole('link', { name: 'New todo' }).focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('Title').waitFor()
    await page.keyboard.type('Typed blindly')
    await page.keyboard.press('Enter')

    await item('Typed blindly').waitFor()
    assert.equal(new URL(page.url()).pathname, '/todos')
    assert.equal(await page.title(), 'Todos · Todo')
    assert.deepEqual(problems, [])
  })

  it('shows the error beside the field, and keeps the input', async () => {
    const todo = await createTodo(app, 'To be emptied')
    await page.goto(`${app.url}/todos/${todo.id}/edit`)
    const field = page.getByLabel('Title')

    await field.fill('')
    await page.getByRole('button', { name: 'Save' }).click()

    await page.getByRole('alert').waitFor()
    assert.equal(await page.getByRole('alert').textContent(), 'Title is required')
    assert.equal(await field.getAttribute('aria-invalid'), 'true')
    const describedBy = await field.getAttribute('aria-describedby')
    assert.equal(await page.locator(`#${describedBy}`).textContent(), 'Title is required')
    assert.equal(
      await field.evaluate((element) => element.ownerDocument.activeElement === element),
      true,
    )
    assert.equal(new URL(page.url()).pathname, `/todos/${todo.id}/edit`)
    await field.fill('Filled again')
    await page.getByRole('button', { name: 'Save' }).click()
    await item('Filled again').waitFor()
    assert.deepEqual(problems, [])
  })

  it('adds no history entry if a form fails', async () => {
    await openList()
    await page.getByRole('link', { name: 'New todo' }).click()
    await page.getByLabel('Title').waitFor()
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('alert').waitFor()

    await page.goBack()

    await page.getByRole('heading', { name: 'Todos' }).waitFor()
    await page.goForward()
    await page.getByLabel('Title').waitFor()
    assert.deepEqual(problems, [])
  })

  it('toggles a todo without reloading the document', async () => {
    await createTodo(app, 'Tick me')
    await openList()
    let documents = 0
    page.on('request', (request) => {
      if (request.resourceType() === 'document') documents += 1
    })

    await item('Tick me').getByRole('checkbox').click()

    await page.locator('li.done').filter({ hasText: 'Tick me' }).waitFor()
    assert.equal(documents, 0)
    assert.equal((await listTodos(app)).find(({ title }) => title === 'Tick me')?.completed, true)
    await page.reload()
    assert.equal(await item('Tick me').getByRole('checkbox').isChecked(), true)
    assert.deepEqual(problems, [])
  })

  it('asks before it deletes, and keeps the todo if cancelled', async () => {
    await createTodo(app, 'Delete me')
    await openList()
    const ask = () => page.getByRole('button', { name: 'Delete Delete me' }).click()

    await ask()
    await page.getByRole('dialog').getByText('Delete me').waitFor()
    const focused = await page.locator(':focus').textContent()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    assert.equal(await item('Delete me').count(), 1)
    await ask()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()

    await item('Delete me').waitFor({ state: 'detached' })
    assert.equal(focused?.trim(), 'Keep it')
    assert.ok((await listTodos(app)).every(({ title }) => title !== 'Delete me'))
    assert.deepEqual(problems, [])
  })

  it('keeps the todo if Enter is pressed twice', async () => {
    await createTodo(app, 'Keep me')
    await openList()

    await page.getByRole('button', { name: 'Delete Keep me' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })

    assert.ok((await listTodos(app)).some(({ title }) => title === 'Keep me'))
    assert.deepEqual(problems, [])
  })

  it('says that the server cannot be reached, and lets the user try again', async () => {
    await createTodo(app, 'Tick me later')
    const streaming = page.waitForResponse('**/_app/changes')
    await openList()
    // All of its code is there.
    await streaming

    await context.setOffline(true)
    await item('Tick me later').getByRole('checkbox').click()
    await page.getByRole('dialog', { name: 'The server cannot be reached' }).waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    const isDone = await item('Tick me later').getByRole('checkbox').isChecked()
    await context.setOffline(false)
    await item('Tick me later').getByRole('checkbox').click()

    await page.locator('li.done').filter({ hasText: 'Tick me later' }).waitFor()
    assert.equal(isDone, false)
    assert.equal(await item('Tick me later').getByRole('checkbox').isChecked(), true)
  })

  it('shows titles as text, whatever they contain', async () => {
    const title = '<!--<script>alert(1)</script> & </script> \u2028 "quoted"'
    await createTodo(app, title)

    await openList()

    await item('alert(1)').waitFor()
    assert.deepEqual(problems, [])
  })

  it('shows the error page for a todo that is gone', async () => {
    const todo = await createTodo(app, 'Soon gone')
    // The list would be told, and lose the link.
    await page.route('**/_app/changes', (changes) => changes.abort())
    await openList()
    await app.fetch(`/todos/${todo.id}`, { method: 'DELETE' })

    await page.getByRole('link', { name: 'Edit Soon gone' }).click()

    await page.getByRole('heading', { name: '404' }).waitFor()
    assert.equal(await page.title(), '404 · Todo')
  })

  it('fits a narrow window, and supports dark mode', async () => {
    await createTodo(app, 'A title that is much longer than a small telephone is wide, by far')
    await page.setViewportSize({ width: 360, height: 640 })
    await page.emulateMedia({ colorScheme: 'dark' })

    await openList()

    const { width, background } = await page.locator('html').evaluate((element) => ({
      width: element.scrollWidth,
      background: element.ownerDocument.defaultView?.getComputedStyle(element.ownerDocument.body)
        .backgroundColor,
    }))
    assert.ok(width <= 360, `The page is ${width} pixels wide`)
    assert.equal(background, 'rgb(21, 23, 26)')
  })
}
