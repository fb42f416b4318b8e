import type { Database } from '../../../data/database/database.ts'
import { adapters } from '../../../data/database/dialects/adapters.ts'
import type { DatabaseValue, Dialect, Statement } from '../../../data/database/statement.ts'
import { toRecords } from '../../../data/database/sql.ts'
import type { Clock } from '../../lease/clock.ts'
import { JOB_CHANNEL } from './channels.ts'

/** A statement with its parameters written as `$1`, `$2`, …, on every database and in any order. */
export class JobStatement {
  readonly statement: Statement
  readonly #order: readonly number[] | undefined

  constructor(
    text: string,
    { dialect, ...options }: { readonly dialect: Dialect } & Omit<Statement, 'sql'>,
  ) {
    const { numbersParameters } = adapters[dialect]
    const sql = numbersParameters ? text : text.replaceAll(PARAMETER, '?')
    this.statement = { sql, ...options }
    this.#order = numbersParameters ? undefined : toOrder(text)
  }

  bind(values: readonly DatabaseValue[]): readonly DatabaseValue[] {
    return this.#order?.map((position) => values[position] ?? null) ?? values
  }
}

const PARAMETER = /\$(\d+)/g

/** Parameters without numbers take the values in the order in which the text uses them. */
function toOrder(text: string): readonly number[] {
  return [...text.matchAll(PARAMETER)].map(([, number]) => Number(number) - 1)
}

/** Runs statements on jobs by the clock of a test or, without one, that of the database. */
export class JobStatementRunner {
  readonly #database: Database
  readonly #clock: Clock | undefined

  constructor(database: Database, clock: Clock | undefined) {
    this.#database = database
    this.#clock = clock
  }

  get now(): number | null {
    return this.#clock?.now() ?? null
  }

  async has(statement: JobStatement, values: readonly DatabaseValue[]): Promise<boolean> {
    return (await this.run(statement, values)).length > 0
  }

  async run<Record extends object>(
    statement: JobStatement,
    values: readonly DatabaseValue[],
  ): Promise<Record[]> {
    return toRecords(await this.#database.run(statement.statement, statement.bind(values)))
  }

  /** Tells all workers that jobs are ready: they may be in queues of others, or there may be no place here. */
  tell(): Promise<void> {
    return this.#database.afterCommit(() => this.#database.wake(JOB_CHANNEL))
  }
}

/**
 * Decides when PostgreSQL plans a statement again. The plan of a prepared statement is kept: if it was made while the
 * table of jobs was empty, it reads all of a table that has become large, until the next `analyze`. Planning takes a
 * twentieth of what a job costs, so it is done only once a run has taken long.
 */
export class FreshPlans {
  readonly #now: () => number
  #until = -Infinity

  /** `now` replaces the clock of `performance`, for tests. */
  constructor(now = () => performance.now()) {
    this.#now = now
  }

  /** Runs a statement, which `isFresh` says to plan. */
  async run<Result>(statement: (isFresh: boolean) => Promise<Result>): Promise<Result> {
    const startedAt = this.#now()
    const isFresh = startedAt < this.#until
    const result = await statement(isFresh)
    const endedAt = this.#now()
    if (!isFresh && endedAt - startedAt > SLOW_MS) this.#until = endedAt + FRESH_MS
    return result
  }
}

const SLOW_MS = 20

/** `autovacuum` looks at each table once a minute by default. */
const FRESH_MS = 120_000
