// A traced application that prints each of its spans as a line.
import { setTimeout as delay } from 'node:timers/promises'
import { SpanStatusCode, trace } from '@opentelemetry/api'
import { NodeTracerProvider, type ReadableSpan } from '@opentelemetry/sdk-trace-node'
import { z } from 'zod'
import { c, Model } from '../../src/models.ts'
import { transaction } from '../../src/database.ts'
import { application, get, handler, json, post, put, routes, stream } from '../../src/index.ts'
import { NotFound } from '../../src/errors.ts'
import { job } from '../../src/jobs.ts'
import { task } from '../../src/schedule.ts'
import { openTelemetry } from '../../src/telemetry.ts'

/** The parts of a span that the test reads. */
export interface PrintedSpan {
  readonly name: string
  readonly kind: number
  readonly traceId: string
  readonly spanId: string
  readonly parentId: string | undefined
  readonly attributes: Readonly<Record<string, unknown>>
  readonly isError: boolean
  readonly events: readonly string[]
  readonly durationMs: number
}

function print(span: ReadableSpan): void {
  const { traceId, spanId } = span.spanContext()
  const printed: PrintedSpan = {
    name: span.name,
    kind: span.kind,
    traceId,
    spanId,
    parentId: span.parentSpanContext?.spanId,
    attributes: span.attributes,
    isError: span.status.code === SpanStatusCode.ERROR,
    events: span.events.map(({ name }) => name),
    durationMs: span.duration[0] * 1000 + span.duration[1] / 1e6,
  }
  console.log(JSON.stringify({ span: printed }))
}

const ready = async () => {}
const printer = { onStart() {}, onEnd: print, forceFlush: ready, shutdown: ready }
new NodeTracerProvider({ spanProcessors: [printer] }).register()

class Note extends Model('notes', { id: c.id(), title: c.text() }) {}

const findOne = () => Note.where('title', '=', 'secret').first()

async function* rows(): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < 3; i++) {
    await delay(50) // time: rows come slowly
    await findOne()
    yield new TextEncoder().encode(`${i}\n`)
  }
}

/** The work of a third-party library that looks for the active span. */
async function work(name: string): Promise<void> {
  const span = trace.getTracer('library').startSpan(`work ${name}`)
  await delay(Math.random() * 20) // time: requests overlap
  await transaction(() => Note.create({ title: name }))
  span.end()
}

const count = job('count', z.object({})).run(() => findOne())

export const app = application({
  root: import.meta.dirname,
  migrations: '../faults/notes/database/migrations',
  telemetry: openTelemetry(),
  jobs: [count],
  tasks: [
    task('count')
      .every('1s')
      .run(() => findOne()),
    task('fail')
      .every('1s')
      .run(() => Promise.reject(new TypeError('on purpose'))),
  ],
  routes: routes([
    get(
      '/notes/{note}',
      handler({ note: Note }).run(({ note }) => json(note)),
    ),
    post('/notes', async () => json(await Note.create({ title: 'a' })).status(201)),
    put('/notes/{id}/twice', async (request) =>
      json(await Note.create({ id: Number(request.param('id')), title: 'b' })),
    ),
    get('/work/{name}', async (request) => {
      await delay(Math.random() * 20) // time: requests overlap
      await work(request.param('name') ?? '')
      return 'done'
    }),
    get('/broken', () => {
      throw new RangeError('on purpose')
    }),
    post('/jobs', async () => {
      await count.dispatch({})
      return 'later'
    }),
    get('/absent', () => {
      throw new NotFound()
    }),
    get('/stream', () => stream(ReadableStream.from(rows()))),
    get('/slow', () => delay(5000).then(() => 'slow')), // time: a slow handler
  ]),
})
await app.run(process.argv.slice(2))
