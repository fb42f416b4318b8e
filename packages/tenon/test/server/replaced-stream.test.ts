import assert from 'node:assert/strict'
import { setImmediate } from 'node:timers/promises'
import { describe, it } from 'node:test'
import { json, stream } from '../../src/index.ts'
import { get } from '../../src/web/routing/route.ts'
import { routes } from '../../src/web/routing/route-list.ts'
import { startApplication } from '../security/start-application.ts'
import { until } from '../support/until.ts'

describe('a stream replaced by middleware', () => {
  it('is cancelled, unless the middleware reads it itself', async () => {
    const ended: string[] = []
    async function* pieces(name: string) {
      try {
        yield new TextEncoder().encode(name)
        await setImmediate()
        yield new TextEncoder().encode('!')
      } finally {
        ended.push(name)
      }
    }
    await using app = await startApplication({
      routes: routes([
        get('/replaced', () => stream(pieces('replaced'))).middleware(async (_request, next) => {
          await next()
          return json({ instead: true })
        }),
        get('/early', () => stream(pieces('early'))).middleware((_request, next) => {
          void next()
          throw new Error('It was not awaited')
        }),
        get('/piped', () => stream(pieces('piped'))).middleware(async (_request, next) => {
          const { body } = await next()
          assert.ok(body instanceof ReadableStream)
          return stream(body.pipeThrough(new TransformStream<Uint8Array, Uint8Array>()))
        }),
        get('/sent', () => stream(pieces('sent'))).middleware((_request, next) => next()),
      ]),
    })

    const replaced = await app.send({ path: '/replaced' })
    const early = await app.send({ path: '/early' })
    const piped = await app.send({ path: '/piped' })
    const sent = await app.send({ path: '/sent' })
    await until(() => ended.length === 4)

    assert.deepEqual([replaced.status, early.status], [200, 500])
    assert.match(piped.body, /piped[^]*!/)
    assert.match(sent.body, /sent[^]*!/)
    assert.deepEqual(ended.toSorted(), ['early', 'piped', 'replaced', 'sent'])
  })
})
