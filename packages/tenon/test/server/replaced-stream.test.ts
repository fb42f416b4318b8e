import assert from 'node:assert/strict'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { file, json, stream } from '../../src/index.ts'
import { get } from '../../src/web/routing/route.ts'
import { routes } from '../../src/web/routing/route-list.ts'
import { startApplication } from '../security/start-application.ts'
import { until } from '../support/until.ts'

describe('a stream replaced by middleware', () => {
  it('is cancelled, unless the middleware reads it itself', async () => {
    const ended: string[] = []
    const pieces = (name: string) =>
      Readable.from(piecesOf(name)).once('close', () => ended.push(name))
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

describe('a file whose answer is replaced after it was opened', () => {
  for (const [what, answer] of [
    ['an error', new Error('The store of sessions is away')],
    ['another body', json({ instead: true })],
  ] as const) {
    it(`is closed if a hook answers ${what}`, async () => {
      const opened: unknown[] = []
      await using app = await startApplication({
        routes: routes([
          get('/', (request) => {
            request.beforeSend(({ body }) => {
              opened.push(body)
              if (answer instanceof Error) throw answer
              return answer
            })
            return file(import.meta.filename)
          }),
        ]),
      })

      await app.send({ path: '/' })
      const [body] = opened
      assert.ok(body instanceof ReadableStream)
      const { done } = await body.getReader().read()

      assert.equal(done, true)
    })
  }
})

describe('a stream that HEAD asks for', () => {
  it('is closed, which nobody has read', async () => {
    const opened: Readable[] = []
    await using app = await startApplication({
      routes: routes([
        get('/file', () => {
          const file = createReadStream(import.meta.filename)
          opened.push(file)
          return stream(file)
        }),
      ]),
    })

    const { status } = await app.send({ method: 'HEAD', path: '/file' })

    assert.equal(status, 200)
    await until(() => opened.length === 1 && opened.every(({ closed }) => closed))
  })
})

async function* piecesOf(name: string) {
  yield new TextEncoder().encode(name)
  await setImmediate()
  yield new TextEncoder().encode('!')
}
