import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Client } from 'pg'
import { DatabaseUnavailable } from '../../src/data/database/database-error.ts'
import { isTested } from '../support/for-each-dialect.ts'
import { startPostgres, type PostgresServer } from '../support/postgres-server.ts'
import { until } from '../support/until.ts'
import { ask } from './outcomes.ts'
import { percentile, stallOnRow, stallOnSearches } from './stalled-statements.ts'
import { startNotes } from './start-binary.ts'

const skip = !isTested('postgres') && 'TEST_DATABASES leaves postgres out'

describe('on PostgreSQL', { skip }, () => {
  let postgres: PostgresServer
  before(async () => {
    postgres = await startPostgres()
  })
  after(() => postgres[Symbol.asyncDispose]())

  it('eight writes waiting for one row do not block anything else', async () => {
    const holdMs = 2000

    const { othersMs, failures } = await stallOnRow(postgres.url, { writers: 8, holdMs })

    assert.deepEqual(failures, [])
    assert.ok(percentile(othersMs, 0.95) < holdMs / 4, `p95 ${percentile(othersMs, 0.95)} ms`)
  })

  it('a write answered with an error was not executed', async () => {
    const limits = { holdMs: 1500, statementTimeout: '1s' } as const

    const { stalled, stored } = await stallOnRow(postgres.url, { writers: 8, ...limits })

    const reasons = stalled.map((result) => result.status === 'rejected' && result.reason)
    assert.ok(reasons.every((reason) => reason instanceof DatabaseUnavailable))
    assert.ok(
      reasons.every(({ reason, isOutcomeUnknown }) => reason === 'timeout' && !isOutcomeUnknown),
    )
    assert.equal(stored, 0)
  })

  it('eight slow searches do not block anything else', async () => {
    const seconds = 1.1

    const { othersMs, failures } = await stallOnSearches(postgres.url, { searches: 8, seconds })

    assert.deepEqual(failures, [])
    assert.ok(percentile(othersMs, 0.95) < seconds * 250, `p95 ${percentile(othersMs, 0.95)} ms`)
  })

  it('an application whose writes wait for a table answers reads and probes', async () => {
    using app = await startNotes(postgres.url)
    await ask(app.port, 'POST /notes')
    const holder = new Client({ connectionString: postgres.url })
    await holder.connect()
    await holder.query('begin; lock table notes in share row exclusive mode')
    const waiting = Array.from({ length: 8 }, () => ask(app.port, 'POST /notes'))
    await until(async () => {
      const { rows } = await holder.query('select 1 from pg_locks where not granted')
      return rows.length > 0
    })

    const others = ['GET /notes', 'GET /notes/1', 'GET /_app/health?db=true', 'GET /_app/ready']
    const answered = await Promise.all(others.map((request) => ask(app.port, request)))
    await holder.query('commit')
    await holder.end()

    assert.deepEqual(
      answered.map(({ status }) => status),
      [200, 200, 200, 200],
    )
    assert.deepEqual(
      new Set((await Promise.all(waiting)).map(({ status }) => status)),
      new Set([201]),
    )
  })
})
