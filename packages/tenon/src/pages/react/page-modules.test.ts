import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { toResolver } from './page-modules.ts'

describe('toResolver', () => {
  const index = { default: 'Index' }
  const modules = {
    './pages/Todos/Index.tsx': async () => index,
    '/resources/pages/Home.vue': index,
  }

  it('finds loaded and lazy modules by page name', async () => {
    const resolve = toResolver(modules)

    assert.equal(await resolve('Todos/Index'), 'Index')
    assert.equal(await resolve('Home'), 'Index')
  })

  it('waits for the reload if the file of a page is gone', async () => {
    const resolve = toResolver({ './pages/Home.tsx': async () => undefined })

    const result = await Promise.race([resolve('Home'), nextTurn('waiting')])

    assert.equal(result, 'waiting')
  })

  it('names the missing page', async () => {
    await assert.rejects(toResolver(modules)('Nowhere'), {
      message: /no page "Nowhere" among the 2 pages/,
    })
  })
})
