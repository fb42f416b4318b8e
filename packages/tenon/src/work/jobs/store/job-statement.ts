import type { Database } from '../../../data/database/database.ts'
import { adapters } from '../../../data/database/dialects/adapters.ts'
import type { DatabaseValue, Dialect, Statement } from '../../../data/database/statement.ts'
import { toRecords } from '../../../data/database/sql.ts'
import type { Clock } from '../../lease/clock.ts'
import { JOB_CHANNEL } from './channels.ts'

/** A statement that writes its parameters as `$1`, `$2`, …, in any order, for every database. */
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

/** Unnumbered parameters take their values in the order of the text. */
function toOrder(text: string): readonly number[] {
  return [...text.matchAll(PARAMETER)].map(([, number]) => Number(number) - 1)
}

/** Runs statements about jobs with the clock of a test or, without one, the database's clock. */
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

  /** Tells all workers that jobs are ready: this worker may not have their queue, or no free place. */
  tell(): Promise<void> {
    return this.#database.afterCommit(() => this.#database.wake(JOB_CHANNEL))
  }
}

/**
 * Decides when PostgreSQL plans a statement again. PostgreSQL keeps the plan of a prepared statement. A plan made for
 * an empty table of jobs scans the whole table once it is large, until the next `analyze`. Planning costs a twentieth
 * of a job, so it happens only after a slow run.
 */
export class FreshPlans {
  readonly #now: () => number
  #until = -Infinity

  /** `now` replaces the clock of `performance`, for tests. */
  constructor(now = () => performance.now()) {
    this.#now = now
  }

  /** Runs a statement. `isFresh` tells it to plan again. */
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
