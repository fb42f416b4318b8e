import type { MaybePromise } from '../../../base/support/maybe-promise.ts'
import type { ChangeLog } from '../changes/change-log.ts'
import { databaseContext } from '../current-database.ts'
import type { Database, PoolUsage, TransactionOptions } from '../database.ts'
import type { Listener } from '../notices/notices.ts'
import type { CompiledSql, Sql } from '../sql.ts'
import type { DatabaseValue, Dialect, KeyLookup, Row, Rows, Statement } from '../statement.ts'
import { StatementLocation, statementLocations } from './statement-location.ts'

/** A database that records the line of code that sends each statement. */
export class LocatedDatabase implements Database {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  get dialect(): Dialect {
    return this.#database.dialect
  }

  get name(): string | undefined {
    return this.#database.name
  }

  get description(): string {
    return this.#database.description
  }

  get replicas(): Database['replicas'] {
    return this.#database.replicas
  }

  get hears(): Database['hears'] {
    return this.#database.hears
  }

  get rowLevelSecurity(): Database['rowLevelSecurity'] {
    return this.#database.rowLevelSecurity
  }

  get changes(): ChangeLog {
    return this.#database.changes
  }

  run(statement: Statement, parameters: readonly DatabaseValue[]): MaybePromise<Rows> {
    return located(() => this.#database.run(statement, parameters))
  }

  lookup(lookup: KeyLookup, key: DatabaseValue): MaybePromise<Row | undefined> {
    return located(() => this.#database.lookup(lookup, key))
  }

  execute(statement: CompiledSql): MaybePromise<Rows> {
    return located(() => this.#database.execute(statement))
  }

  query<Record extends object>(fragment: Sql): Promise<Record[]> {
    return located(() => this.#database.query<Record>(fragment))
  }

  script(sql: string): Promise<void> {
    return located(() => this.#database.script(sql))
  }

  /** In `body`, this database stays the current one and uses the transaction of the inner database. */
  transaction<Result>(body: () => Promise<Result>, options?: TransactionOptions): Promise<Result> {
    const inside = (): Promise<Result> => {
      const outer = databaseContext.getStore()
      const context = { database: this, transaction: outer?.transaction, outer }
      return databaseContext.run(context, body)
    }
    return located(() => this.#database.transaction(inside, options))
  }

  afterCommit(callback: () => MaybePromise<void>): Promise<void> {
    return this.#database.afterCommit(callback)
  }

  listen(channel: string, listener: Listener): Disposable {
    return this.#database.listen(channel, listener)
  }

  wake(channel: string, text?: string): void {
    this.#database.wake(channel, text)
  }

  ping(timeoutMs: number): Promise<void> {
    return this.#database.ping(timeoutMs)
  }

  pools(): readonly PoolUsage[] {
    return this.#database.pools()
  }

  close(): Promise<void> {
    return this.#database.close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}

function located<Result>(send: () => Result): Result {
  return statementLocations.run(new StatementLocation(statementLocations.getStore()), send)
}
