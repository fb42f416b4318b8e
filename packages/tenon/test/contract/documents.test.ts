import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { application, get, group, handler, param, routes, type OpenApiOptions } from 'tenon'
import { testApp } from 'tenon/testing'
import { z } from 'zod'
import { client } from '../../src/application/commands/contract/client.ts'
import { openapi } from '../../src/application/commands/contract/openapi.ts'
import type { Command } from '../../src/base/console/command.ts'

const list = handler({})
  .answers(z.array(z.string()))
  .run(() => [])
const shared = [get('/orders', list).name('orders.index')]
const web = routes([
  group('/api', [
    group('/v1', [...shared, get('/old', list).name('old')]),
    group('/v2', shared).name('v2'),
    get('/v10/orders', list).name('v10.orders'),
  ]),
])

const documents = {
  v1: { prefix: '/api/v1', version: '1.4.0' },
  v2: { prefix: '/api/v2/', path: '/second.json', title: 'Second' },
} as const

const toApplication = (more: Partial<OpenApiOptions> = {}) =>
  application({
    root: import.meta.dirname,
    routes: web,
    openapi: { title: 'Shop', version: '2.0.0', documents, ...more },
  })

/** Runs a command without a process. */
async function run(command: Command<never>, words: readonly string[]) {
  const printed: string[] = []
  const failed: string[] = []
  const code = await Reflect.apply(Reflect.get(command, 'run'), command, [
    { application: toApplication().options, fail: (line: string) => failed.push(line) },
    {
      words,
      has: () => false,
      value: () => undefined,
      print: (line: string) => printed.push(line),
      fail: (line: string) => failed.push(line),
    },
  ])
  return { code, printed: printed.join('\n'), failed: failed.join('\n') }
}

describe('a document of some routes', () => {
  it('is served below their path, or at its own, with their routes only', async () => {
    await using app = await testApp({ application: toApplication() })

    const served = ['/openapi.json', '/api/v1/openapi.json', '/second.json']
    const answers = await Promise.all(served.map((path) => app.get(path)))

    const seen = answers.map((answer) => {
      const { info, paths } = JSON.parse(answer.text)
      return [info.title, info.version, Object.keys(paths)]
    })
    assert.deepEqual(seen, [
      ['Shop', '2.0.0', ['/api/v1/orders', '/api/v1/old', '/api/v2/orders', '/api/v10/orders']],
      ['Shop', '1.4.0', ['/api/v1/orders', '/api/v1/old']],
      ['Second', '2.0.0', ['/api/v2/orders']],
    ])
  })

  it('refuses to start without a route, which a typing error would go unnoticed by', async () => {
    const wrong = toApplication({ documents: { v1: { prefix: '/v1' } } })

    await assert.rejects(testApp({ application: wrong }), {
      code: 'E_OPENAPI',
      message: /documents: \{ v1 \} \} has no routes: no path begins with "\/v1"/,
    })
  })

  it('is served below a path with parameters, whatever they are', async () => {
    const shops = application({
      root: import.meta.dirname,
      routes: routes([
        group('/shops/{shop}', [
          get(
            '/orders',
            handler({ shop: param.integer })
              .answers(z.number())
              .run(({ shop }) => shop),
          ).name('orders'),
        ]),
        get('/other', list).name('other'),
      ]),
      openapi: {
        title: 'Shop',
        version: '2.0.0',
        documents: { shop: { prefix: '/shops/{shop}' } },
      },
    })
    await using app = await testApp({ application: shops })

    const answer = await app.get('/shops/7/openapi.json')
    const orders = await app.get('/shops/7/orders')

    assert.equal(answer.status, 200)
    assert.deepEqual(Object.keys(JSON.parse(answer.text).paths), ['/shops/{shop}/orders'])
    assert.equal(orders.status, 200)
  })

  it('refuses to start at the path of another document, which would hide it', async () => {
    for (const prefix of ['/', '/api/v1'] as const) {
      const two = toApplication({ documents: { v1: documents.v1, latest: { prefix } } })
      const path = prefix === '/' ? '/openapi.json' : '/api/v1/openapi.json'

      await assert.rejects(testApp({ application: two }), {
        code: 'E_OPENAPI',
        message: `Two OpenAPI documents are served at "${path}". Set the path of one of them in openapi: { documents }.`,
      })
    }
  })

  it('is printed by its name, and so is a client of its routes', async () => {
    const document = await run(openapi, ['v1'])
    const types = await run(client, ['v2'])

    assert.deepEqual(Object.keys(JSON.parse(document.printed).paths), [
      '/api/v1/orders',
      '/api/v1/old',
    ])
    assert.match(
      types.printed,
      /The routes of Second 2\.0\.0[^]*"v2\.orders\.index"[^]*"\/api\/v2\/orders"/,
    )
    assert.doesNotMatch(types.printed, /v1|old/)
  })

  it('is not found by another name, which the message corrects', async () => {
    const { code, failed } = await run(openapi, ['v3'])

    assert.equal(code, 64)
    assert.equal(failed, 'There is no document "v3". There are: v1, v2. Did you mean "v1"?')
  })
})
