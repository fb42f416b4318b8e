import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { serveShop } from './serve-shop.ts'
import { startApi, writeRoutes } from './start-api.ts'

const calls = fileURLToPath(new URL('../../fixtures/api/calls.ts', import.meta.url))
const shopCalls = fileURLToPath(new URL('../../fixtures/shop/calls.ts', import.meta.url))
const shopQueries = fileURLToPath(new URL('../../fixtures/shop/queries.ts', import.meta.url))
const shopSwr = fileURLToPath(new URL('../../fixtures/shop/swr.ts', import.meta.url))

forEachDialect('the typed client', (open) => {
  it('calls every kind of route of a running application by name', async () => {
    using app = await startApi(await open.url())

    const argv = ['--conditions=source', calls, app.url, await writeRoutes()]
    const { stdout } = await promisify(execFile)(process.execPath, argv)

    assert.deepEqual(JSON.parse(stdout), {
      made: { madeTitle: 'Emma', copies: '0', state: 'draft' },
      refused: [false, 422, 'Title is required'],
      missing: [false, 404],
      authorName: 'Jane',
      ordered: [202, 1],
      changed: 'Persuasion',
      cover: { name: 'cover.png', size: 5, alt: 'A house' },
      count: 1,
      removed: null,
      gone: [404, 'Not Found'],
      plain: 'plain text',
      twice: ['plain text', 'plain text', 200],
      hurried: 'Invalid timeout "soon"',
      given: [
        { book: 2, reason: 'read', notify: ['a', 'b'] },
        { book: 2, reason: 'lost', notify: ['c'] },
      ],
      promise: [true, 'plain text'],
      caught: true,
      misspelt: [
        'There is no route named "books.shwo". Did you mean "books.show"?',
        'There is no route named "xyz".',
      ],
    })
  })

  it('repeats a request with an idempotency key, and the server answers it once', async () => {
    await using shop = await serveShop(await open.url())

    const argv = ['--conditions=source', shopCalls, shop.origin]
    const { stdout } = await promisify(execFile)(process.execPath, argv)

    assert.deepEqual(JSON.parse(stdout), {
      statuses: [200, 201, 200],
      made: 2,
      repeatsKey: true,
      hasKey: true,
      others: ['mine', 'mine'],
    })
  })

  it('writes the options of TanStack Query and the arguments of SWR, which call, page and change', async () => {
    await using shop = await serveShop(await open.url())

    const run = async (program: string): Promise<unknown> => {
      const argv = ['--conditions=source', program, shop.origin]
      const { stdout } = await promisify(execFile)(process.execPath, argv)
      return JSON.parse(stdout)
    }

    assert.deepEqual(await run(shopQueries), {
      addedName: 'Chair',
      stock: '0',
      fedNames: ['Lamp', 'Chair', 'Table', 'Bed'],
      currentPages: [1, 2],
      keys: [
        ['products.show', { product: 1 }],
        ['products.feed', {}],
      ],
      cancelled: true,
    })
    assert.deepEqual(await run(shopSwr), {
      addedName: 'Swing',
      stock: '0',
      names: ['Lamp', 'Chair', 'Table', 'Bed', 'Desk', 'Sofa'],
      currentPages: [1, 2],
      loads: 3,
    })
  })
})
