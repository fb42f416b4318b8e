import { describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { setImmediate } from 'node:timers/promises'
import { answers, runs, statements, ticks } from '../../base/log/channels.ts'
import type { ObservedQueue } from './job-metrics.ts'
import { startMetrics } from './metrics.ts'

const statement = { dialect: 'sqlite', durationMs: 2, error: undefined } as const
const answer = { route: '/todos/{todo}', status: 200, durationMs: 5 }

describe('startMetrics', () => {
  it('counts requests, statements, ticks and runs under a fixed set of labels', async () => {
    using metrics = await startMetrics()

    answers.tell({ ...answer, method: 'GET' })
    answers.tell({ ...answer, method: 'BREW', route: undefined })
    statements.tell({ ...statement, sql: '  select 1' })
    statements.tell({ ...statement, sql: 'pragma optimize' })
    ticks.tell({ task: 'prune', decision: 'missed', count: 3 })
    runs.tell({ task: 'prune', state: 'ok', durationMs: 1500 })
    const text = await metrics.render()

    const lines = [
      'tenon_http_request_duration_seconds_count{method="GET",route="/todos/{todo}",status="200"} 1',
      'tenon_http_request_duration_seconds_count{method="other",route="none",status="200"} 1',
      'tenon_database_statement_duration_seconds_count{verb="select"} 1',
      'tenon_database_statement_duration_seconds_count{verb="other"} 1',
      'tenon_schedule_ticks_total{task="prune",decision="missed"} 3',
      'tenon_schedule_runs_total{task="prune",state="ok"} 1',
      'tenon_schedule_run_seconds_total{task="prune"} 1.5',
    ]
    for (const line of lines) assert.ok(text.includes(`${line}\n`), line)
  })

  it('stops counting once it is disposed', async () => {
    const areHeard = () => [answers, statements, ticks, runs].map(({ isHeard }) => isHeard)
    const before = areHeard()
    const metrics = await startMetrics()
    assert.deepEqual(areHeard(), [true, true, true, true])

    metrics[Symbol.dispose]()

    assert.deepEqual(areHeard(), before)
  })

  it('reports how connections are used at the time of the scrape', async () => {
    using metrics = await startMetrics()
    const pool = { name: 'pool', limit: 10, open: 4, busy: 1, waiting: 2 }

    metrics.observe({ pools: () => [pool] })
    const text = await metrics.render()

    assert.match(text, /tenon_database_connections\{pool="pool",state="busy"\} 1\n/)
    assert.match(text, /tenon_database_connections\{pool="pool",state="idle"\} 3\n/)
    assert.match(text, /tenon_database_connections_limit\{pool="pool"\} 10\n/)
    assert.match(text, /tenon_database_waiting\{pool="pool"\} 2\n/)
  })

  it('counts the jobs once at a time, however long the database takes', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] })
    using metrics = await startMetrics()
    const counted = Promise.withResolvers<readonly ObservedQueue[]>()
    let counts = 0
    const jobs = (): Promise<readonly ObservedQueue[]> => {
      counts += 1
      return counted.promise
    }
    metrics.observe({ pools: () => [], jobs })
    const scrape = async (): Promise<string> => {
      const text = metrics.render()
      await setImmediate()
      context.mock.timers.tick(1000)
      return text
    }

    const first = await scrape()
    const last = scrape()
    counted.resolve([
      { queue: 'mail', state: 'waiting', count: 7, oldestMs: 5000, isPaused: false },
    ])

    assert.ok(!first.includes('queue="mail"'))
    assert.match(await last, /tenon_jobs\{queue="mail",state="waiting"\} 7\n/)
    assert.equal(counts, 1)
  })
})
