import type { ActiveVisit, Page, router } from '@inertiajs/core'
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { until } from '../../../../test/support/until.ts'
import { supplyRoutes } from '../supplied-routes.ts'
import { LivePages } from './live-pages.ts'
import type { LivePage } from './live-props.ts'

/** As long as this, names that are kept can be seen in the memory of the process. */
const nameLength = 100_000

function toPage(number: number): LivePage {
  const watch = `w${number}`.padEnd(nameLength, '-')
  const list = { ticket: `ticket ${number}`, watch, position: `p:${number}` }
  // Sound: what is missing is not looked at.
  return { component: 'P', url: '/p', props: {}, flash: {}, liveProps: { list } } as unknown as Page
}

describe('LivePages', () => {
  it('keep nothing of what the page has followed before', async (test) => {
    const tell = fakeBrowser(test)
    const client = new FakeClient()
    const pages = new LivePages(client as unknown as typeof router, [client.page])
    const change = async (number: number): Promise<void> => {
      const watch = client.page.liveProps?.['list']?.watch ?? ''
      await tell(watch, `p:${number}`)
      await until(() => client.answered === number)
    }

    await change(1)
    const before = usedMegabytes()
    for (let number = 2; number <= 300; number++) await change(number)

    const grown = usedMegabytes() - before
    client.leave()
    assert.ok(pages)
    assert.ok(grown < 10, `300 names of 100 kB took ${Math.round(grown)} MB`)
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

  /** Goes to a page that follows nothing. */
  leave(): void {
    this.#listeners.get('navigate')?.({ detail: { page: { component: 'Other', url: '/other' } } })
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

/** Returns what tells the newest stream of a change. The clock moves on, so that no change has to wait. */
function fakeBrowser(test: TestContext): (watch: string, position: string) => Promise<void> {
  let stream: ReadableStreamDefaultController | undefined
  const fetch = (_url: string, { signal }: RequestInit): Promise<Response> => {
    const body = new ReadableStream({
      start: (controller) => {
        stream = controller
        signal?.addEventListener('abort', () => controller.error(signal.reason))
      },
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
  return async (watch, position) => {
    const opened = await until(() => stream)
    stream = undefined
    passed += 1000
    const data = JSON.stringify({ changed: { [watch]: position } })
    opened.enqueue(new TextEncoder().encode(`id: ${position}\ndata: ${data}\n\n`))
  }
}

function usedMegabytes(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed / 1e6
}
