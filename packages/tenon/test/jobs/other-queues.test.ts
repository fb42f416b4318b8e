import { strict as assert } from 'node:assert'
import { it } from 'node:test'
import { z } from 'zod'
import { createDatabase } from '../../src/data/drivers/create-database.ts'
import { sql } from '../../src/data/database/sql.ts'
import { job, type AnyJob } from '../../src/jobs.ts'
import { forEachDialect, type OpenDatabase } from '../support/for-each-dialect.ts'
import { JobStage } from './job-stage.ts'

const order = z.object({ order: z.number() })

forEachDialect('a worker that rests, beside a worker of another queue', (open) => {
  it('hears of delayed jobs that the other one makes ready', async () => {
    await using place = await Place.open(open)
    const ran = Promise.withResolvers<void>()
    const mail = job('mail', order)
      .queue('mail')
      .run(() => ran.resolve())
    await place.here.in(() => mail.in('1h').dispatch({ order: 1 }))
    await place.rest(mail)

    await place.lookElsewhere()

    await ran.promise
  })

  it('hears of jobs whose signal the other one delivers', async () => {
    await using place = await Place.open(open)
    const ran = Promise.withResolvers<unknown>()
    const ship = job('ship', order)
      .queue('shop')
      .run(async (_input, run) => {
        ran.resolve(await run.waitFor('paid', { key: 1, timeout: '14d' }))
      })
    await place.here.in(() => ship.dispatch({ order: 1 }))
    await place.here.worker([ship]).runDue()
    await place.rest(ship)

    // Without a notice, which this worker would hear as well.
    await place.there.database.query(sql`
      insert into tenon_job_signals (name, signal_key, value, created_at)
      values ('paid', '1', '{"value":"yes"}', ${Date.now()})`)
    await place.lookElsewhere()

    assert.deepEqual(await ran.promise, { value: 'yes' })
  })

  it('hears of the next job of a key that the other one lets go on', async () => {
    await using place = await Place.open(open)
    const ran = Promise.withResolvers<void>()
    const declared = job('book', order).queue('books')
    const book = declared.run(() => ran.resolve())
    const alone = declared.oneAtATime(() => 'one').run(() => {})
    await place.here.in(() => alone.in('9h').dispatch({ order: 1 }))
    await place.rest(book)

    await place.there.database.query(sql`update tenon_jobs set state = 'behind'`)
    await place.lookElsewhere()

    await ran.promise
  })
})

/** Two processes, as far as the database can tell: here a worker rests, there another one looks. */
class Place implements AsyncDisposable {
  readonly here: JobStage
  readonly there: JobStage
  readonly #stop = new AbortController()
  #working: Promise<void> | undefined

  static async open(open: OpenDatabase): Promise<Place> {
    const url = await open.url()
    const here = await JobStage.on(createDatabase(url))
    return new Place(here, new JobStage(createDatabase(url)))
  }

  private constructor(here: JobStage, there: JobStage) {
    this.here = here
    this.there = there
  }

  /** Starts a worker here, and resolves when it rests. It wakes up only when it is told to. */
  async rest(job: AnyJob): Promise<void> {
    const { database } = this.here
    const probe = new Probe()
    using _probe = database.listen('queue_probe', probe.tell)
    // PostgreSQL's connection tells once that it listens.
    if (database.dialect === 'postgres') await probe.told()
    const resting = Promise.withResolvers<void>()
    const sleep = (_ms: number, signal: AbortSignal) => {
      resting.resolve()
      return new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    }
    const clock = { now: () => Date.now(), sleep }
    this.#working = this.here.worker([job], { clock }).work(this.#stop.signal)
    await resting.promise
    if (database.dialect === 'sqlite') return
    // One connection hears it and the notices of jobs, in the order in which they were asked for.
    this.there.database.wake('queue_probe')
    await probe.told()
  }

  /** Lets a worker that has no code for the job look there, two hours later. */
  async lookElsewhere(): Promise<void> {
    const other = job('other', order).run(() => {})
    const clock = { now: () => Date.now() + 2 * 3_600_000 }
    await this.there.worker([other], { clock }).runDue()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort()
    await this.#working
    await this.here.database.close()
    await this.there.database.close()
  }
}

class Probe {
  #told = Promise.withResolvers<void>()

  readonly tell = (): void => this.#told.resolve()

  async told(): Promise<void> {
    await this.#told.promise
    this.#told = Promise.withResolvers()
  }
}
