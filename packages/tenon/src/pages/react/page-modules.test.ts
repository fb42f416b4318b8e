import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toResolver } from './page-modules.ts'

describe('toResolver', () => {
  const index = { default: 'Index' }
  const modules = {
    './pages/Todos/Index.tsx': async () => index,
    '/resources/pages/Home.vue': index,
  }

  it('finds loaded and lazy modules by the name of the page', async () => {
    const resolve = toResolver(modules)

    assert.equal(await resolve('Todos/Index'), 'Index')
    assert.equal(await resolve('Home'), 'Index')
  })

  it('says which page is missing', async () => {
    await assert.rejects(toResolver(modules)('Nowhere'), {
      message: /no page "Nowhere" among the 2/,
    })
  })
})
