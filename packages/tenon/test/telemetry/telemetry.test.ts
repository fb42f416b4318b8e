import assert from 'node:assert/strict'
import { once } from 'node:events'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { startBinary, startServing } from '../faults/start-binary.ts'
import { RawConnection } from '../server/raw-connection.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import type { PrintedSpan } from './main.ts'

const file = join(import.meta.dirname, 'main.ts')
const server = 1
const client = 2

type Started = ReturnType<typeof startBinary>

/** Waits until a number of matching spans has been printed. */
async function untilSpans(
  { child, output }: Pick<Started, 'child' | 'output'>,
  isMeant: (span: PrintedSpan) => boolean,
  count = 1,
): Promise<readonly PrintedSpan[]> {
  for (;;) {
    const spans = toSpans(output.stdout)
    if (spans.filter(isMeant).length >= count) return spans
    await once(child.stdout, 'data')
  }
}

function toSpans(output: string): readonly PrintedSpan[] {
  const lines = toWholeLines(output).filter((line) => line.startsWith('{"span"'))
  return lines.map((line) => JSON.parse(line).span)
}

/** Waits until a matching log line has been written, which may be after the span. */
async function untilLine(
  { child, output }: Pick<Started, 'child' | 'output'>,
  message: string,
  isMeant: (line: Readonly<Record<string, unknown>>) => boolean,
): Promise<Readonly<Record<string, unknown>>> {
  for (;;) {
    const line = toLines(output.stdout, message).find(isMeant)
    if (line !== undefined) return line
    await once(child.stdout, 'data')
  }
}

/** The log lines whose message begins like this. */
function toLines(output: string, message: string): readonly Record<string, unknown>[] {
  const lines = toWholeLines(output).filter((line) => line.includes(`"msg":"${message}`))
  return lines.map((line) => JSON.parse(line))
}

/** The output without what has arrived of a last line. */
function toWholeLines(output: string): readonly string[] {
  return output.split('\n').slice(0, -1)
}

const isServers = ({ kind }: PrintedSpan) => kind === server

async function startTraced(databaseUrl: string, variables: Record<string, string> = {}) {
  const environment = { DATABASE_URL: databaseUrl, ...variables }
  const migrated = await startBinary(environment, { file, argv: ['migrate'] }).ended
  assert.equal(migrated.code, 0, migrated.stderr)
  const app = await startServing(environment, { file })
  const ask = async (path: string, init: RequestInit = {}): Promise<number> => {
    const answer = await fetch(`http://127.0.0.1:${app.port}${path}`, init)
    await answer.text()
    return answer.status
  }
  return Object.assign(app, { ask })
}

forEachDialect('OpenTelemetry spans', (open) => {
  const system = open.dialect === 'sqlite' ? 'sqlite' : 'postgresql'
  let app: Awaited<ReturnType<typeof startTraced>>
  before(async () => {
    app = await startTraced(await open.url())
  })
  after(() => app[Symbol.dispose]())

  it('describe a request by its route, below the span that the client names', async () => {
    await app.ask('/notes', { method: 'POST' })
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

    await app.ask('/notes/1?token=secret', { headers: { traceparent } })
    const spans = await untilSpans(app, ({ name }) => name === 'GET /notes/{note}')

    const span = spans.find(({ name }) => name === 'GET /notes/{note}')
    const { 'tenon.request.id': id, ...attributes } = span?.attributes ?? {}
    assert.deepEqual(
      [span?.traceId, span?.parentId],
      ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'],
    )
    assert.deepEqual([span?.kind, span?.isError], [server, false])
    assert.match(String(id), /^[0-9a-f-]{32,36}$/)
    assert.deepEqual(attributes, {
      'http.request.method': 'GET',
      'url.path': '/notes/1',
      'url.scheme': 'http',
      'server.address': '127.0.0.1',
      'http.route': '/notes/{note}',
      'http.response.status_code': 200,
    })
  })

  it('describe its statements as children, without their values', async () => {
    await app.ask('/notes', { method: 'POST' })

    await app.ask('/stream')
    const spans = await untilSpans(app, ({ name }) => name === 'GET /stream')

    const request = spans.find(({ name }) => name === 'GET /stream')
    const insert = spans.find(({ name }) => name === 'INSERT notes')
    const selects = spans.filter(({ parentId }) => parentId === request?.spanId)
    assert.deepEqual(
      selects.map(({ name, kind }) => [name, kind]),
      Array.from({ length: 3 }, () => ['SELECT notes', client]),
    )
    assert.match(String(insert?.attributes['db.query.text']), /^insert into "notes"/)
    assert.deepEqual(
      [insert?.attributes['db.system.name'], insert?.attributes['db.operation.name']],
      [system, 'INSERT'],
    )
    assert.ok(!JSON.stringify(spans).includes('secret'))
  })

  it('end with the last byte of a stream', async () => {
    await app.ask('/stream')
    const spans = await untilSpans(app, ({ name }) => name === 'GET /stream')

    const request = spans.find(({ name }) => name === 'GET /stream')
    assert.ok((request?.durationMs ?? 0) >= 140, `${request?.durationMs} ms`)
  })

  it('do not mix concurrent requests, even on one connection', async () => {
    const names = Array.from({ length: 60 }, (_, i) => `n${i}`)

    await Promise.all(names.map((name) => app.ask(`/work/${name}`)))
    const isMeant = ({ name }: PrintedSpan) => name === 'GET /work/{name}'
    const spans = await untilSpans(app, isMeant, names.length)

    const traces = Map.groupBy(spans, ({ traceId }) => traceId)
    const ofRequests = spans.filter(isMeant).map((request) => {
      const trace = traces.get(request.traceId) ?? []
      const isBelow = ({ parentId }: PrintedSpan) => parentId === request.spanId
      const below = trace.filter(isBelow).map(({ name }) => name)
      const name = String(request.attributes['url.path']).replace('/work/', 'work ')
      return [trace.length - below.length, below.includes(name), below.includes('INSERT notes')]
    })
    assert.deepEqual(
      ofRequests,
      names.map(() => [1, true, true]),
    )
  })

  it('describe failures: 500 but not 404, and a failed statement', async () => {
    await app.ask('/broken')
    await app.ask('/absent')
    await app.ask('/nowhere', { method: 'PURGE' })
    await app.ask('/notes/700000/twice', { method: 'PUT' })
    await app.ask('/notes/700000/twice', { method: 'PUT' })
    const isMeant = ({ kind, attributes }: PrintedSpan) =>
      kind === server && /broken|absent|nowhere|twice/.test(String(attributes['url.path']))
    const spans = await untilSpans(app, isMeant, 5)

    const told = spans
      .filter(isMeant)
      .map(({ name, attributes, isError, events }) => [
        name,
        attributes['http.response.status_code'],
        isError && attributes['error.type'],
        events.length,
      ])
    const refused = spans.find(({ name, isError }) => name === 'INSERT notes' && isError)
    assert.deepEqual(told, [
      ['GET /broken', 500, 'RangeError', 1],
      ['GET /absent', 404, false, 0],
      ['HTTP', 404, false, 0],
      ['PUT /notes/{id}/twice', 200, false, 0],
      ['PUT /notes/{id}/twice', 409, false, 0],
    ])
    assert.equal(refused?.attributes['error.type'], 'UniqueViolation')
  })

  it("are referenced by the log lines written inside them and by the request's own line", async () => {
    const traceId = '1af7651916cd43dd8448eb211c80319c'
    const isMeant = (span: PrintedSpan) => span.traceId === traceId

    await app.ask('/broken', { headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` } })
    const spans = await untilSpans(app, isMeant)

    for (const message of ['GET /broken failed', 'GET /broken 500']) {
      const line = await untilLine(app, message, (each) => each['trace_id'] === traceId)
      assert.deepEqual(
        [line['span_id'], line['trace_flags']],
        [spans.find(isMeant)?.spanId, '01'],
        message,
      )
    }
    assert.equal('trace_id' in (toLines(app.output.stdout, 'Tenon serves')[0] ?? {}), false)
  })

  it('describe jobs with their statements, in the trace of the request that dispatched them', async () => {
    const environment = { DATABASE_URL: await open.url() }
    await startBinary(environment, { file, argv: ['migrate'] }).ended
    using serving = await startServing(environment, { file })
    const work = startBinary(environment, { file, argv: ['jobs:work'] })

    await fetch(`http://127.0.0.1:${serving.port}/jobs`, { method: 'POST' })

    const spans = await untilSpans(work, ({ name }) => name === 'job count')
    const line = await untilLine(work, 'Job \\"count\\" done', () => true)
    work.child.kill('SIGTERM')
    await work.ended
    const isRequest = ({ name }: PrintedSpan) => name === 'POST /jobs'
    const request = (await untilSpans(serving, isRequest)).find(isRequest)
    const run = spans.find(({ name }) => name === 'job count')
    assert.equal(run?.traceId, request?.traceId)
    assert.equal(run?.parentId, request?.spanId)
    assert.deepEqual([line['trace_id'], line['span_id']], [run?.traceId, run?.spanId])
    assert.equal(run?.attributes['tenon.job.attempt'], 1)
    const statements = spans.filter(({ kind }) => kind === client)
    assert.deepEqual(new Set(statements.map(({ name }) => name)), new Set(['SELECT notes']))
  })

  it('describe runs of tasks with their statements, but not the scheduler’s own statements', async () => {
    const environment = { DATABASE_URL: await open.url() }
    await startBinary(environment, { file, argv: ['migrate'] }).ended
    const started = startBinary(environment, { file, argv: ['schedule:work'] })

    const isFailure = ({ name }: PrintedSpan) => name === 'task fail'
    await untilSpans(started, isFailure)
    const spans = await untilSpans(started, ({ name }) => name === 'task count')
    const done = await untilLine(started, 'Scheduled task \\"count\\" done', () => true)
    const failed = await untilLine(started, 'Scheduled task \\"fail\\" failed', () => true)
    started.child.kill('SIGTERM')
    await started.ended

    const run = spans.find(({ name }) => name === 'task count')
    const failure = spans.find(isFailure)
    const statements = spans.filter(({ kind }) => kind === client)
    assert.deepEqual([done['trace_id'], done['span_id']], [run?.traceId, run?.spanId])
    assert.deepEqual([failed['trace_id'], failed['span_id']], [failure?.traceId, failure?.spanId])
    assert.equal(run?.attributes['tenon.task.attempt'], 1)
    assert.deepEqual([failure?.isError, failure?.attributes['error.type']], [true, 'TypeError'])
    assert.deepEqual(new Set(statements.map(({ name }) => name)), new Set(['SELECT notes']))
  })
})

describe('an OpenTelemetry span', () => {
  it('ends when its client disconnects', async () => {
    using app = await startTraced('sqlite::memory:')
    using connection = await RawConnection.open(app.port)

    connection.send('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n')
    await app.ask('/absent')
    connection[Symbol.dispose]()
    const spans = await untilSpans(app, ({ attributes }) => attributes['url.path'] === '/slow')

    const left = spans.find(({ attributes }) => attributes['url.path'] === '/slow')
    assert.deepEqual(
      [left?.name, left?.attributes['error.type'], left?.isError],
      ['GET /slow', 'AbortError', false],
    )
    assert.ok((left?.durationMs ?? 5000) < 4000)
  })

  it('is not created for probes', async () => {
    using app = await startTraced('sqlite::memory:')

    await app.ask('/_app/health?db=true')
    await app.ask('/absent')
    const spans = await untilSpans(app, isServers)

    assert.deepEqual(
      spans.map(({ name }) => name),
      ['GET /absent'],
    )
  })

  it('is not created for probes of an application below a path either, inside of it or outside', async () => {
    using app = await startTraced('sqlite::memory:', { APP_URL: 'http://127.0.0.1/app' })

    await app.ask('/_app/health')
    await app.ask('/app/_app/health')
    await app.ask('/app/absent')
    const spans = await untilSpans(app, isServers)

    assert.deepEqual(
      spans.map(({ attributes }) => attributes['url.path']),
      ['/app/absent'],
    )
  })
})
