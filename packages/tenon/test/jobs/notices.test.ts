import { strict as assert } from 'node:assert'
import { describe, it } from 'node:test'
import { Client, type Notification } from 'pg'
import { z } from 'zod'
import { transaction } from '../../src/database.ts'
import { createDatabase } from '../../src/data/drivers/create-database.ts'
import type { Database, Statement } from '../../src/data/database/database.ts'
import { sql } from '../../src/data/database/sql.ts'
import { job } from '../../src/jobs.ts'
import { isTested } from '../support/for-each-dialect.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { JobStage } from './job-stage.ts'

const order = z.object({ order: z.number() })
const skip = !isTested('postgres') && 'TEST_DATABASES leaves postgres out'

describe('the notice of a job on PostgreSQL', { skip }, () => {
  it('is not part of the transaction, whose commit would wait for all others that notify', async () => {
    await using place = await Place.open()
    const send = job('send', order).run(() => {})

    await place.opened()

    const pid = await place.stage.in(() =>
      transaction(async () => {
        await send.dispatch({ order: 1 })
        await transaction(async () => void (await send.dispatch({ order: 2 })))
        return readPid(place.database)
      }),
    )
    await place.heard(1)

    const senders = place.notices.map(({ processId }) => processId)
    assert.ok(senders.length > 0 && !senders.includes(pid))
  })

  it('is not sent if the transaction, or the nested one around the dispatch, is rolled back', async () => {
    await using place = await Place.open()
    const send = job('send', order).run(() => {})
    const failing = async (): Promise<void> => {
      await send.dispatch({ order: 1 })
      throw new Error('no')
    }

    await place.stage.in(async () => {
      await transaction(failing).catch(() => {})
      await transaction(() => transaction(failing).catch(() => {}))
    })
    place.database.wake('queue_signals')
    await place.heard(1)

    assert.deepEqual(place.channels, ['queue_signals'])
  })

  it('is sent once for all that are committed within a few milliseconds, and before closing', async () => {
    await using place = await Place.open()

    for (let n = 0; n < 100; n++) place.database.wake('queue_jobs')
    await place.database.close()
    await place.heard(2)
    await place.listener.query('notify queue_signals')
    await place.heard(3)

    assert.deepEqual(place.channels, ['queue_jobs', 'queue_jobs', 'queue_signals'])
  })

  it('follows a dispatch outside of a transaction, too', async () => {
    await using place = await Place.open()
    const send = job('send', order).run(() => {})

    await place.stage.in(() => send.dispatch({ order: 1 }))
    await place.heard(1)

    assert.deepEqual(place.channels, ['queue_jobs'])
  })
})

/** A server whose notices a connection of its own hears. */
class Place implements AsyncDisposable {
  readonly database: Database
  readonly stage: JobStage
  readonly listener: Client
  readonly notices: Notification[] = []
  readonly #server: AsyncDisposable
  #changed = Promise.withResolvers<void>()

  static async open(): Promise<Place> {
    const server = await startPostgres()
    const database = createDatabase(server.url)
    await JobStage.on(database)
    const listener = new Client(server.url)
    await listener.connect()
    await listener.query('listen queue_jobs; listen queue_signals')
    return new Place(server, database, listener)
  }

  private constructor(server: AsyncDisposable, database: Database, listener: Client) {
    this.#server = server
    this.database = database
    this.stage = new JobStage(database)
    this.listener = listener
    listener.on('notification', (notice) => {
      this.notices.push(notice)
      this.#changed.resolve()
      this.#changed = Promise.withResolvers()
    })
  }

  get channels(): readonly string[] {
    return this.notices.map(({ channel }) => channel)
  }

  /** Waits until single statements have a connection of their own, so that its process tells them apart. */
  async opened(): Promise<void> {
    const shared = () => this.database.pools().find(({ name }) => name === 'shared')
    const one: Statement = { sql: 'select 1', access: 'read', isByKey: true }
    while (shared()?.open === 0) await this.database.run(one, [])
  }

  async heard(count: number): Promise<void> {
    while (this.notices.length < count) await this.#changed.promise
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.listener.end()
    await this.database.close()
    await this.#server[Symbol.asyncDispose]()
  }
}

async function readPid(database: Database): Promise<number> {
  const [row] = await database.query<{ pid: number }>(sql`select pg_backend_pid() as pid`)
  return row?.pid ?? 0
}
