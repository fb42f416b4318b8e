import assert from 'node:assert/strict'
import { it } from 'node:test'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { askAgent } from './ask-agent.ts'
import { serveShop } from './serve-shop.ts'
import { toShopCalls } from './shop-calls.ts'

forEachDialect('the inspector of the protocol’s authors', (open) => {
  it('finds no fault in the schemas of the tools, and calls each', async () => {
    await using shop = await serveShop(await open.url())
    const calls = toShopCalls(shop.keys)
    const token = { authorization: 'Bearer sesame' }

    const { tools, results } = await askAgent(shop.origin, calls, token, 'inspecting-agent.ts')

    const names = calls.map(([name]) => name)
    assert.deepEqual(tools.map(({ name }) => name).toSorted(), names.toSorted())
    const failed = names.filter((_, i) => results[i]?.isError !== false)
    // A tool sends JSON, so it cannot send a file.
    assert.deepEqual(
      failed,
      ['attachments_store'],
      JSON.stringify(results.filter((each) => each.isError)),
    )
  })
})
