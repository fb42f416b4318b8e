import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { get, handler, routes } from 'tenon'
import { eventStream } from 'tenon/answers'
import { c, Model } from 'tenon/models'
import { z } from 'zod'
import { serveTools } from '../../src/application/contract/tools/mcp-endpoint.ts'
import { toTools } from '../../src/application/contract/tools/tool.ts'
import { askAgent as ask } from './ask-agent.ts'
import { startApi } from './start-api.ts'

describe('routes as tools for agents', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tenon-tools-'))
  const start = () => startApi(`sqlite:${join(folder, `${crypto.randomUUID()}.sqlite`)}`)
  after(() => rmSync(folder, { recursive: true, force: true }))

  it('are listed with their schemas and hints, and no other route is', async () => {
    using app = await start()

    const { tools } = await ask(app.url)

    assert.deepEqual(
      tools.map(({ name }) => name),
      ['books_index', 'books_store', 'books_destroy'],
    )
    const [index, store, destroy] = tools
    assert.deepEqual(Object.keys(index?.inputSchema.properties ?? {}), ['page', 'filter'])
    assert.deepEqual(store?.inputSchema.required, ['title', 'author_id'])
    assert.deepEqual(destroy?.inputSchema.required, ['book'])
    assert.equal(index?.annotations['readOnlyHint'], true)
    assert.equal(destroy?.annotations['destructiveHint'], true)
  })

  it('are called with the validation, the limits and the answers of the route', async () => {
    using app = await start()

    const { results } = await ask(app.url, [
      ['books_store', { title: 'Emma', author_id: 1 }],
      ['books_store', { title: '', author_id: 1 }],
      ['books_index', { filter: { state: 'draft' } }],
      ['books_destroy', { book: 1 }],
      ['books_destroy', { book: 1 }],
      ['books_destroy', { book: '..' }],
      ['books_show', { book: 1 }],
    ])

    const [made, refused, listed, removed, gone, outside, unknown] = results
    assert.equal(made?.isError, false)
    assert.match(JSON.stringify(refused), /Title is required/)
    assert.partialDeepStrictEqual(listed?.structuredContent, {
      total: 1,
      data: [{ title: 'Emma' }],
    })
    assert.deepEqual([removed?.isError, gone?.isError], [false, true])
    assert.match(JSON.stringify(outside), /is missing/)
    assert.match(JSON.stringify(unknown), /There is no tool/)
  })

  it('are refused to pages of other sites', async () => {
    using app = await start()

    const { status } = await fetch(`${app.url}/mcp`, {
      method: 'POST',
      headers: { origin: 'https://elsewhere.example', 'content-type': 'application/json' },
      body: '{}',
    })

    assert.equal(status, 403)
  })

  it('are refused to pages whose own name leads to this machine', async () => {
    using app = await start()
    const post = async (host: string, headers: Record<string, string>) => {
      const sent = request(`${app.url}/mcp`, { method: 'POST', headers: { ...headers, host } })
      sent.end('{}')
      const [{ statusCode }] = await once(sent, 'response')
      return statusCode
    }
    const own = new URL(app.url).host

    assert.equal(await post('evil.example', { origin: 'http://evil.example' }), 403)
    assert.equal(await post('evil.example', {}), 403)
    assert.notEqual(await post(own, { origin: `http://${own}` }), 403)
    assert.notEqual(await post('localhost', {}), 403)
  })

  it('need names that agents can tell apart', () => {
    const tool = (path: '/a' | '/b', name: string) => get(path, stated).name(name).tool('It')
    const parts = { title: '', version: '', dispatch: notCalled, isCrossOrigin: () => false }

    assert.throws(
      () => serveTools({ ...parts, routes: routes([tool('/a', 'a.b'), tool('/b', 'a_b')]) }),
      { code: 'E_TOOL', message: /same name "a_b" as a\.b|same name "a_b" as GET \/a/ },
    )
  })

  it('say what they answer: a record too, and each of several successes, if all are objects', () => {
    const outputs = toTools(
      routes([
        get('/one', handler({}).answers(Stamp).run(notCalled)).name('one').tool('One'),
        get('/two', handler({}).answers({ 200: Stamp, 204: null }).run(notCalled))
          .name('two')
          .tool('Two'),
        get(
          '/three',
          handler({})
            .answers({ 200: Stamp, 202: z.object({ wait: z.number() }) })
            .run(notCalled),
        )
          .name('three')
          .tool('Three'),
      ]),
    ).map(({ outputSchema }) => outputSchema)

    assert.partialDeepStrictEqual(outputs[0], {
      type: 'object',
      allOf: [{ $ref: '#/$defs/Stamp' }],
      $defs: { Stamp: { properties: { code: {} } } },
    })
    assert.equal(outputs[1], undefined)
    assert.partialDeepStrictEqual(outputs[2], {
      type: 'object',
      anyOf: [{ $ref: '#/$defs/Stamp' }, { type: 'object', properties: { wait: {} } }],
    })
  })

  it('need a name and declared responses, which are no event stream', () => {
    const unnamed = get(
      '/a',
      handler({})
        .answers(z.object({}))
        .run(() => ({})),
    ).tool('A')
    const unstated = get('/b', () => 'b')
      .name('b')
      .tool('B')
    const endless = get('/c', handler({}).answers(eventStream(Stamp)).run(notCalled))
      .name('c')
      .tool('C')
    const parts = { title: '', version: '', dispatch: notCalled, isCrossOrigin: () => false }
    for (const [reason, route] of Object.entries({ unnamed, unstated, endless })) {
      const refusal = { code: 'E_TOOL' }
      assert.throws(() => serveTools({ ...parts, routes: routes([route]) }), refusal, reason)
    }
  })
})

class Stamp extends Model('stamps', { id: c.id(), code: c.text() }) {}

const stated = handler({})
  .answers(z.object({}))
  .run(() => ({}))

function notCalled(): never {
  throw new Error('This test sends no request')
}
