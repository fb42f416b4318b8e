import { currentDatabase } from '../../data/database/current-database.ts'
import { hasTable } from '../../data/database/dialects/has-table.ts'
import { sql } from '../../data/database/sql.ts'
import type { NewJob } from '../../work/jobs/store/new-job.ts'
import { batchTable, type BatchRow } from '../../work/jobs/tables/batch-table.ts'
import { isAnyNamed } from './kept-of-mails.ts'
import { rowsNaming, type SearchedTable } from './rows-naming.ts'

/** An unfinished batch, and the job after it that names a person. */
export interface NamingBatch {
  readonly id: number
  /** The name of the job. */
  readonly name: string
}

/**
 * A job after a batch that names a person, as the person gets it. Without the input, which may have other people's
 * data.
 */
interface NamingFollower extends NamingBatch {
  readonly follows: 'then' | 'catch'
  readonly is_ended: boolean
}

/** The jobs after batches that name a person. The jobs of a batch follow each other. */
export async function* followersNaming(names: readonly string[]): AsyncGenerator<NamingFollower> {
  const database = currentDatabase()
  if (names.length === 0 || !(await hasTable(database, batchTable.name))) return
  // The input of a job is JSON within the JSON of the batch.
  const asKept = [...names, ...names.map((name) => JSON.stringify(name).slice(1, -1))]
  for await (const rows of rowsNaming<BatchRow>(database, batchTexts, [...new Set(asKept)])) {
    for (const row of rows) yield* toFollowers(row, names)
  }
}

/** The jobs after a batch that name a person. */
function toFollowers(
  { id, is_ended: ended, then_job: next, catch_job: caught }: BatchRow,
  names: readonly string[],
): readonly NamingFollower[] {
  const texts = [
    ['then', next],
    ['catch', caught],
  ] as const
  return texts.flatMap(([follows, text]) => {
    const name = toNaming(text, names)
    return name === undefined ? [] : [{ id, name, follows, is_ended: ended !== 0 }]
  })
}

const batchTexts: SearchedTable = {
  select: '*',
  from: batchTable.name,
  key: 'id',
  text: `coalesce(then_job, '') || ' ' || coalesce(catch_job, '')`,
}

/**
 * Removes the jobs that name a person from batches that have ended, because only the progress of those is still read.
 * The jobs of unfinished batches are `left`, like waiting jobs.
 */
export async function eraseFollowers(names: readonly string[]): Promise<{
  readonly erased: number
  readonly left: readonly NamingBatch[]
}> {
  const left: NamingBatch[] = []
  const ended = new Set<number>()
  for await (const { id, name, is_ended: isEnded } of followersNaming(names)) {
    if (isEnded) ended.add(id)
    else left.push({ id, name })
  }
  for (const id of ended) {
    await currentDatabase().query(
      sql`update tenon_job_batches set then_job = null, catch_job = null where id = ${id}`,
    )
  }
  return { erased: ended.size, left }
}

/** The name of the job in a text, if the job names the person. */
function toNaming(text: string | null, names: readonly string[]): string | undefined {
  if (text === null) return undefined
  // Sound: only `BatchStore` writes this text.
  const job = JSON.parse(text) as NewJob
  const said = `${job.input} ${job.uniqueKey ?? ''} ${job.lane ?? ''}`
  return isAnyNamed(said, names) ? job.name : undefined
}
