// One process of `commits.ts`: `node commits-process.ts <url>`. Messages tell it what to do.
import { z } from 'zod'
import { createDatabase } from '../../packages/tenon/src/data/drivers/create-database.ts'
import { withDatabase } from '../../packages/tenon/src/data/database/current-database.ts'
import { sql } from '../../packages/tenon/src/data/database/sql.ts'
import { job } from '../../packages/tenon/src/jobs.ts'
import { createJobTables } from '../../packages/tenon/src/work/jobs/job-tables.ts'
import { JobWorker } from '../../packages/tenon/src/work/jobs/worker.ts'

/** A task of a process. */
export type Kind = 'settings' | 'insert' | 'dispatch' | 'dispatch-one' | 'work'

/** The result of a task. */
export interface Measured {
  readonly perSecond: number
  /** Milliseconds since 1970. */
  readonly at: number
  readonly settings: string
}

const AT_A_TIME = 32

const database = createDatabase(`${process.argv[2]}?pool=${AT_A_TIME}`)
await createJobTables(database)
await database.script(`create table if not exists notes (
  id bigint generated always as identity primary key, body text not null)`)
const count = job('count', z.object({ n: z.number() })).run(() => tell({}))

process.on('message', ({ kind, ms }: { kind: Kind; ms: number }) => {
  void withDatabase(database, () => answer(kind, ms))
})
tell({})

async function answer(kind: Kind, ms: number): Promise<void> {
  if (kind === 'settings') return tell({ settings: await readSettings() })
  if (kind === 'work') return work()
  if (kind === 'dispatch-one') {
    await commit('dispatch')
    return tell({})
  }
  tell({ perSecond: await measure(kind, ms) })
}

async function measure(kind: 'insert' | 'dispatch', ms: number): Promise<number> {
  const startedAt = performance.now()
  let committed = 0
  const lane = async (): Promise<void> => {
    while (performance.now() - startedAt < ms) {
      await commit(kind)
      committed++
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, lane))
  return (committed / (performance.now() - startedAt)) * 1000
}

function commit(kind: 'insert' | 'dispatch'): Promise<void> {
  return database.transaction(async () => {
    await insert()
    if (kind === 'insert') await insert()
    else await count.dispatch({ n: 1 })
  })
}

async function insert(): Promise<void> {
  await database.run(INSERT, ['a note'])
}

const INSERT = { sql: 'insert into notes (body) values ($1)', access: 'write' } as const

async function work(): Promise<void> {
  await database.script('truncate tenon_jobs cascade')
  const log = { info() {}, warn: console.warn, error: console.error }
  void new JobWorker({ database, jobs: [count], log }).work(new AbortController().signal)
  tell({})
}

async function readSettings(): Promise<string> {
  const rows = await database.query<{ text: string }>(sql`
    select name || ' ' || setting as text from pg_settings
    where name in ('server_version', 'fsync', 'synchronous_commit', 'full_page_writes')
    order by name desc`)
  return rows.map(({ text }) => text).join(', ')
}

function tell(measured: Partial<Measured>): void {
  const at = performance.timeOrigin + performance.now()
  process.send?.({ perSecond: 0, settings: '', ...measured, at })
}
