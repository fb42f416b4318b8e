// Nothing grows while clients come and go. An hour: LIVE_SOAK_SECONDS=3600 LIVE_SOAK_CLIENTS=1000
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../src/data/database/database.ts'
import { Sql, sql } from '../../src/data/database/sql.ts'
import { createDatabase } from '../../src/data/drivers/create-database.ts'
import { startBinary, startServing } from '../faults/start-binary.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { until } from '../support/until.ts'
import { answerTo, LiveWatcher, textOf, type Send } from './live-watcher.ts'

const file = join(import.meta.dirname, 'notes/main.ts')
const seconds = Number(process.env['LIVE_SOAK_SECONDS'] ?? 4)
const clients = Number(process.env['LIVE_SOAK_CLIENTS'] ?? 20)
const rounds = Math.max(4, Math.round(seconds / 30))
/** Between two writes: as long as all clients need to ask again. */
const pauseMs = 50 + 4 * clients
const headers = { 'x-inertia': 'true', 'content-type': 'application/json' }

/** What the server holds when no client is there. */
interface Held {
  readonly streams: number
  readonly watchers: number
  readonly heap: number
  readonly resident: number
  readonly handles: number
  readonly descriptors: number
}

forEachDialect('a server of live pages', (open) => {
  it('holds no more after many clients than after the first', async (test) => {
    const url = await open.url()
    const environment = {
      DATABASE_URL: url,
      APP_KEY: 'a key of 32 bytes or more, for tests',
      STREAMS: String(clients * 2),
    }
    await startBinary(environment, { file, argv: ['migrate'] }).ended
    using server = await startServing(environment, { file })
    const { port } = server
    using stack = new DisposableStack()
    const kept = stack.adopt(new Agent({ keepAlive: true, maxSockets: 32 }), (each) =>
      each.destroy(),
    )
    const send: Send = (method, path, { body = '', headers: own } = {}) => {
      const agent = path === '/_app/changes' ? false : kept
      const options = { port, method, path, headers: { ...headers, ...own }, agent }
      return answerTo(request(options).end(body))
    }
    const held = async (): Promise<Held & { rows: number }> => {
      const now: Held = JSON.parse(await textOf(await send('GET', '/held')))
      return { ...now, rows: await countRows(url) }
    }
    const all: (Held & { rows: number })[] = []

    const asked = { count: 0, streams: 0 }
    const startedAt = performance.now()
    for (let round = 0; round < rounds; round += 1) {
      const end = startedAt + ((round + 1) / rounds) * seconds * 1000
      const each = await comeAndGo(send, { round, end })
      asked.count += each.count
      asked.streams += each.streams
      const left = await until(async () => {
        const now = await held()
        return now.streams === 0 && now.watchers === 0 && now
      })
      all.push(left)
      test.diagnostic(`round ${round + 1}: ${toText(left)}`)
    }

    test.diagnostic(`${asked.streams} streams, ${asked.count} answers`)
    const first = all[Math.max(1, Math.floor(rounds / 10))]
    const last = all.at(-1)
    assert.ok(first && last)
    assert.ok(last.heap < first.heap * 1.1 + 3e6, 'the heap grows')
    assert.ok(last.handles < first.handles + clients / 2, 'timers or connections grow')
    assert.ok(last.descriptors < first.descriptors + clients / 2, 'open files grow')
    assert.equal(last.rows, first.rows, 'rows grow')
    assert.ok((await countMessages(url)) <= 2000, 'messages between processes grow')
  })
})

/** Clients follow a board each, some of them leave at any time, and all are gone at the end. */
async function comeAndGo(
  send: Send,
  { round, end }: { readonly round: number; readonly end: number },
): Promise<{ readonly count: number; readonly streams: number }> {
  await using stack = new AsyncDisposableStack()
  const watchers = Array.from(
    { length: clients },
    (_, i) => new LiveWatcher(send, `/boards/${i % 5}`),
  )
  // All at once: each needs a moment.
  stack.defer(async () => {
    await Promise.all(watchers.map((watcher) => watcher[Symbol.asyncDispose]()))
  })
  await until(() => watchers.every(({ streams }) => streams > 0))
  for (let n = 0; performance.now() < end || n === 0; n += 1) {
    await textOf(await send('POST', `/boards/${n % 5}/round-${round}`))
    for (let i = 0; i < clients / 20; i += 1) watchers[(n * 7 + i) % clients]?.drop()
    await delay(pauseMs) // time: clients ask again
  }
  await textOf(await send('DELETE', '/notes'))
  await until(() => watchers.every(({ titles }) => titles.length === 0))
  return {
    count: watchers.reduce((sum, { asked }) => sum + asked, 0),
    streams: watchers.reduce((sum, { streams }) => sum + streams, 0),
  }
}

/** The rows of all tables of the application's database. */
async function countRows(url: string): Promise<number> {
  const database = createDatabase(url)
  try {
    const tables = await database.query<{ name: string }>(
      database.dialect === 'sqlite'
        ? sql`select name from sqlite_schema where type = 'table'`
        : sql`select tablename::text as name from pg_tables where schemaname = current_schema()`,
    )
    let rows = 0
    for (const { name } of tables) rows += await countOf(database, name)
    return rows
  } finally {
    await database.close()
  }
}

/** The rows of the file through which processes on one machine tell each other, if there is one. */
async function countMessages(url: string): Promise<number> {
  const path = url.replace(/^sqlite:/, '').replace(/\.sqlite$/, '-live.sqlite')
  if (!existsSync(path)) return 0
  const database = createDatabase(`sqlite:${path}`)
  try {
    return await countOf(database, 'texts')
  } finally {
    await database.close()
  }
}

async function countOf(database: Database, table: string): Promise<number> {
  const [found] = await database.query<{ count: number | bigint }>(
    new Sql([`select count(*) as count from "${table}"`], []),
  )
  return Number(found?.count)
}

function toText({ heap, resident, handles, descriptors, rows }: Held & { rows: number }): string {
  return `heap ${toMegabytes(heap)} MB, resident ${toMegabytes(resident)} MB, ${handles} handles, ${descriptors} descriptors, ${rows} rows`
}

function toMegabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1)
}
