import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import type { LiveProp } from '../../src/pages/live/live-tickets.ts'
import { launchChromium } from '../support/chromium.ts'
import { until } from '../support/until.ts'
import { openPage, routeOnce, type OpenPage } from './open-page.ts'
import { startBuilt, type BuiltApplication } from './start-built.ts'

const fixtures = join(import.meta.dirname, '../../fixtures')
const todo = join(import.meta.dirname, '../../../../examples/todo')

/** Opens a page, and waits until the server follows it. */
async function openLive(browser: Browser, url: string): Promise<OpenPage> {
  const page = await openPage(browser, 'about:blank')
  const streaming = page.waitForResponse((response) => response.url().endsWith('/_app/changes'))
  await page.goto(url)
  await streaming
  return page
}

/** What a page says about the live prop with this ticket. */
async function findLive(page: Page, ticket: string): Promise<LiveProp> {
  const text = await page.evaluate<string>('JSON.stringify(history.state.page.liveProps)')
  const props: readonly LiveProp[] = Object.values(JSON.parse(text))
  const found = props.find((prop) => prop.ticket === ticket)
  assert.ok(found)
  return found
}

const item = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })

describe('two windows of the todo application', { timeout: 480_000 }, () => {
  let app: BuiltApplication
  let browser: Browser

  before(async () => {
    app = await startBuilt(todo, { DATABASE_URL: 'sqlite::memory:' })
    browser = await launchChromium()
  })
  after(async () => {
    await browser?.close()
    await app?.[Symbol.asyncDispose]()
  })

  it("see each other's work", async () => {
    await using left = await openLive(browser, `${app.origin}/todos`)
    await using right = await openLive(browser, `${app.origin}/todos`)

    await left.getByRole('link', { name: 'New todo' }).click()
    await left.getByLabel('Title').fill('Written on the left')
    await left.keyboard.press('Enter')
    await item(right, 'Written on the left').getByRole('checkbox').click()
    await left.getByRole('status').filter({ hasText: '0 of 1 to do' }).waitFor()

    assert.deepEqual([...left.complaints, ...right.complaints], [])
  })
})

describe('a live page in React', { timeout: 480_000 }, () => {
  let app: BuiltApplication
  let browser: Browser

  before(async () => {
    app = await startBuilt(join(fixtures, 'browser'), { DATABASE_URL: 'sqlite::memory:' })
    browser = await launchChromium()
  })
  after(async () => {
    await browser?.close()
    await app?.[Symbol.asyncDispose]()
  })

  /** Writes a note as somebody else. */
  const write = (title: string) =>
    fetch(`${app.origin}/board`, {
      method: 'POST',
      body: new URLSearchParams({ title }),
      redirect: 'manual',
    })
  const open = () => openLive(browser, `${app.origin}/board`)
  const boards = (page: Page) => {
    const seen: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'GET' && request.url().includes('/board')) {
        seen.push(request.headers()['purpose'] ?? 'visit')
      }
    })
    return seen
  }

  it('keeps focus, typed text, state, scroll position and history', async () => {
    await using page = await open()
    await page.click('#count')
    await page.locator('#typed').pressSequentially('half a sen')
    const before = await page.evaluate('[scrollY, history.length]')

    await write('While somebody types')
    await item(page, 'While somebody types').waitFor()
    await page.keyboard.type('tence')

    assert.equal(await page.inputValue('#typed'), 'half a sentence')
    assert.equal(await page.textContent('#count'), '1')
    assert.deepEqual(await page.evaluate('[scrollY, history.length]'), before)
    assert.equal(await page.locator('#nprogress .bar').isVisible(), false)
    assert.deepEqual(page.complaints, [])
  })

  it('asks for the live prop only', async () => {
    await using page = await open()
    const before = await page.textContent('#loaded')

    await write('Only the notes')
    await item(page, 'Only the notes').waitFor()

    assert.equal(await page.textContent('#loaded'), before)
  })

  it('asks for a change that was told before one that it shows already', async () => {
    await using page = await openPage(browser, 'about:blank')
    const asked = boards(page)
    await routeOnce(page, '**/_app/changes', async (route) => {
      const [[ticket]] = JSON.parse(route.request().postData() ?? '').tickets
      const { watch, position } = await findLive(page, ticket)
      // The first is asked for at once. The others are told before it may ask again.
      const told = ['other:1', 'other:2', position].map((at) => ({ changed: { [watch]: at } }))
      const body = told.map((each) => `data: ${JSON.stringify(each)}\n\n`).join('')
      await route.fulfill({ contentType: 'text/event-stream', body })
    })

    await page.goto(`${app.origin}/board`)

    await until(() => asked.length === 3)
    assert.deepEqual(asked, ['visit', 'live', 'live'])
  })

  it('keeps the errors of a form', async () => {
    await using page = await open()
    await page.click('#save')
    await page.locator('#error', { hasText: 'Title is required' }).waitFor()

    await write('Beside an error')
    await item(page, 'Beside an error').waitFor()

    assert.equal(await page.textContent('#error'), 'Title is required')
  })

  it('does not ask again after its own change', async () => {
    await using page = await open()
    const asked = boards(page)
    await page.fill('#title', 'My own')

    await page.click('#save')
    await item(page, 'My own').waitFor()
    await write('Of somebody else')
    await item(page, 'Of somebody else').waitFor()

    assert.deepEqual(asked, ['visit', 'live'])
  })

  it('asks a few times a second at most, and shows the last state', async () => {
    await using page = await open()
    const asked = boards(page)

    for (let i = 0; i < 40; i += 1) await write(`Note ${i} of many`)
    await item(page, 'Note 39 of many').waitFor()

    assert.ok(asked.length < 20, `${asked.length} requests`)
  })

  it('follows the page it comes back to', async () => {
    await using page = await open()
    await page.click('#notes')
    await page.locator('#create').waitFor()
    await write('While away')

    await page.goBack()

    await item(page, 'While away').waitFor()
  })

  it('follows the page that is shown when its code has been loaded', async () => {
    await using page = await openPage(browser, 'about:blank')
    const { promise: isShown, resolve: show } = Promise.withResolvers<void>()
    const streaming = page.waitForRequest((request) => request.url().endsWith('/_app/changes'))
    await page.route('**/live-pages*', async (route) => {
      await isShown
      await route.continue()
    })
    await page.goto(`${app.origin}/board?name=other`, { waitUntil: 'commit' })
    await page.fill('#title', 'On the next page')
    await page.click('#save')
    await item(page, 'On the next page').waitFor()

    show()
    await streaming
    await write('Once its code was there')

    await item(page, 'Once its code was there').waitFor()
  })

  it('goes on if an answer that was read before its code was there is shown afterwards', async () => {
    await using page = await open()

    // Such an answer is a part of the page, and has no tickets: nothing was there to complete it.
    await page.evaluate(`document.dispatchEvent(new CustomEvent('inertia:success', {
      detail: { page: { ...history.state.page, liveProps: undefined } },
    }))`)
    await write('After an early answer')

    await item(page, 'After an early answer').waitFor()
  })

  it('stays as it is if the network goes while its code is loaded, and follows after the next visit', async () => {
    await using page = await openPage(browser, 'about:blank')
    const failing = page.waitForEvent('requestfailed')
    await routeOnce(page, '**/live-pages*', async (route) => {
      await page.context().setOffline(true)
      await route.abort('internetdisconnected')
    })
    await page.goto(`${app.origin}/board`)
    await failing

    await page.fill('#title', 'Typed without a network')
    await page.context().setOffline(false)
    const streaming = page.waitForResponse((response) => response.url().endsWith('/_app/changes'))
    await page.click('#save')
    await item(page, 'Typed without a network').waitFor()
    await streaming
    await write('Of somebody else again')

    await item(page, 'Of somebody else again').waitFor()
  })

  it('catches up when the server comes back', async () => {
    await using page = await open()

    await app.restart({})
    await until(async () => (await write('After the restart').catch(() => undefined))?.ok === false)

    await item(page, 'After the restart').waitFor()
  })

  it('asks for new tickets as often as its own are refused, every 30 s at most', async () => {
    await using page = await open()
    await page.clock.install()
    const asked = boards(page)
    /** As for a login that got another id: in the other window, the user has confirmed the password. */
    const refuse = async (): Promise<void> => {
      const refused = page.waitForResponse((response) => response.status() === 403)
      await routeOnce(page, '**/_app/changes', (route) => route.fulfill({ status: 403 }))
      await page.evaluate("dispatchEvent(new Event('online'))")
      await refused
    }
    const followed = () =>
      page.waitForResponse((response) => response.url().endsWith('/changes') && response.ok())

    const first = followed()
    await refuse()
    // The page may have been connecting for the first time.
    await until(async () => asked.length === 1)
    await first
    const again = followed()
    await refuse()
    const before = asked.length
    await page.clock.fastForward(31_000)
    await again
    await write('After two refusals')

    await item(page, 'After two refusals').waitFor()
    assert.equal(before, 1)
  })

  it('follows a channel, and shows who is there', async () => {
    const open = async (name: string) => {
      const page = await openPage(browser, 'about:blank')
      await page.context().addCookies([{ name: 'name', value: name, url: app.origin }])
      await page.goto(`${app.origin}/rooms/7`)
      return page
    }
    await using ada = await open('Ada')
    const bob = await open('Bob')
    const members = ada.locator('#members')
    await members
      .filter({ hasText: 'Ada, Bob' })
      .or(members.filter({ hasText: 'Bob, Ada' }))
      .waitFor()

    for (const path of ['7/say/Hello', '8/say/Elsewhere', '7/say/World']) {
      await fetch(`${app.origin}/rooms/${path}`, { method: 'POST', redirect: 'manual' })
    }
    await ada.locator('#said', { hasText: 'Hello, World' }).waitFor()
    await bob.locator('#said', { hasText: 'Hello, World' }).waitFor()
    await bob[Symbol.asyncDispose]()

    await members.filter({ hasText: /^Ada$/ }).waitFor()
    assert.deepEqual(ada.complaints, [])
  })

  it('opens no stream for a page without live props', async () => {
    await using page = await openPage(browser, 'about:blank')
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))

    await page.goto(`${app.origin}/notes`)
    await page.locator('#slow', { hasText: 'loaded later' }).waitFor()

    assert.deepEqual(
      requests.filter((url) => /live|changes/.test(url)),
      [],
    )
  })
})

for (const adapter of ['vue', 'svelte']) {
  describe(`a live page in ${adapter}`, { timeout: 480_000 }, () => {
    it('shows what was written elsewhere, and what is said where the user is', async () => {
      await using app = await startBuilt(join(fixtures, adapter), {
        DATABASE_URL: 'sqlite::memory:',
      })
      const browser = await launchChromium()
      try {
        await using page = await openLive(browser, app.origin)

        const body = new URLSearchParams({ title: 'Elsewhere' })
        await fetch(app.origin, { method: 'POST', body, redirect: 'manual' })

        await item(page, 'Elsewhere').waitFor()
        await page.locator('#members', { hasText: 'everyone' }).waitFor()
        const say = (path: string) =>
          fetch(`${app.origin}/rooms/${path}`, { method: 'POST', redirect: 'manual' })
        await say('1/say/Hello')
        await page.locator('#said', { hasText: 'Hello' }).waitFor()
        const joined = page.waitForResponse(/\/rooms\/2\/channel$/)
        await page.click('#next')
        await joined
        await page.locator('#members', { hasText: 'everyone' }).waitFor()
        await say('1/say/Missed')
        await say('2/say/World')
        await page.locator('#said', { hasText: 'World' }).waitFor()
        assert.deepEqual(page.complaints, [])
      } finally {
        await browser.close()
      }
    })
  })
}
