import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Database } from '../../src/data/database/database.ts'
import { noteReads } from '../../src/data/queries/reads/note-reads.ts'
import { ChangeFeed } from '../../src/stores/changes/change-feed.ts'
import { forEachDialect } from '../support/for-each-dialect.ts'
import { Dice, randomRead, writeAtRandom } from './random-schedule.ts'
import { withTables } from './models.ts'

/** `READ_SET_SCHEDULES=10000` runs as many as the design asks for. */
const schedules = Number(process.env['READ_SET_SCHEDULES'] ?? 60)

/** Reads again after each commit: whenever the value is another one, the watcher must have been told. */
class Watched {
  readonly #read: () => unknown
  readonly #feed: ChangeFeed
  #value = ''
  #isTold = false
  #stop = (): void => undefined

  constructor(feed: ChangeFeed, read: () => unknown) {
    this.#feed = feed
    this.#read = read
  }

  async watch(): Promise<void> {
    this.#stop()
    const { value, reads } = await noteReads(this.#read)
    this.#value = JSON.stringify(value ?? null)
    this.#isTold = false
    this.#stop = this.#feed.watch(reads, () => (this.#isTold = true))
  }

  /** Returns whether it was told, and whether it had to be. */
  async check(): Promise<{ readonly isTold: boolean; readonly isOther: boolean }> {
    const value = JSON.stringify((await this.#read()) ?? null)
    const outcome = { isTold: this.#isTold, isOther: value !== this.#value }
    if (outcome.isTold || outcome.isOther) await this.watch()
    return outcome
  }

  stop(): void {
    this.#stop()
  }
}

forEachDialect('Read sets', (open) => {
  it(`never miss a change, in ${schedules} random schedules`, async (t) => {
    const database = await open()
    await using feed = new ChangeFeed([database])
    const counts = { told: 0, other: 0, checks: 0 }

    await withTables(database, async () => {
      assert.notEqual(feed.position, '')
      await feed.ready
      await numberFurther(database)
      for (let seed = 1; seed <= schedules; seed++) await runSchedule(seed, feed, database, counts)
    })

    const { told, other, checks } = counts
    t.diagnostic(
      `${checks} reads again: ${other} had another value, ${told - other} were told in vain`,
    )
    assert.ok(other > schedules / 2, 'The schedules change what is read')
  })
})

async function runSchedule(
  seed: number,
  feed: ChangeFeed,
  database: Database,
  counts: { told: number; other: number; checks: number },
): Promise<void> {
  const dice = new Dice(seed)
  await fill(database)
  const reads = Array.from({ length: 4 }, () => new Watched(feed, randomRead(dice)))
  for (const each of reads) await each.watch()

  for (let step = 0; step < 6; step++) {
    await writeAtRandom(dice)
    for (const [i, each] of reads.entries()) {
      const { isTold, isOther } = await each.check()
      assert.ok(isTold || !isOther, `Schedule ${seed}, step ${step}, read ${i} was not told`)
      counts.checks += 1
      counts.told += isTold ? 1 : 0
      counts.other += isOther ? 1 : 0
    }
  }
  for (const each of reads) each.stop()
}

/** Keys 1 to 4 of each table, whatever the schedule before has left. */
async function fill(database: Database): Promise<void> {
  const rows = [1, 2, 3, 4]
  const tickets = rows.map(
    (id) => `(${id}, ${1 + (id % 3)}, 't${id}', '${id % 2 ? 'open' : 'closed'}', ${id})`,
  )
  const comments = rows.map((id) => `(${id}, ${1 + (id % 2)}, ${1 + (id % 4)}, 'c${id}')`)
  await database.script(`
    delete from notes; delete from projects; delete from ticket_labels; delete from comments;
    delete from labels; delete from tickets; delete from teams;
    insert into teams (id, name) values ${rows.map((id) => `(${id}, 'team')`).join()};
    insert into tickets (id, team_id, title, status, points) values ${tickets.join()};
    insert into comments (id, ticket_id, author_id, body) values ${comments.join()};
    insert into labels (id, name) values ${rows.map((id) => `(${id}, 'label')`).join()};
    insert into ticket_labels (ticket_id, label_id) values (1, 1), (1, 2), (2, 1);
    insert into projects (id, team_id, name) values (1, 1, 'p'), (2, 2, 'p');
    insert into notes (id, project_id, body) values (1, 1, 'n'), (2, 2, 'n');
  `)
}

/** On PostgreSQL, keys that the database makes are others than those above. */
async function numberFurther(database: Database): Promise<void> {
  if (database.dialect === 'sqlite') return
  for (const table of ['teams', 'tickets', 'comments', 'labels', 'projects', 'notes']) {
    await database.script(`alter table ${table} alter column id restart with 5`)
  }
}
