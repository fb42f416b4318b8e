import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { context, propagation, SpanStatusCode, trace } from '@opentelemetry/api'
import { NodeTracerProvider, type ReadableSpan } from '@opentelemetry/sdk-trace-node'
import { z } from 'zod'
import { body, get, handler, page, post, routes } from '../../src/index.ts'
import { openTelemetry } from '../../src/telemetry.ts'
import { startApplication } from '../security/start-application.ts'

const Note = body(z.object({ title: z.string() }))
const late = Promise.withResolvers<string>()

const list = routes([
  get('/reports/{report}', () => late.promise),
  get('/notes/create', () => page('NotesCreate')).name('notes.create'),
  post(
    '/notes',
    handler({ note: Note }).run(() => 'stored'),
  ).name('notes.store'),
])

describe('the span of a request', () => {
  const ended: ReadableSpan[] = []
  const start = () =>
    startApplication({ routes: list, telemetry: openTelemetry() }, {}, { handlerTimeoutMs: 50 })
  const findSpans = (path: string) =>
    ended.filter(({ attributes }) => attributes['url.path'] === path)

  before(() => {
    const ready = async () => {}
    const onEnd = (span: ReadableSpan) => void ended.push(span)
    const processor = { onStart() {}, onEnd, forceFlush: ready, shutdown: ready }
    new NodeTracerProvider({ spanProcessors: [processor] }).register()
  })
  after(() => {
    for (const api of [trace, context, propagation]) api.disable()
  })

  it('is an error with 503 if the handler exceeds its deadline, and ends once', async () => {
    await using app = await start()

    const answer = await app.send({ path: '/reports/7' })
    late.resolve('too late')
    await app.send({ path: '/absent' })

    const [span, ...others] = findSpans('/reports/7')
    const { 'tenon.request.id': id, ...attributes } = span?.attributes ?? {}
    assert.deepEqual([answer.status, others.length], [503, 0])
    assert.equal(span?.name, 'GET /reports/{report}')
    assert.equal(span.status.code, SpanStatusCode.ERROR)
    assert.match(String(id), /^[0-9a-f-]{36}$/)
    assert.deepEqual(attributes, {
      'http.request.method': 'GET',
      'http.route': '/reports/{report}',
      'http.response.status_code': 503,
      'error.type': 'TimeoutError',
      'server.address': 'localhost',
      'url.path': '/reports/7',
      'url.scheme': 'http',
    })
  })

  it("is named after its own route when a form's page answers", async () => {
    await using app = await start()

    const headers = { 'Content-Type': 'application/json', 'X-Inertia': 'true' }
    const answer = await app.send({ method: 'POST', path: '/notes', headers, body: '{}' })

    const names = findSpans('/notes').map(({ name }) => name)
    assert.match(answer.body, /"component":"NotesCreate"/)
    assert.deepEqual(names, ['POST /notes'])
  })
})
