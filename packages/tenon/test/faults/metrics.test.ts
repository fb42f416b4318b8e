import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { until } from '../support/until.ts'
import { notes, startBinary, startNotes, startServing } from './start-binary.ts'

const token = 'a-token-for-tests-only'
const authorization = `Bearer ${token}`

const ask = (port: number, headers: Record<string, string> = {}, path = '/_app/metrics') =>
  fetch(`http://127.0.0.1:${port}${path}`, { headers })

/** Finds the metrics port in the log. */
function findMetricsPort(output: { readonly stdout: string }): number {
  return Number(/Metrics are at http:\/\/127\.0\.0\.1:(\d+)/.exec(output.stdout)?.[1])
}

describe('/_app/metrics', () => {
  it('does not exist unless it is turned on', async () => {
    using app = await startServing()

    assert.equal((await ask(app.port)).status, 404)
  })

  it('requires the token, and reports request and statement times in OpenMetrics format', async () => {
    using app = await startServing({ METRICS_TOKEN: token }, { file: notes })
    for (let id = 1; id <= 5; id++) await ask(app.port, {}, `/notes/${id}?secret=${id}`)
    await ask(app.port, {}, '/nowhere/1')

    const refused = await Promise.all([
      ask(app.port),
      ask(app.port, { authorization: 'Bearer another-token-for-tests' }),
      ask(app.port, { authorization: token }),
    ])
    const answer = await ask(app.port, { authorization })
    const figures = await answer.text()

    assert.deepEqual(
      refused.map(({ status }) => status),
      [401, 401, 401],
    )
    assert.match(answer.headers.get('content-type') ?? '', /^application\/openmetrics-text/)
    assert.match(
      figures,
      /tenon_http_request_duration_seconds_count\{[^}]*route="\/notes\/{note}"[^}]*\} 5/,
    )
    assert.match(
      figures,
      /tenon_http_request_duration_seconds_count\{[^}]*route="none",status="404"\} 1/,
    )
    assert.match(figures, /tenon_database_statement_duration_seconds_count\{verb="select"\} \d+/)
    assert.match(figures, /nodejs_eventloop_lag_p99_seconds \d/)
    assert.match(figures, /# EOF\n$/)
    assert.ok(!figures.includes('secret') && !figures.includes('nowhere'))
  })

  it('has a separate port if METRICS_PORT is set, and is then missing on the main port', async () => {
    using app = await startServing({ METRICS_PORT: '0' })

    assert.equal((await ask(app.port)).status, 404)
    assert.equal((await ask(findMetricsPort(app.output))).status, 200)
    app.child.kill('SIGTERM')
    assert.equal((await app.ended).code, 0)
  })

  it('aggregates all workers, on the port of their supervisor', async () => {
    using app = await startServing({ METRICS_PORT: '0', SERVER_WORKERS: '2' })
    while (!app.output.stdout.includes('2 workers serve')) await once(app.child.stdout, 'data')
    for (let i = 0; i < 20; i++) await ask(app.port, { connection: 'close' }, '/')

    const figures = await (await ask(findMetricsPort(app.output))).text()

    assert.match(figures, /request_duration_seconds_count\{[^}]*route="\/"[^}]*\} 20\n/)
    app.child.kill('SIGTERM')
    assert.equal((await app.ended).code, 0)
  })

  it('has the figures of the other workers while one hangs, and says that one is silent', async () => {
    using app = await startServing({ METRICS_PORT: '0', SERVER_WORKERS: '2' })
    while (!app.output.stdout.includes('2 workers serve')) await once(app.child.stdout, 'data')
    const pid = Number(await (await ask(app.port, { connection: 'close' }, '/pid')).text())

    process.kill(pid, 'SIGSTOP')
    const answer = await ask(findMetricsPort(app.output))
    const figures = await answer.text()
    process.kill(pid, 'SIGCONT')

    assert.equal(answer.status, 200)
    assert.match(figures, /^tenon_workers\{state="answering"\} 1$/m)
    assert.match(figures, /^tenon_workers\{state="silent"\} 1$/m)
    assert.match(figures, /^process_resident_memory_bytes \d+/m)
  })

  it('has the newest run of a task, not the sum of the times at which workers have run it', async () => {
    using app = await startServing(
      { METRICS_PORT: '0', SERVER_WORKERS: '2' },
      { argv: ['serve', '--work'] },
    )
    const workers = () => app.output.stdout.match(/"pid":\d+[^\n]*tick\\" done/g) ?? []
    const pids = () => new Set(workers().map((line) => /\d+/.exec(line)?.[0]))
    while (pids().size < 2) await once(app.child.stdout, 'data')

    const figures = await (await ask(findMetricsPort(app.output))).text()

    const [, ended] = /^tenon_schedule_last_run_timestamp_seconds\{.*\} (\S+)$/m.exec(figures) ?? []
    assert.ok(Number(ended) > Date.now() / 1000 - 60)
    assert.ok(Number(ended) <= Date.now() / 1000)
  })

  it('has a zero for each cause before a worker has ended, so that the first one is an increase', async () => {
    using app = await startServing({ METRICS_PORT: '0', SERVER_WORKERS: '2' })

    const figures = await (await ask(findMetricsPort(app.output))).text()

    assert.deepEqual(figures.match(/^tenon_worker_restarts_total\{.*$/gm), [
      'tenon_worker_restarts_total{cause="exit"} 0',
      'tenon_worker_restarts_total{cause="signal"} 0',
      'tenon_worker_restarts_total{cause="unresponsive"} 0',
    ])
  })

  it('counts the workers that had to be replaced, and says what the process has to do', async () => {
    using app = await startServing({ METRICS_PORT: '0', SERVER_WORKERS: '2' })
    while (!app.output.stdout.includes('2 workers serve')) await once(app.child.stdout, 'data')
    const pid = Number(await (await ask(app.port, { connection: 'close' }, '/pid')).text())

    process.kill(pid, 'SIGKILL')
    while (!app.output.stdout.includes('is replaced')) await once(app.child.stdout, 'data')
    const figures = await (await ask(findMetricsPort(app.output))).text()

    assert.match(figures, /^tenon_worker_restarts_total\{cause="signal"\} 1$/m)
    assert.match(figures, /^tenon_build_info\{version="\d[^"]*",node="\d[^"]*"\} 1$/m)
    assert.match(figures, /^tenon_http_requests_in_flight \d+$/m)
    assert.match(figures, /^tenon_http_connections \d+$/m)
    assert.match(figures, /^tenon_live_streams 0$/m)
    assert.match(figures, /^tenon_live_tellings_total 0$/m)
    assert.match(figures, /^tenon_live_refused_total\{limit="address"\} 0$/m)
    assert.match(figures, /^tenon_store_up 1$/m)
  })

  it('needs a separate port if several workers would share the path', async () => {
    const { code, stderr } = await startBinary({ METRICS_TOKEN: token, SERVER_WORKERS: '2' }).ended

    assert.equal(code, 78)
    assert.match(stderr, /METRICS_PORT is missing/)
  })

  it('names the variable to change if its port is taken', async () => {
    using other = await startServing()
    const { code, stderr } = await startBinary({ METRICS_PORT: String(other.port) }).ended

    assert.equal(code, 1)
    assert.match(stderr, /^Cannot listen on [^\n]*set METRICS_PORT to a free one/)
  })

  it('reports the runs of scheduled tasks', async () => {
    const { child, output, ended } = startBinary(
      { METRICS_PORT: '0', METRICS_TOKEN: token },
      { argv: ['schedule:work'] },
    )
    await until(() => /tick\\" done[^]*tick\\" done/.test(output.stdout))

    const figures = await (await ask(findMetricsPort(output), { authorization })).text()
    child.kill('SIGTERM')

    assert.match(figures, /tenon_schedule_runs_total\{task="tick",state="ok"\} [2-9]/)
    assert.equal((await ended).code, 0)
  })
})

forEachDialect('connection metrics', (open) => {
  // Of PostgreSQL's four connections, two are reserved for reads.
  const [pool, held, limit] = open.dialect === 'sqlite' ? ['writer', 1, 1] : ['pool', 2, 4]
  const lines = (figures: string) =>
    figures.split('\n').filter((line) => /^tenon_database_(connections|waiting)/.test(line))

  it('report which connections are open and busy, and how many calls are waiting', async () => {
    const url = new URL(await open.url())
    if (open.dialect === 'postgres') url.searchParams.set('pool', '2')
    using app = await startNotes(url.href, { environment: { METRICS_TOKEN: token } })
    const read = async () => lines(await (await ask(app.port, { authorization })).text())
    const hold = () => fetch(`http://127.0.0.1:${app.port}/notes/held`, { method: 'POST' })

    const requests = Array.from({ length: 4 }, hold)
    await untilHeld(read, `tenon_database_waiting{pool="${pool}"} ${4 - held}`)
    const busy = await read()
    await Promise.all(requests)
    const idle = await read()

    const [connections, waiting] = ['tenon_database_connections', 'tenon_database_waiting']
    for (const line of [
      `${connections}{pool="${pool}",state="busy"} ${held}`,
      `${connections}{pool="${pool}",state="idle"} 0`,
      `${connections}_limit{pool="${pool}"} ${limit}`,
    ]) {
      assert.ok(busy.includes(line), `${line}\n${busy.join('\n')}`)
    }
    assert.ok(idle.includes(`${connections}{pool="${pool}",state="busy"} 0`))
    assert.ok(idle.includes(`${connections}{pool="${pool}",state="idle"} ${held}`))
    assert.ok(idle.includes(`${waiting}{pool="${pool}"} 0`))
  })
})

async function untilHeld(read: () => Promise<readonly string[]>, line: string): Promise<void> {
  await until(async () => (await read()).includes(line))
}
