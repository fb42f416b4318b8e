import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { Product } from '../../fixtures/shop/models.ts'
import { waiting } from '../../fixtures/shop/routes.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { askAgent, type Seen } from './ask-agent.ts'
import { serveShop } from './serve-shop.ts'
import { toShopCalls } from './shop-calls.ts'

const token = { authorization: 'Bearer sesame' }

forEachDialect('the tools of a whole application', (open) => {
  let app: Awaited<ReturnType<typeof serveShop>>
  let seen: Seen
  let results: ReadonlyMap<string, Seen['results'][number]>

  before(async () => {
    app = await serveShop(await open.url())
    const calls = toShopCalls(app.keys)
    seen = await askAgent(app.origin, calls, token)
    results = new Map(seen.results.map((result, i) => [calls[i]?.[0] ?? '', result]))
  })
  after(() => app[Symbol.asyncDispose]())

  const valueOf = (name: string): unknown =>
    results.get(name)?.structuredContent ?? JSON.parse(results.get(name)?.content[0]?.text ?? '')

  const toolOf = (name: string) => seen.tools.find((tool) => tool.name === name)

  it('are all called by the client of the official SDK', () => {
    const uncalled = seen.tools.filter(({ name }) => !results.has(name)).map(({ name }) => name)
    const failed = [...results].filter(([, { isError }]) => isError).map(([name]) => name)

    assert.deepEqual([uncalled, failed], [[], ['attachments_store']])
    assert.ok(seen.tools.length >= 40, String(seen.tools.length))
  })

  it('take records, lists and choices whole, and fields beside keys and queries', () => {
    assert.partialDeepStrictEqual(toolOf('products_label')?.inputSchema, {
      properties: { product: {}, body: { additionalProperties: { type: 'string' } } },
      required: ['product', 'body'],
    })
    assert.partialDeepStrictEqual(toolOf('products_tag')?.inputSchema, {
      properties: { body: { type: 'array', items: { type: 'string' } } },
    })
    assert.deepEqual(Object.keys(toolOf('products_search')?.inputSchema.properties ?? {}), [
      'limit',
      'words',
      'cheap',
    ])
    assert.partialDeepStrictEqual(valueOf('products_label'), { labels: { color: 'red' } })
    assert.partialDeepStrictEqual(valueOf('products_tag'), { tags: ['new', 'small'] })
    assert.partialDeepStrictEqual(valueOf('orders_pay'), { kind: 'card', order: { state: 'paid' } })
    assert.partialDeepStrictEqual(valueOf('products_search'), { limit: 1, words: ['lamp'] })
  })

  it('answer bytes as a resource, in base64', () => {
    const { content = [] } = results.get('attachments_content') ?? {}

    const uri = `${app.origin}/attachments/${app.keys.attachment}/content`
    const blob = Buffer.from('manual').toString('base64')
    const resource = { uri, mimeType: 'application/octet-stream', blob }
    assert.deepEqual(content, [{ type: 'resource', resource }])
  })

  it('send the body of a DELETE as its body', () => {
    assert.deepEqual(valueOf('orders_cancel'), { cancelled: 1, reason: 'Too late' })
  })

  it('carry no schemas that they do not refer to', () => {
    for (const { name, inputSchema, outputSchema } of seen.tools) {
      for (const schema of [inputSchema, outputSchema ?? {}]) {
        const text = JSON.stringify(schema)
        const names = Object.keys('$defs' in schema ? (schema.$defs as object) : {})
        const unused = names.filter((each) => !text.includes(`"#/$defs/${each}"`))
        assert.deepEqual(unused, [], name)
      }
    }
    assert.equal('$defs' in (toolOf('products_show')?.inputSchema ?? {}), false)
  })

  it('say whether they read, destroy or may be repeated', () => {
    const hints = (name: string) => Object.values(toolOf(name)?.annotations ?? {})

    assert.deepEqual(hints('products_show'), [true, false, false])
    assert.deepEqual(hints('products_store'), [false, false, false])
    assert.deepEqual(hints('products_update'), [false, true, false])
    assert.deepEqual(hints('products_label'), [false, true, true])
    assert.deepEqual(hints('products_destroy'), [false, true, true])
  })

  it('refuse keys that would lead to another path', async () => {
    const paths = ['../me', 'a/../b', 'a//b', '']
    const calls = paths.map((path) => ['shelves_show', { path }] as const)

    const { results: refused } = await askAgent(app.origin, calls, token)

    assert.deepEqual(
      refused.map(({ isError, content: [text] }) => [isError, text?.text]),
      paths.map(() => [true, '"path" is missing or cannot be part of a path.']),
    )
  })

  it('answer what is refused as errors of the tool', async () => {
    const { results: refused } = await askAgent(
      app.origin,
      [
        ['products_store', { name: '' }],
        ['products_show', { product: 999 }],
        ['limited', {}],
        ['limited', {}],
      ],
      token,
    )
    const { results: strangers } = await askAgent(app.origin, [['me_show', {}]])

    const errors = [...refused, ...strangers].map(({ isError }) => isError)
    assert.deepEqual(errors, [true, true, false, true, true])
    assert.match(JSON.stringify(refused[0]), /Name is required/)
  })

  for (const mode of ['legacy', 'auto']) {
    it(`stop when the client cancels the call (${mode})`, { timeout: 60_000 }, async () => {
      const file = join(import.meta.dirname, 'cancelling-agent.ts')
      const [started, aborted] = [once(waiting, 'started'), once(waiting, 'aborted')]
      const agent = spawn(process.execPath, [file, app.origin, mode], {
        stdio: ['pipe', 'inherit', 'inherit'],
      })
      const ended = once(agent, 'close')

      await started
      agent.stdin.write('cancel\n')
      await aborted

      agent.stdin.end()
      assert.deepEqual(await ended, [0, null])
      assert.equal(await Product.query().exists(), true)
    })
  }
})
