import type { MaybePromise } from '../../../base/support/maybe-promise.ts'
import { ChangeLog } from '../changes/change-log.ts'
import { databaseContext, findTransaction, type DatabaseContext } from '../current-database.ts'
import { DatabaseUnavailable } from '../database-error.ts'
import type { Database, PoolUsage, TransactionOptions } from '../database.ts'
import { Mutex, type AcquireLimit } from '../mutex.ts'
import { type Listener, Notices } from '../notices/notices.ts'
import { type CompiledSql, type Sql, toRecords } from '../sql.ts'
import {
  type DatabaseValue,
  type Dialect,
  type KeyLookup,
  type Row,
  type Rows,
  type Statement,
} from '../statement.ts'
import { LeasedConnection } from './leased-connection.ts'
import { runTransaction } from './run-transaction.ts'
import { type RunInTest, SavepointConnection } from './savepoint-connection.ts'
import type { TransactionConnection } from './transaction-connection.ts'

/** Options of `beginRollback`. */
export interface RollbackOptions {
  /** Whether `afterCommit` callbacks run after the transactions inside, as in an application. */
  readonly afterCommit: 'runs' | 'never'
}

/**
 * Begins a transaction on a database and returns a database that works inside it, for one test or a
 * sandbox. Closing the returned database rolls everything back and closes the given database.
 */
export async function beginRollback(
  database: Database,
  options: RollbackOptions,
): Promise<Database> {
  const begun = Promise.withResolvers<DatabaseContext | undefined>()
  const over = Promise.withResolvers<never>()
  const ended = database.transaction(() => {
    begun.resolve(databaseContext.getStore())
    return over.promise
  })
  ended.catch((error: unknown) => begun.reject(error))

  const test = await begun.promise
  const inTest: RunInTest = (work) => databaseContext.run(test, () => work(database))
  const end = async () => {
    over.reject(new TestOver())
    await ended.catch(() => {}) // It ends with `TestOver`, or the connection is lost.
    await database.close()
  }
  return new RollbackDatabase(database, { ...options, inTest, end })
}

/** How a `RollbackDatabase` works. */
interface RollbackSettings extends RollbackOptions {
  readonly inTest: RunInTest
  readonly end: () => Promise<void>
}

class TestOver extends Error {}

/**
 * A database on a single connection, in the transaction of a test or a sandbox.
 *
 * A transaction of the application is a savepoint here. It commits, retries and runs its `afterCommit`
 * callbacks as usual. A mutex is locked while a savepoint is open, because its rollback would also undo
 * statements of other contexts. A statement outside of transactions gets a savepoint too: otherwise, if it
 * failed, PostgreSQL would reject everything after it.
 */
class RollbackDatabase implements Database {
  readonly dialect: Dialect
  readonly name: string | undefined
  readonly description: string
  readonly rowLevelSecurity: Database['rowLevelSecurity']
  readonly hears = 'itself'
  readonly changes = new ChangeLog()
  readonly #database: Database
  readonly #inTest: RunInTest
  readonly #end: () => Promise<void>
  readonly #afterCommit: RollbackOptions['afterCommit']
  readonly #mutex = new Mutex()
  /** Has no source, because other processes cannot see the changes of the test. */
  readonly #notices = new Notices(undefined)
  #closing: Promise<void> | undefined

  constructor(database: Database, { inTest, end, afterCommit }: RollbackSettings) {
    this.dialect = database.dialect
    this.name = database.name
    this.description = database.description
    this.rowLevelSecurity = database.rowLevelSecurity
    this.#database = database
    this.#inTest = inTest
    this.#end = end
    this.#afterCommit = afterCommit
  }

  run(statement: Statement, parameters: readonly DatabaseValue[]): MaybePromise<Rows> {
    return this.#use((connection) => connection.run(statement, parameters))
  }

  async lookup({ one }: KeyLookup, key: DatabaseValue): Promise<Row | undefined> {
    const { rows } = await this.run(one, [key])
    return rows[0]
  }

  execute(statement: CompiledSql): MaybePromise<Rows> {
    return this.#use((connection) => connection.query(statement))
  }

  async query<Record extends object>(fragment: Sql): Promise<Record[]> {
    return toRecords<Record>(await this.execute(fragment.compile(this.dialect)))
  }

  async script(sql: string): Promise<void> {
    await this.#use((connection) => connection.script(sql))
  }

  /** Ignores `isolation`, because a savepoint cannot set it. */
  transaction<Result>(
    body: () => Promise<Result>,
    options: TransactionOptions = {},
  ): Promise<Result> {
    return runTransaction(this, () => this.#begin(), body, options)
  }

  async afterCommit(callback: () => MaybePromise<void>): Promise<void> {
    if (this.#afterCommit === 'never') return
    const transaction = findTransaction(this)
    if (transaction === undefined) await callback()
    else transaction.afterCommit(callback)
  }

  listen(channel: string, listener: Listener): Disposable {
    return this.#notices.listen(channel, listener)
  }

  wake(channel: string, text?: string): void {
    this.#notices.tell(channel, text)
  }

  ping(timeoutMs: number): Promise<void> {
    return this.#database.ping(timeoutMs)
  }

  pools(): readonly PoolUsage[] {
    return this.#database.pools()
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#end())
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #use<Result>(work: (connection: TransactionConnection) => MaybePromise<Result>) {
    const transaction = findTransaction(this)
    return transaction === undefined ? this.#alone(work) : transaction.use(work)
  }

  async #alone<Result>(
    work: (connection: TransactionConnection) => MaybePromise<Result>,
  ): Promise<Result> {
    const connection = await this.#savepoint('tenon_statement')
    try {
      const result = await work(connection)
      await connection.commit()
      return result
    } catch (error) {
      await connection.rollback()
      throw error
    } finally {
      connection.release()
    }
  }

  async #begin(): Promise<LeasedConnection> {
    return new LeasedConnection(await this.#savepoint('tenon_transaction'), noLimit)
  }

  async #savepoint(name: string): Promise<SavepointConnection> {
    await this.#mutex.acquire(acquireLimit)
    const connection = new SavepointConnection(this.#inTest, name, () => this.#mutex.release())
    try {
      await connection.begin()
      return connection
    } catch (error) {
      connection.release()
      throw error
    }
  }
}

/** A transaction in a test needs no idle limit, because the test has a time limit of its own. */
const noLimit = { timeoutMs: 0, onIdle: undefined }

const acquireLimit: AcquireLimit = {
  timeoutMs: 5000,
  timeout: () =>
    new DatabaseUnavailable(
      'locked',
      'A transaction kept the connection for more than 5000 ms. With testApp({ database: "rollback" }) and in a sandbox, everything shares one connection',
    ),
}
