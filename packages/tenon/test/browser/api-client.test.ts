import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { build, type Rollup } from 'vite'
import { startApi, writeRoutes } from '../contract/start-api.ts'
import { launchChromium } from '../support/chromium.ts'
import { openPage } from './open-page.ts'

const client = fileURLToPath(new URL('../../src/client.ts', import.meta.url))

/** Bundles these exports as a browser loads them, and makes them global. */
async function bundleClient(names = 'createClient'): Promise<string> {
  const entry = 'virtual:entry'
  // A build makes the whole process one of production, and the development servers of other tests inherit that.
  const { NODE_ENV } = process.env
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: true, rollupOptions: { input: entry } },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) =>
          id === entry
            ? `import { ${names} } from '${client}'; Object.assign(window, { ${names} })`
            : null,
      },
    ],
  })
  if (NODE_ENV === undefined) delete process.env['NODE_ENV']
  else process.env['NODE_ENV'] = NODE_ENV
  const [chunk] = (output as Rollup.RollupOutput).output
  return chunk.code
}

describe('the client for programs, in a browser', { timeout: 480_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'tenon-client-'))
  let browser: Browser

  before(async () => {
    browser = await launchChromium()
  })
  after(async () => {
    await browser?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('takes 3.1 kB, compressed', async () => {
    const bytes = gzipSync(await bundleClient()).length

    assert.ok(bytes < 3100, `${bytes} bytes`)
  })

  it('calls routes by name, uploads a file and reads refusals', async () => {
    using app = await startApi(`sqlite:${join(folder, 'books.sqlite')}`)
    await using page = await openPage(browser, `${app.url}/plain`)
    await page.evaluate(`(() => { ${await bundleClient('createClient, fetchWithProgress')} })()`)
    const routes = readFileSync(await writeRoutes(), 'utf8')

    const seen = await page.evaluate(`(async () => {
      const api = window.createClient({ routes: ${routes} })
      const { id, title } = await api('books.store', { title: 'Emma', author_id: 1 })
      const refused = await api('books.store', { title: '', author_id: 1 }).result()
      const image = new File(['cover'], 'cover.png', { type: 'image/png' })
      const cover = await api('books.cover', { book: id }, { image, alt: 'A house' })
      const missing = await api('books.show', { book: 999 }).then(null, (error) => [error.name, error.status])
      let sent
      const fetch = window.fetchWithProgress((progress) => { sent = progress })
      const large = new File([new Uint8Array(300_000)], 'large.png', { type: 'image/png' })
      const uploaded = await api('books.cover', { book: id }, { image: large, alt: 'It' }, { fetch })
      const unfit = await api('books.cover', { book: id }, { image: large }, { fetch }).result()
      const aborted = await api('books.cover', { book: id }, { image: large, alt: '' }, { fetch, signal: AbortSignal.timeout(0) })
        .catch((error) => error.name)
      const removed = await api('books.destroy', { book: id }, {}, { fetch }).result()
      return {
        title, refused: [refused.status, refused.errors], cover, missing,
        progress: [uploaded.size, sent.loaded === sent.total, sent.total > 300_000],
        unfit: [unfit.status, Object.keys(unfit.errors), unfit.headers.get('content-type')],
        aborted,
        removed: [removed.status, removed.value],
      }
    })()`)

    assert.deepEqual(seen, {
      title: 'Emma',
      refused: [422, { title: 'Title is required' }],
      cover: { name: 'cover.png', size: 5, alt: 'A house' },
      missing: ['ApiError', 404],
      progress: [300_000, true, true],
      unfit: [422, ['alt'], 'application/json; charset=utf-8'],
      aborted: 'TimeoutError',
      removed: [204, null],
    })
  })
})
