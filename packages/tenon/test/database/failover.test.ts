import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { isTested } from '../support/for-each-dialect.ts'
import { startPostgres, startReplica, type PostgresServer } from '../support/postgres-server.ts'
import { createDatabase } from '../../src/data/drivers/create-database.ts'
import { DatabaseUnavailable } from '../../src/data/database/database-error.ts'
import type { Database, Statement } from '../../src/data/database/database.ts'
import { sql } from '../../src/data/database/sql.ts'
import { startForwarder } from '../support/forwarder.ts'

/** Use `FAILOVERS=20` for a thorough run. */
const failovers = Array.from({ length: Number(process.env['FAILOVERS'] ?? 1) }, (_, i) => i + 1)

const insert: Statement = { sql: 'insert into hits values ($1)', access: 'write' }
const backend: Statement = { sql: 'select pg_backend_pid()', access: 'read' }

/** Every way in which a record is written, distinguished only by the connections that it uses. */
const WRITES: ReadonlyArray<(database: Database, id: number) => Promise<unknown>> = [
  async (database, id) => database.run(insert, [id]),
  async (database, id) => database.run({ ...insert, isByKey: true }, [id]),
  (database, id) => database.transaction(async () => database.run(insert, [id])),
]

describe(
  'A failover of PostgreSQL',
  { skip: !isTested('postgres') && 'TEST_DATABASES leaves postgres out' },
  () => {
    for (const round of failovers) {
      it(`to another host of the URL loses no write and takes a moment (${round})`, async () => {
        await using pair = await startPair()
        const url = `${listHosts(pair)}?target_session_attrs=read-write`
        await using database = createDatabase(url)
        await using load = await startWriters(database)

        await pair.primary.stop()
        await promote(pair.replica)
        const backAfterMs = await load.untilAllWrite()

        assert.ok(backAfterMs < 2000, `back after ${backAfterMs} ms`)
        await load.stop()
        await assertKept(pair.replica, load)
      })

      it(`while the old primary lives on, read-only, leaves it (${round})`, async () => {
        await using pair = await startPair()
        await using name = await startForwarder(pair.primary.url)
        await using database = createDatabase(name.url)
        await using load = await startWriters(database)

        await demote(pair.primary)
        await promote(pair.replica)
        name.moveTo(pair.replica.url)
        const backAfterMs = await load.untilAllWrite()

        assert.ok(backAfterMs < 2000, `back after ${backAfterMs} ms`)
        await load.stop()
        await assertKept(pair.replica, load)
      })
    }

    it('is seen by a ping once a write was refused, and not before', async () => {
      await using server = await startPostgres()
      await using database = createDatabase(server.url)
      await database.script('create table hits (id integer)')
      await demote(server)
      await database.ping(1000)

      await assert.rejects(async () => database.run(insert, [1]), { reason: 'readonly' })
      await assert.rejects(database.ping(1000), { reason: 'readonly', message: /refuses writes/ })
      await promoteAgain(server)

      await database.ping(1000)
      await database.run(insert, [2])
    })

    it('reaches code that listens for notices on the new primary', async () => {
      await using pair = await startPair()
      await using name = await startForwarder(pair.primary.url)
      await using database = createDatabase(name.url)
      const told: string[] = []
      using _listening = database.listen('moved', () => told.push('moved'))
      await database.script('create table if not exists hits (id integer)')

      await demote(pair.primary)
      await promote(pair.replica)
      name.moveTo(pair.replica.url)
      await assert.rejects(database.transaction(async () => database.run(insert, [1])))
      const before = told.length

      while (told.length === before) {
        await ask(pair.replica, 'notify moved')
        await delay(50)
      }
    })
  },
)

describe(
  'A connection to PostgreSQL',
  { skip: !isTested('postgres') && 'TEST_DATABASES leaves postgres out' },
  () => {
    it('is replaced at the end of its lifetime', async () => {
      await using server = await startPostgres()
      await using database = createDatabase(`${server.url}?lifetime=1`)
      const pid = async () => Number((await database.run(backend, [])).rows[0]?.[0])
      const first = await pid()

      while ((await pid()) === first) await delay(20)
    })

    it('prefers a standby if the URL asks for that, and takes the primary if there is none', async () => {
      await using pair = await startPair()
      const url = `${listHosts(pair)}?target_session_attrs=prefer-standby`
      const isStandby = async (): Promise<unknown> => {
        await using database = createDatabase(url)
        return await database.query(sql`select pg_is_in_recovery() as standby`)
      }

      const withStandby = await isStandby()
      await pair.replica.stop()
      const without = await isStandby()

      assert.deepEqual([withStandby, without], [[{ standby: true }], [{ standby: false }]])
    })

    it('is made only to a server of the kind that the URL asks for', async () => {
      await using pair = await startPair()
      await using standby = createDatabase(`${listHosts(pair)}?target_session_attrs=standby`)
      await using none = createDatabase(`${pair.replica.url}?target_session_attrs=read-write`)

      const [answer] = await standby.query<{ readonly standby: boolean }>(
        sql`select pg_is_in_recovery() as standby`,
      )

      assert.deepEqual(answer, { standby: true })
      await assert.rejects(none.query(sql`select 1`), {
        reason: 'readonly',
        message: /No PostgreSQL server is read-write/,
      })
    })
  },
)

interface Pair extends AsyncDisposable {
  readonly primary: PostgresServer
  readonly replica: PostgresServer
}

/** A primary whose commits wait for its replica, so that a promotion loses none. */
async function startPair(): Promise<Pair> {
  const primary = await startPostgres()
  const replica = await startReplica(primary)
  await ask(primary, 'create table hits (id integer)')
  await ask(primary, 'alter role tenon set synchronous_commit = on')
  await ask(primary, "alter system set synchronous_standby_names = '*'")
  await ask(primary, 'select pg_reload_conf()')
  return {
    primary,
    replica,
    async [Symbol.asyncDispose]() {
      await Promise.all([primary[Symbol.asyncDispose](), replica[Symbol.asyncDispose]()])
    },
  }
}

function listHosts({ primary, replica }: Pair): string {
  return primary.url.replace(/@([^/]+)/, (hosts) => `${hosts},${new URL(replica.url).host}`)
}

function promote(replica: PostgresServer): Promise<unknown> {
  return ask(replica, 'select pg_promote()')
}

/** Makes a server refuse writes, also on the connections that it has. */
async function demote(server: PostgresServer): Promise<void> {
  await ask(server, 'alter system set default_transaction_read_only = on')
  await ask(server, 'select pg_reload_conf()')
  while ((await readOnly(server)) !== 'on') await delay(10)
}

async function promoteAgain(server: PostgresServer): Promise<void> {
  await ask(server, 'alter system reset default_transaction_read_only')
  await ask(server, 'select pg_reload_conf()')
  while ((await readOnly(server)) !== 'off') await delay(10)
}

async function readOnly(server: PostgresServer): Promise<unknown> {
  return (await ask(server, 'show transaction_read_only'))[0]?.['transaction_read_only']
}

async function ask(
  server: PostgresServer,
  text: string,
): Promise<readonly Record<string, unknown>[]> {
  const client = new Client(server.url)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

interface Writers extends AsyncDisposable {
  readonly acknowledged: ReadonlySet<number>
  readonly unknown: ReadonlySet<number>
  readonly others: readonly unknown[]
  /** Waits until each writer has written twice from now on; returns how long that took. */
  untilAllWrite(): Promise<number>
  stop(): Promise<void>
}

/** Writes numbers in every way, continuously, and notes what came of each. */
async function startWriters(database: Database): Promise<Writers> {
  const acknowledged = new Set<number>()
  const unknown = new Set<number>()
  const others: unknown[] = []
  const stopped = new AbortController()
  let latest = 0
  const writers = Array.from({ length: 4 }, () => WRITES)
    .flat()
    .map((write) => ({ write, written: 0 }))

  const work = async (writer: (typeof writers)[number]): Promise<void> => {
    while (!stopped.signal.aborted) {
      const id = ++latest
      try {
        await writer.write(database, id)
        acknowledged.add(id)
        writer.written += 1
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable)) others.push(error)
        else if (error.isOutcomeUnknown) unknown.add(id)
        await delay(5)
      }
    }
  }
  const untilAllWrite = async (): Promise<number> => {
    const startedAt = performance.now()
    const before = writers.map(({ written }) => written)
    while (!writers.every(({ written }, i) => written > Number(before[i]) + 1)) await delay(5)
    return performance.now() - startedAt
  }
  const working = writers.map(work)
  const stop = async (): Promise<void> => {
    stopped.abort()
    await Promise.all(working)
  }
  await untilAllWrite()
  return { acknowledged, unknown, others, untilAllWrite, stop, [Symbol.asyncDispose]: stop }
}

/** What was acknowledged is there once; nothing else is, but what was reported as perhaps done. */
async function assertKept(server: PostgresServer, load: Writers): Promise<void> {
  const rows = await ask(server, 'select id from hits')
  const kept = rows.map(({ id }) => Number(id))
  const known = new Set(kept)

  assert.deepEqual(load.others, [])
  assert.equal(known.size, kept.length, 'nothing was written twice')
  assert.deepEqual(
    [...load.acknowledged].filter((id) => !known.has(id)),
    [],
  )
  assert.deepEqual(
    kept.filter((id) => !load.acknowledged.has(id) && !load.unknown.has(id)),
    [],
  )
}
