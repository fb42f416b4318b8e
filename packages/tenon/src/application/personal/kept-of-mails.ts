import { currentDatabase } from '../../data/database/current-database.ts'
import { foldCase } from '../../data/columns/types/text.ts'
import { hasTable } from '../../data/database/dialects/has-table.ts'
import { Sql, sql } from '../../data/database/sql.ts'
import { doneJobTable } from '../../work/jobs/tables/done-job-table.ts'
import { signalTable, stepTable } from '../../work/jobs/tables/step-table.ts'
import { jobTable, uniqueKeyTable } from '../../work/jobs/tables/job-table.ts'
import { suppressionTable } from '../../work/jobs/tables/mail-tables.ts'
import { JobRecords } from '../../work/jobs/job-records.ts'
import { isMailAddress } from '../../base/support/mail-address.ts'
import { formsOf } from '../../work/smtp/suppressions.ts'
import { deliverMailJob } from '../../work/smtp/send-mail-job.ts'
import { rowsNaming, type SearchedTable, toCondition, toSearched } from './rows-naming.ts'

/** A job that has a name of the person in its input or in its other texts, such as its error. */
export interface NamingJob {
  readonly id: number
  readonly name: string
  readonly state: string
  readonly created_at: number
  /** Whether it is a mail to the person. */
  readonly isMail: boolean
}

/** The waiting, running, failed and kept jobs that contain one of these texts. */
export async function* jobsNaming(names: readonly string[]): AsyncGenerator<NamingJob> {
  const database = currentDatabase()
  const withSteps = await stepsNaming(names)
  for (const table of [jobTexts, doneJobTexts]) {
    if (names.length === 0 || !(await hasTable(database, table.from))) continue
    const { select, from } = table
    for (const ids of inPieces(withSteps)) {
      const rows = await database.query<JobText>(
        new Sql([`select ${select} from ${from} where id in (`, ') order by id'], [ids]),
      )
      yield* rows.map((row) => toNaming(row, names))
    }
    for await (const rows of rowsNaming<JobText>(database, table, names)) {
      const naming = rows.filter((row) => !withSteps.has(row.id) && hasName(row, names))
      yield* naming.map((row) => toNaming(row, names))
    }
  }
}

const SAID_BY_JOB = `coalesce(error, '') || ' ' || coalesce(stack, '') || ' ' || coalesce(unique_key, '') || ' ' || coalesce(lane, '')`
const SAID_BY_DONE_JOB = `coalesce(result, '')`
const SAID_BY_STEP = `coalesce(signal_key, '') || ' ' || coalesce(result, '')`

const jobTexts: SearchedTable = {
  select: `id, name, state, created_at, input, ${SAID_BY_JOB} as said`,
  from: jobTable.name,
  key: 'id',
  text: `input || ' ' || ${SAID_BY_JOB}`,
}

const doneJobTexts: SearchedTable = {
  select: `id, name, 'done' as state, created_at, input, ${SAID_BY_DONE_JOB} as said`,
  from: doneJobTable.name,
  key: 'id',
  text: `input || ' ' || ${SAID_BY_DONE_JOB}`,
}

const stepTexts: SearchedTable = {
  select: `job, ${SAID_BY_STEP} as said`,
  from: stepTable.name,
  key: 'job',
  text: SAID_BY_STEP,
}

/** The jobs that have a name of the person in the result or the signal of a step. */
async function stepsNaming(names: readonly string[]): Promise<ReadonlySet<number>> {
  const database = currentDatabase()
  const found = new Set<number>()
  if (names.length === 0 || !(await hasTable(database, stepTable.name))) return found
  const pages = rowsNaming<{ job: number; said: string }>(database, stepTexts, names)
  for await (const steps of pages) {
    for (const { job, said } of steps) if (isAnyNamed(said, names)) found.add(job)
  }
  return found
}

const signalTexts: SearchedTable = {
  select: `id, name, created_at, signal_key || ' ' || value as said`,
  from: signalTable.name,
  key: 'id',
  text: `signal_key || ' ' || value`,
}

/** A notification with a name of the person, for which no job has waited yet. */
export interface NamingSignal {
  readonly id: number
  readonly name: string
  readonly created_at: number
}

/** The notifications that contain one of these texts in their key or their value. */
export async function* signalsNaming(names: readonly string[]): AsyncGenerator<NamingSignal> {
  const database = currentDatabase()
  if (names.length === 0 || !(await hasTable(database, signalTable.name))) return
  const pages = rowsNaming<NamingSignal & { said: string }>(database, signalTexts, names)
  for await (const signals of pages) yield* signals.filter(({ said }) => isAnyNamed(said, names))
}

/** Splits ids into lists that fit into one statement. */
function inPieces(ids: ReadonlySet<number>): readonly number[][] {
  const all = [...ids]
  return Array.from({ length: Math.ceil(all.length / IDS_AT_ONCE) }, (_, i) =>
    all.slice(i * IDS_AT_ONCE, (i + 1) * IDS_AT_ONCE),
  )
}

const IDS_AT_ONCE = 500

/** Frees unique keys with a name of the person, unless a waiting or running job has them. */
async function removeKeys(names: readonly string[], left: readonly NamingJob[]): Promise<void> {
  const database = currentDatabase()
  if (names.length === 0 || !(await hasTable(database, uniqueKeyTable.name))) return
  const waiting = new Set(left.map(({ id }) => id))
  const isNaming = toCondition(database, 'unique_key', names)
  const keys = await database.query<{ name: string; unique_key: string; job: number | null }>(
    sql`select name, unique_key, job from tenon_job_keys where ${isNaming}`,
  )
  for (const { name, unique_key: key, job } of keys) {
    if (!isAnyNamed(key, names) || (job !== null && waiting.has(job))) continue
    await database.query(
      sql`delete from tenon_job_keys where name = ${name} and unique_key = ${key}`,
    )
  }
}

/** Deletes the jobs that name a person, except those that run or are going to run, which are `left`. */
export async function removeJobs(names: readonly string[]): Promise<{
  readonly removed: number
  readonly left: readonly NamingJob[]
}> {
  const database = currentDatabase()
  const left: NamingJob[] = []
  let removed = 0
  for await (const job of jobsNaming(names)) {
    const isOver = job.state === 'failed' || job.state === 'done'
    if (job.state === 'running' || (!isOver && !job.isMail)) left.push(job)
    else if (job.state === 'done') {
      await database.query(sql`delete from tenon_done_jobs where id = ${job.id}`)
      removed += 1
    } else {
      removed += (await new JobRecords(database).forget({ ids: [job.id] })).length
    }
  }
  await removeKeys(names, left)
  return { removed, left }
}

/** Why and since when mail to an address is not sent. One row for each address. */
export async function tellSuppressions(names: readonly string[]): Promise<readonly object[]> {
  const database = currentDatabase()
  const addresses = addressesOf(names)
  if (addresses.length === 0 || !(await hasTable(database, suppressionTable.name))) return []
  const rows = await database.query<{ address: string; reason: string; created_at: number }>(sql`
    select address, reason, created_at from tenon_mail_suppressions
    where address in (${addresses})`)
  return rows.map((row) => ({ ...row, created_at: new Date(row.created_at).toISOString() }))
}

export async function removeSuppressions(names: readonly string[]): Promise<number> {
  const database = currentDatabase()
  const addresses = addressesOf(names)
  if (addresses.length === 0 || !(await hasTable(database, suppressionTable.name))) return 0
  const removed = await database.query(sql`
    delete from tenon_mail_suppressions where address in (${addresses}) returning address`)
  return removed.length
}

function addressesOf(names: readonly string[]): readonly string[] {
  return names.filter(isMailAddress).flatMap(formsOf)
}

interface JobText {
  readonly id: number
  readonly name: string
  readonly state: string
  readonly created_at: number
  readonly input: string
  readonly said: string
}

function hasName({ input, said }: JobText, names: readonly string[]): boolean {
  return isAnyNamed(`${input} ${said}`, names)
}

/** Whether a text contains one of the names. The text is JSON, or has no character that JSON would escape. */
export function isAnyNamed(text: string, names: readonly string[]): boolean {
  const lower = foldCase(text)
  return names.some((name) => isNamed(lower, toSearched(name)))
}

/** Whether a name is a word of its own: `ada@example.com` is not in `granada@example.com` or `van.ada@example.com`. */
function isNamed(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const end = at + name.length
    const [before, after] = [text.slice(Math.max(at - 2, 0), at), text.slice(end, end + 2)]
    if (!ENDS_IN_NAME.test(before) && !BEGINS_IN_NAME.test(after)) return true
  }
  return false
}

/**
 * Characters before a name that may belong to a longer address. Not `=` and `/`, which also separate addresses from
 * other text, and not the letter of a line break or tab in JSON.
 */
const ENDS_IN_NAME = /(?<!\\(?=[nrt]$))[\p{L}\p{N}_%+.!#$&*?^~-]$|\p{L}'$/u
/** A single dot is allowed, because it may end a sentence. */
const BEGINS_IN_NAME = /^[\p{L}\p{N}_%+-]|^\.[\p{L}\p{N}]/u

function toNaming(row: JobText, names: readonly string[]): NamingJob {
  const { id, name, state, created_at } = row
  const input = parse(row.input)
  const to = typeof input === 'object' && input !== null && 'onlyTo' in input ? input.onlyTo : ''
  const isTo = names.some((each) => foldCase(each) === foldCase(String(to)))
  const isMail = isTo && name === deliverMailJob['~settings'].name
  return { id, name, state, created_at, isMail }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
