import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { handler } from '../../../../web/binding/handler.ts'
import { get, group } from '../../../../web/routing/route.ts'
import { routes } from '../../../../web/routing/route-list.ts'
import { apiSection } from './api-section.ts'

describe('the page about the API', () => {
  const list = handler({})
    .answers({ 200: z.array(z.string()) })
    .run(() => [])
  const listed = (name: string) =>
    group(`/api/${name}`, [get('/orders', list).name('orders')]).name(name)
  const section = apiSection({
    findApplication: () => ({
      root: import.meta.dirname,
      routes: routes([listed('v1'), listed('v2')]),
      openapi: {
        title: 'Shop',
        version: '2',
        documents: { v1: { prefix: '/api/v1' }, v2: { prefix: '/api/v2' } },
      },
    }),
    findOrigin: () => 'http://localhost:8080',
  })
  const show = async (query = '') => String(await section.render(new URLSearchParams(query)))

  it('lets one choose the document of a version', async () => {
    const [all, first] = [await show(), await show('document=v1')]

    assert.match(all, /aria-current="page">All routes<.*document=v1">v1<.*document=v2">v2</s)
    assert.match(all, /v1\.orders.*v2\.orders/s)
    assert.match(first, /document=v1" aria-current="page">v1</)
    assert.match(first, /href="\/api\/v1\/openapi\.json"/)
    assert.match(first, /api\/v1\.orders\?document=v1/)
    assert.doesNotMatch(first, /api\/v2\.orders/)
  })

  it('leads from an operation back to the document of its version', async () => {
    const query = new URLSearchParams('document=v1')

    const page = String(await section.renderDetails?.('v1.orders', query))

    assert.match(page, /href="\/_app\/dev\/api\?document=v1">All operations</)
    assert.equal(await section.renderDetails?.('v2.orders', query), undefined)
  })

  it('says which documents there are if the name is wrong', async () => {
    assert.match(await show('document=v3'), /There is no document .*v3.*There are: v1, v2/)
  })
})
