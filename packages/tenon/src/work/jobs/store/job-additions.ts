import type { Database } from '../../../data/database/database.ts'
import type { Clock } from '../../lease/clock.ts'
import type { JobRow } from '../tables/job-table.ts'
import { JobStatementRunner } from './job-statement.ts'
import { jobStatements, type JobStatements } from './job-statements.ts'
import type { DispatchedJob, NewJob, UniqueRule } from './new-job.ts'

/** Adds jobs to the database and applies the rules of their unique keys. */
export class JobAdditions {
  readonly #database: Database
  readonly #statements: JobStatements
  readonly #runner: JobStatementRunner

  constructor(database: Database, clock?: Clock) {
    this.#database = database
    this.#statements = jobStatements[database.dialect]
    this.#runner = new JobStatementRunner(database, clock)
  }

  /** Adds jobs with one statement per kind of unique rule. If a unique key is taken, it returns the job that has it. */
  async add(jobs: readonly NewJob[]): Promise<readonly DispatchedJob[]> {
    const kinds = Map.groupBy(jobs, ({ uniqueRule }) => uniqueRule?.kind)
    if (kinds.size <= 1) return this.#addOfKind(jobs, jobs[0]?.uniqueRule?.kind)
    const added = new Map<NewJob, DispatchedJob>()
    for (const [kind, ofKind] of kinds) {
      const dispatched = await this.#addOfKind(ofKind, kind)
      for (const [i, job] of ofKind.entries()) added.set(job, dispatched[i] ?? NOT_ADDED)
    }
    return jobs.map((job) => added.get(job) ?? NOT_ADDED)
  }

  async #addOfKind(
    jobs: readonly NewJob[],
    kind: UniqueRule['kind'] | undefined,
  ): Promise<readonly DispatchedJob[]> {
    if (kind === 'replace') return this.#replace(jobs)
    if (kind === 'for') return this.#database.transaction(() => this.#addTaking(jobs))
    return this.#addOrFind(jobs)
  }

  async #addOrFind(jobs: readonly NewJob[]): Promise<readonly DispatchedJob[]> {
    const added = await this.#insert(jobs)
    const unique = added.filter((row) => row.unique_key !== null)
    const fresh = new Map(unique.map((row) => [toUniqueName(row.name, row.unique_key), row.id]))
    const known = await this.#findUnique(jobs.filter((job) => !fresh.has(toUniqueNameOf(job))))
    // Sort by id: ids ascend in the order of insertion, which is the order of the input.
    const others = added.filter((row) => row.unique_key === null).toSorted((a, b) => a.id - b.id)

    return jobs.map((job) => {
      if (job.uniqueKey === null) return { id: others.shift()?.id ?? null, isNew: true }
      const name = toUniqueNameOf(job)
      const id = fresh.get(name) ?? known.get(name) ?? null
      const isNew = fresh.has(name) && !known.has(name)
      // A later job of the list may have the same key.
      if (id !== null) known.set(name, id)
      return { id, isNew }
    })
  }

  /** Adds jobs, or gives waiting jobs with the same keys the new input and time. The last job of a key wins. */
  async #replace(jobs: readonly NewJob[]): Promise<readonly DispatchedJob[]> {
    const last = [...new Map(jobs.map((job) => [toUniqueNameOf(job), job])).values()]
    const known = await this.#findUnique(last)
    const values = [JSON.stringify(last.map(toRow)), this.#runner.now]
    const added = await this.#runner.run<AddedRow>(this.#statements.addReplacing, values)
    const ids = new Map(added.map((row) => [toUniqueName(row.name, row.unique_key), row.id]))
    return jobs.map((job) => {
      const name = toUniqueNameOf(job)
      return {
        id: ids.get(name) ?? known.get(name) ?? null,
        isNew: !known.has(name) && last.includes(job),
      }
    })
  }

  /** Adds jobs whose keys are not taken at the moment. */
  async #addTaking(jobs: readonly NewJob[]): Promise<readonly DispatchedJob[]> {
    const first = new Map(jobs.toReversed().map((job) => [toUniqueNameOf(job), job]))
    const keys = [...first.values()].map(({ name, uniqueKey, uniqueRule }) => {
      return { name, unique_key: uniqueKey, delay: uniqueRule?.kind === 'for' ? uniqueRule.ms : 0 }
    })
    const values = [JSON.stringify(keys), this.#runner.now]
    const taken = await this.#runner.run<Omit<AddedRow, 'id'>>(this.#statements.takeKeys, values)
    const names = new Set(taken.map((row) => toUniqueName(row.name, row.unique_key)))
    const fresh = jobs.filter((job) => {
      const name = toUniqueNameOf(job)
      return names.has(name) && first.get(name) === job
    })
    const added = await this.#addOrFind(fresh.map((job) => ({ ...job, uniqueKey: null })))
    const ids = new Map<NewJob, number | null>()
    for (const [i, job] of fresh.entries()) {
      const id = added[i]?.id ?? null
      ids.set(job, id)
      await this.#runner.run(this.#statements.nameTaker, [id, job.name, job.uniqueKey])
    }
    const dispatched: DispatchedJob[] = []
    for (const job of jobs) {
      const isNew = ids.has(job)
      dispatched.push({ id: isNew ? (ids.get(job) ?? null) : await this.#findTaker(job), isNew })
    }
    return dispatched
  }

  async #findTaker({ name, uniqueKey }: NewJob): Promise<number | null> {
    const [row] = await this.#runner.run<{ job: number | null }>(this.#statements.findTaker, [
      name,
      uniqueKey,
    ])
    return row?.job ?? null
  }

  #insert(jobs: readonly NewJob[]): Promise<AddedRow[]> {
    const [job] = jobs
    const isUnique = jobs.some(({ uniqueKey }) => uniqueKey !== null)
    if (job === undefined || jobs.length > 1 || job.runAt !== null || isUnique) {
      const add = isUnique ? this.#statements.addUnique : this.#statements.add
      return this.#runner.run(add, [JSON.stringify(jobs.map(toRow)), this.#runner.now])
    }
    const { name, queue, priority, input, delayMs, attempts, lane, batch } = job
    const { trace, language, actor = null } = job
    const state = delayMs > 0 ? 'delayed' : lane === null ? 'ready' : 'behind'
    const first = [name, queue, priority, input, state, this.#runner.now]
    const then = [delayMs, attempts, lane, toRulesText(job), batch, trace, language, actor]
    return this.#runner.run(this.#statements.addOne, [...first, ...then])
  }

  /** Finds the jobs that have these unique keys, with one statement per job name. */
  async #findUnique(jobs: readonly NewJob[]): Promise<Map<string, number>> {
    const found = new Map<string, number>()
    const named = Map.groupBy(jobs, ({ name }) => name)
    for (const [name, ofName] of named) {
      const keys = ofName.map(({ uniqueKey }) => uniqueKey).filter((key) => key !== null)
      if (keys.length === 0) continue
      const values = [name, JSON.stringify(keys)]
      const rows = await this.#runner.run<UniqueRow>(this.#statements.findUnique, values)
      for (const row of rows) found.set(toUniqueName(name, row.unique_key), row.id)
    }
    return found
  }
}

type AddedRow = Pick<JobRow, 'id' | 'name' | 'unique_key'>
type UniqueRow = Pick<AddedRow, 'id' | 'unique_key'>

function toRow(job: NewJob, position: number): object {
  const { name, queue, priority, input, attempts, lane, batch, trace, language } = job
  const { actor = null } = job
  const { delayMs: delay, runAt: run_at, uniqueKey: unique_key } = job
  const when = { delay, run_at, attempts }
  const frees_key = toFreesKey(job)
  const lanes = { lane, lane_rules: toRulesText(job) }
  return {
    position,
    name,
    queue,
    priority,
    input,
    ...when,
    unique_key,
    frees_key,
    ...lanes,
    batch,
    trace,
    language,
    actor,
  }
}

function toFreesKey({ uniqueRule }: NewJob): number | null {
  return uniqueRule?.kind === 'until start' || uniqueRule?.kind === 'replace' ? 1 : null
}

/** An earlier version may have stored a batch's follow-up job without `laneRules`. */
function toRulesText({ laneRules }: NewJob): string | null {
  return (laneRules ?? null) === null ? null : JSON.stringify(laneRules)
}

const NOT_ADDED: DispatchedJob = { id: null, isNew: false }

function toUniqueNameOf({ name, uniqueKey }: NewJob): string {
  return toUniqueName(name, uniqueKey)
}

function toUniqueName(name: string, key: string | null): string {
  return `${name} ${key}`
}
