import type { ActiveVisit, Page, router } from '@inertiajs/core'
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { until } from '../../../../test/support/until.ts'
import { supplyRoutes } from '../supplied-routes.ts'
import { LivePages } from './live-pages.ts'
import type { LivePage } from './live-props.ts'

function toPage(number: number): LivePage {
  const list = { ticket: `ticket ${number}`, watch: `w${number}`, position: `p:${number}` }
  // Sound: what is missing is not looked at.
  return { component: 'P', url: '/p', props: {}, flash: {}, liveProps: { list } } as unknown as Page
}

describe('LivePages', () => {
  it('forget changes of what the page has followed before', async (test) => {
    const { tell, pass } = fakeBrowser(test)
    const client = new FakeClient()
    const pages = new LivePages(client as unknown as typeof router, [client.page])
    for (const number of [1, 2, 3]) {
      await tell(`w${number - 1}`, `p:${number}`)
      await until(() => client.answered === number)
    }

    // Had it kept each change that it ever heard of, it would ask for this page at once.
    pass()
    client.show(toPage(0))
    const asked = client.answered
    client.leave()
    assert.ok(pages)
    assert.equal(asked, 3)
  })
})

/** A server that reads other rows after each change, so that the name of what is followed changes too. */
class FakeClient {
  page = toPage(0)
  answered = 0
  readonly #listeners = new Map<string, (event: { readonly detail: object }) => void>()

  on(name: string, listener: (event: { readonly detail: object }) => void): void {
    this.#listeners.set(name, listener)
  }

  show(page: object): void {
    this.#listeners.get('navigate')?.({ detail: { page } })
  }

  /** Goes to a page that follows nothing. */
  leave(): void {
    this.show({ component: 'Other', url: '/other' })
  }

  reload({ onCancelToken, onBeforeUpdate, onFinish }: ActiveVisit): void {
    onCancelToken({ cancel: () => {} })
    this.page = toPage((this.answered += 1))
    onBeforeUpdate(this.page)
    for (const name of ['beforeUpdate', 'success']) {
      this.#listeners.get(name)?.({ detail: { page: this.page } })
    }
    onFinish({} as ActiveVisit)
  }
}

/** `tell` tells the newest stream of a change; `pass` moves the clock on, so that no change has to wait. */
function fakeBrowser(test: TestContext) {
  let stream: ReadableStreamDefaultController | undefined
  const fetch = (_url: string, { signal }: RequestInit): Promise<Response> => {
    let opened: ReadableStreamDefaultController | undefined
    const end = (): void => {
      if (stream === opened) stream = undefined
    }
    signal?.addEventListener('abort', () => {
      end()
      opened?.error(signal.reason)
    })
    const body = new ReadableStream({
      start: (controller) => {
        opened = controller
        if (signal?.aborted !== true) stream = controller
      },
      cancel: end,
    })
    return Promise.resolve(new Response(body))
  }
  const before = { fetch: globalThis.fetch, document: undefined, addEventListener: undefined }
  const quiet = { addEventListener: () => {} }
  Object.assign(globalThis, { fetch, document: quiet, ...quiet })
  test.after(() => Object.assign(globalThis, before))
  supplyRoutes({})
  let passed = 0
  const now = performance.now.bind(performance)
  performance.now = () => now() + passed
  test.after(() => {
    performance.now = now
  })
  const pass = (): void => {
    passed += 1000
  }
  const tell = async (watch: string, position: string): Promise<void> => {
    const opened = await until(() => stream)
    stream = undefined
    pass()
    const data = JSON.stringify({ changed: { [watch]: position } })
    opened.enqueue(new TextEncoder().encode(`id: ${position}\ndata: ${data}\n\n`))
  }
  return { tell, pass }
}
