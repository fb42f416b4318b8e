import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { withDatabase } from '../../src/data/database/current-database.ts'
import { createDatabase } from '../../src/data/drivers/create-database.ts'
import { sql } from '../../src/data/database/sql.ts'
import type { Database } from '../../src/data/database/database.ts'
import { createLog } from '../../src/base/log/create-log.ts'
import { readsOf } from '../../src/data/models/watching/reads-of.ts'
import { ChangeFeed, type ChangeFeedOptions } from '../../src/stores/changes/change-feed.ts'
import { createRedisBus } from '../../src/stores/changes/redis-bus.ts'
import { SqliteBus } from '../../src/stores/changes/sqlite-bus.ts'
import { toBundled } from '../support/bundled-program.ts'
import { onDialect } from '../support/for-each-dialect.ts'
import { skipWithoutRedis, startRedis } from '../support/redis-server.ts'
import { skipWithoutPgBouncer, startPgBouncer } from '../support/pgbouncer.ts'
import { sharedPostgres } from '../support/postgres-server.ts'
import { until } from '../support/until.ts'
import { Comment, createTables, Label, Team, Ticket } from './models.ts'

const program = toBundled(fileURLToPath(new URL('write-process.ts', import.meta.url)))

/** A process of the application: its database and its feed. */
class Replica implements AsyncDisposable {
  readonly database: Database
  readonly feed: ChangeFeed
  readonly #url: string

  constructor(url: string, options: ChangeFeedOptions = {}) {
    this.#url = url
    this.database = createDatabase(url)
    this.feed = new ChangeFeed([this.database], { checkMs: 100, ...options })
  }

  use<Result>(body: () => Result): Result {
    return withDatabase(this.database, body)
  }

  /** Counts how often it hears of comments of a ticket. */
  watch(ticket: number): { count: number } {
    const told = { count: 0 }
    const reads = this.use(() => readsOf([Comment.where('ticket_id', ticket)]))
    this.feed.watch(reads, () => told.count++)
    return told
  }

  /** Runs the program of another process until it ends. */
  async write(ticket: number): Promise<void> {
    const child = this.start(ticket, '')
    await once(child, 'exit')
  }

  start(ticket: number, end: string) {
    const options = ['--conditions=source', program, this.#url, String(ticket), end]
    return spawn(process.execPath, options, { stdio: ['pipe', 'pipe', 'inherit'] })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.feed.close()
    await this.database.close()
  }
}

/** Creates tables with two tickets, whose keys are 1 and 2. */
async function fill(replica: Replica): Promise<void> {
  await createTables(replica.database)
  await replica.use(async () => {
    const team = await Team.create({ name: 'A' })
    for (const title of ['one', 'two']) await Ticket.create({ team_id: team.id, title })
  })
}

/** Waits until what happens at the beginning is over: others are found, and each asks once. */
async function settled(...replicas: readonly Replica[]): Promise<void> {
  for (const { feed } of replicas) await feed.ready
  await until(() => replicas.every(({ feed }) => feed.peers === replicas.length - 1))
}

/** Publishes in one process, and lets somebody come there, before and after the other begins to hear. */
async function publishes(one: Replica, other: Replica): Promise<void> {
  const heard: unknown[] = []
  const big = Array.from({ length: 60 }, (_, id) => ({ id, name: 'x'.repeat(200) }))
  other.feed.hear('ticket/1', () => {})
  for (const member of big) other.feed.presence.enter('ticket/1', member)
  one.feed.hear('ticket/1', (message) => heard.push(message))
  await settled(one, other)
  const since = one.feed.position

  const messages = Array.from({ length: 5 }, (_, i) => ({ text: `${i}${'y'.repeat(3000)}` }))
  for (const message of messages) other.feed.publish('ticket/1', message)
  other.feed.publish('ticket/2', { text: 'elsewhere' })
  const leave = other.feed.presence.enter('ticket/1', { id: 'late' })
  await until(() => heard.length === 5 && one.feed.presence.members('ticket/1').length === 61)
  leave()

  await until(() => one.feed.presence.members('ticket/1').length === 60)
  assert.deepEqual(heard, messages)
  assert.deepEqual(one.feed.publishedSince('ticket/1', since), messages)
}

onDialect('postgres', 'ChangeFeed of several processes', (open) => {
  it('tells what another process has changed, and nothing else', async () => {
    const url = await open.url()
    await using one = new Replica(url, { scope: url })
    await using other = new Replica(url, { scope: url })
    await fill(one)
    other.feed.open()
    const [ofOne, ofTwo] = [one.watch(1), one.watch(2)]
    await settled(one, other)
    const before = [ofOne.count, ofTwo.count]

    await other.use(() => Comment.create({ ticket_id: 1 }))

    await until(() => ofOne.count > (before[0] ?? 0))
    assert.deepEqual([ofOne.count, ofTwo.count], [(before[0] ?? 0) + 1, before[1]])
  })

  it('understands the position of another process', async () => {
    const url = await open.url()
    await using one = new Replica(url, { scope: url })
    await using other = new Replica(url, { scope: url })
    await fill(one)
    one.watch(1)
    other.watch(1)
    await settled(one, other)
    const since = other.feed.position
    const reads = one.use(() => readsOf([Comment.where('ticket_id', 1)]))

    const before = one.feed.hasChanged(reads, since)
    await one.use(() => Comment.create({ ticket_id: 2 }))
    const elsewhere = one.feed.hasChanged(reads, since)
    await one.use(() => Comment.create({ ticket_id: 1 }))

    assert.deepEqual([before, elsewhere, one.feed.hasChanged(reads, since)], [false, false, true])
  })

  it('hears a process that only writes and ends', async () => {
    const url = await open.url()
    await using one = new Replica(url)
    await fill(one)
    const [ofOne, ofTwo] = [one.watch(1), one.watch(2)]
    await one.feed.ready
    await until(() => ofTwo.count > 0)
    const before = ofTwo.count

    await one.write(1)

    await until(() => ofOne.count > before)
    assert.equal(ofTwo.count, before)
  })

  it('asks again after a process that was killed before it could tell', async () => {
    const url = await open.url()
    await using one = new Replica(url)
    await fill(one)
    const child = one.start(1, 'kill')
    const watch = one.watch(2)
    await one.feed.ready
    await once(child.stdout, 'data')
    await until(() => one.feed.peers > 0)
    const before = watch.count

    child.stdin.write('x')
    await once(child, 'exit')

    await until(() => one.feed.peers === 0)
    assert.ok(watch.count > before)
  })

  it('asks again once after its listening connection was lost', async () => {
    const url = await open.url()
    await using one = new Replica(url, { scope: url })
    await using other = new Replica(url, { scope: url })
    await fill(one)
    other.feed.open()
    const watch = one.watch(1)
    await settled(one, other)
    const before = watch.count

    await other.database.query(sql`select pg_terminate_backend(pid) from pg_stat_activity
      where query like 'listen tenon_changes%' or (query = 'select 1' and state = 'idle')`)
    await other.use(() => Comment.create({ ticket_id: 1 }))

    await until(() => watch.count > before)
  })

  it('stops following when nobody watches anywhere, and begins when somebody does', async () => {
    const url = await open.url()
    await using one = new Replica(url, { scope: url })
    await using other = new Replica(url, { scope: url })
    await fill(one)
    other.feed.open()
    one.feed.open()

    await until(() => !other.database.changes.isFollowed && !one.database.changes.isFollowed)
    const watch = one.watch(1)
    await until(() => other.database.changes.isFollowed)
    await other.use(() => Comment.create({ ticket_id: 1 }))

    await until(() => watch.count > 0)
  })

  it('tells what is published in another process, and who is there', async () => {
    const url = await open.url()
    await using one = new Replica(url, { scope: url, graceMs: 0 })
    {
      await using other = new Replica(url, { scope: url, graceMs: 0 })
      await publishes(one, other)
    }

    await until(() => one.feed.presence.members('ticket/1').length === 0)
  })

  it('reports nothing of a rollback', async () => {
    const url = await open.url()
    await using one = new Replica(url, { scope: url })
    await using other = new Replica(url, { scope: url })
    await fill(one)
    other.feed.open()
    const watch = one.watch(1)
    await settled(one, other)
    const before = watch.count

    const undone = other.database.transaction(async () => {
      await Comment.create({ ticket_id: 1 })
      throw new Error('no')
    })
    await assert.rejects(undone)
    await other.use(() => Label.create({ name: 'x' }))

    await until(() => one.feed.position.includes(':1'))
    assert.equal(watch.count, before)
  })

  it(
    'asks every few seconds behind PgBouncer, and says so',
    { skip: skipWithoutPgBouncer },
    async () => {
      await using bouncer = await startPgBouncer(await sharedPostgres())
      const lines: string[] = []
      const log = { warn: (message: string) => void lines.push(message) }
      await using one = new Replica(`${bouncer.url}?pgbouncer=true`, { log })

      const watch = one.watch(1)

      await until(() => watch.count > 1)
      assert.equal(lines.length, 1)
      assert.match(lines[0] ?? '', /REDIS_URL/)
    },
  )
})

onDialect('sqlite', 'ChangeFeed of several processes', (open) => {
  it('asks again when another process has committed', async () => {
    const url = await open.url()
    await using one = new Replica(url)
    await fill(one)
    const watch = one.watch(2)
    await one.feed.ready

    await one.write(1)

    await until(() => watch.count > 0)
    await one.use(() => Comment.create({ ticket_id: 1 }))
    assert.equal(watch.count, 1)
  })

  it('tells through a file beside the database what has changed', async () => {
    const log = createLog({ level: 'silent', format: 'json' })
    const url = await open.url()
    const file = url.slice('sqlite:'.length)
    await using one = new Replica(url, { bus: new SqliteBus(file, log), graceMs: 0 })
    await using other = new Replica(url, { bus: new SqliteBus(file, log), graceMs: 0 })
    await fill(one)
    const [ofOne, ofTwo] = [one.watch(1), one.watch(2)]
    other.feed.open()
    await settled(one, other)
    const before = [ofOne.count, ofTwo.count]

    await other.use(() => Comment.create({ ticket_id: 1 }))
    await until(() => ofOne.count > (before[0] ?? 0))
    assert.equal(ofTwo.count, before[1])
    await publishes(one, other)
  })

  it('tells through Redis what has changed', { skip: skipWithoutRedis }, async () => {
    await using server = await startRedis()
    const log = createLog({ level: 'silent', format: 'json' })
    const url = await open.url()
    await using one = new Replica(url, { bus: await createRedisBus(server.url, log), graceMs: 0 })
    await using other = new Replica(url, {
      bus: await createRedisBus(server.url, log),
      graceMs: 0,
    })
    await fill(one)
    const [ofOne, ofTwo] = [one.watch(1), one.watch(2)]
    other.feed.open()
    await settled(one, other)
    const before = [ofOne.count, ofTwo.count]

    await other.use(() => Comment.create({ ticket_id: 1 }))
    await until(() => ofOne.count > (before[0] ?? 0))
    assert.equal(ofTwo.count, before[1])

    await publishes(one, other)

    await server.stop()
    await other.use(() => Comment.create({ ticket_id: 2 }))
    await server.start()
    await until(() => ofTwo.count > (before[1] ?? 0))
  })
})
