import { currentDatabase } from '../../data/database/current-database.ts'
import { hasTable } from '../../data/database/dialects/has-table.ts'
import { sql } from '../../data/database/sql.ts'
import type { NewJob } from '../../work/jobs/store/new-job.ts'
import { batchTable, type BatchRow } from '../../work/jobs/tables/batch-table.ts'
import { isAnyNamed } from './kept-of-mails.ts'

/** A batch that goes on, and the job after it that names a person. */
export interface NamingBatch {
  readonly id: number
  /** The name of the job. */
  readonly name: string
}

const AT_ONCE = 200

/**
 * Takes the jobs that name a person out of batches that have ended, of which only the progress is still read. Those of
 * batches that go on are `left`, as jobs are that wait.
 */
export async function eraseFollowers(names: readonly string[]): Promise<{
  readonly erased: number
  readonly left: readonly NamingBatch[]
}> {
  const database = currentDatabase()
  const left: NamingBatch[] = []
  let erased = 0
  if (names.length === 0 || !(await hasTable(database, batchTable.name))) return { erased, left }
  for (let last = 0, isMore = true; isMore;) {
    const rows = await database.query<BatchRow>(sql`
      select * from tenon_job_batches where id > ${last} order by id limit ${AT_ONCE}`)
    isMore = rows.length === AT_ONCE
    last = rows.at(-1)?.id ?? last
    for (const { id, is_ended: ended, then_job: next, catch_job: caught } of rows) {
      const naming = [next, caught].flatMap((text) => toNaming(text, names))
      if (naming.length === 0) continue
      if (ended === 0) left.push(...naming.map(({ name }) => ({ id, name })))
      else {
        await database.query(
          sql`update tenon_job_batches set then_job = null, catch_job = null where id = ${id}`,
        )
        erased += 1
      }
    }
  }
  return { erased, left }
}

/** The job of such a text, if it has one of the names. */
function toNaming(text: string | null, names: readonly string[]): readonly NewJob[] {
  if (text === null) return []
  // Sound: only `BatchStore` writes it.
  const job = JSON.parse(text) as NewJob
  const said = `${job.input} ${job.uniqueKey ?? ''} ${job.lane ?? ''}`
  return isAnyNamed(said, names) ? [job] : []
}
