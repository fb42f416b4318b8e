import { isUnplaced, type RefusedValueError } from '../../database/refusals/refused-value.ts'
import { assertNumbered, placeSqliteRefusal } from '../../database/refusals/sqlite-refusal.ts'
import type { StatementWatch } from '../../database/slow-statement.ts'
import type { CompiledSql } from '../../database/sql.ts'
import { StatementCache } from '../../database/statement-cache.ts'
import type { DatabaseValue, Row, Rows, Statement } from '../../database/statement.ts'
import type { PreparedStatement, SqliteDriver, SqliteHandle } from './sqlite-driver.ts'
import { isLocked, toSqliteError } from './sqlite-error.ts'

/** How to open a connection. */
export interface SqliteConnectionOptions {
  readonly readOnly: boolean
  /** The initial content of an in-memory database: the image of another one. */
  readonly image?: Uint8Array | undefined
  readonly pragmas: readonly string[]
  /** How long opening and scripts may wait for another process's lock. */
  readonly lockTimeoutMs: number
  readonly watch: StatementWatch | undefined
}

/** One synchronous connection to an SQLite database, with its prepared statements. */
export class SqliteConnection {
  readonly #handle: SqliteHandle
  readonly #prepared = new StatementCache<Statement, PreparedStatement>(500)
  readonly #preparedTexts = new StatementCache<string, PreparedStatement>(100)
  readonly #accesses = new StatementCache<string, Statement['access']>(100)
  readonly #watch: StatementWatch | undefined
  readonly #lockTimeoutMs: number
  #isClosed = false

  constructor(driver: SqliteDriver, file: string, options: SqliteConnectionOptions) {
    const { readOnly, image } = options
    this.#watch = options.watch
    this.#lockTimeoutMs = options.lockTimeoutMs
    this.#handle = guarded('open', () => driver.open(file, { readOnly, image }))
    this.#configure(options.pragmas.map((pragma) => `pragma ${pragma}`).join(';'))
  }

  get isInTransaction(): boolean {
    return !this.#isClosed && this.#handle.isInTransaction
  }

  run(statement: Statement, parameters: readonly DatabaseValue[]): Rows {
    return this.#timed(statement.sql, () => execute(this.#prepare(statement), parameters))
  }

  first(statement: Statement, parameters: readonly DatabaseValue[]): Row | undefined {
    return this.#timed(statement.sql, () => this.#prepare(statement).first(parameters))
  }

  /** Runs a statement cached by its text. Binds whole numbers as integers, not as SQLite's `real`. */
  query({ sql, parameters }: CompiledSql): Rows {
    return this.#timed(sql, () => execute(this.#prepareText(sql), parameters.map(toInteger)))
  }

  /** Whether a statement reads or writes, as the library reports it. An invalid statement counts as a write. */
  accessOf(sql: string): Statement['access'] {
    const known = this.#accesses.get(sql)
    if (known !== undefined) return known
    const access = this.#isReadOnly(sql) ? 'read' : 'write'
    this.#accesses.set(sql, access)
    return access
  }

  /** Reads a value that changes when another connection commits. Does not report it as a statement. */
  readVersion(): unknown {
    return this.#prepareText('pragma data_version').first([])?.[0]
  }

  exec(sql: string): void {
    this.#timed(sql, () => this.#handle.exec(sql))
  }

  /**
   * Runs several statements. Blocks the process while another process has the lock.
   *
   * A retry would run the first statements of a script twice. Blocking is acceptable, because scripts run
   * while connections open and in commands, when no requests are served.
   */
  script(sql: string): void {
    this.exec(`pragma busy_timeout=${this.#lockTimeoutMs}`)
    try {
      this.exec(sql)
    } finally {
      this.exec('pragma busy_timeout=0')
    }
  }

  serialize(): Uint8Array | undefined {
    return this.#handle.serialize()
  }

  close(): void {
    this.#isClosed = true
    this.#handle.close()
  }

  /**
   * Configures the connection, retrying while another process switches the same new file to WAL.
   *
   * SQLite ignores the busy timeout in this case and fails at once. It is safe to repeat the settings.
   */
  #configure(pragmas: string): void {
    const deadline = performance.now() + this.#lockTimeoutMs
    for (;;) {
      try {
        return this.script(pragmas)
      } catch (error) {
        if (!isLocked(error) || performance.now() > deadline) {
          this.close()
          throw error
        }
        sleep(10)
      }
    }
  }

  #isReadOnly(sql: string): boolean {
    try {
      return this.#handle.isReadOnly(sql)
    } catch {
      return false // Running it reports the error.
    }
  }

  #prepare(statement: Statement): PreparedStatement {
    const kept = this.#prepared.get(statement)
    if (kept !== undefined) return kept
    const prepared = this.#handle.prepare(statement)
    if (statement.numbers !== undefined) assertNumbered(statement.numbers, this.#ask)
    this.#prepared.set(statement, prepared)
    return prepared
  }

  #prepareText(sql: string): PreparedStatement {
    const kept = this.#preparedTexts.get(sql)
    if (kept !== undefined) return kept
    const prepared = this.#handle.prepare({ sql, access: 'write' })
    this.#preparedTexts.set(sql, prepared)
    return prepared
  }

  #timed<Result>(sql: string, work: () => Result): Result {
    const ended = this.#watch?.(sql)
    try {
      const result = work()
      ended?.()
      return result
    } catch (error) {
      const failure = toSqliteError(error, sql)
      // Do not report a locked database: the statement is retried about forty times a second.
      if (!isLocked(failure)) ended?.(failure)
      if (isUnplaced(failure)) this.#place(failure)
      throw failure
    }
  }

  #place(failure: RefusedValueError): void {
    placeSqliteRefusal(failure, this.#ask)
  }

  /** Queries the catalog on behalf of another statement. */
  readonly #ask = (sql: string, parameters: readonly DatabaseValue[]): unknown[][] =>
    this.#prepareText(sql).all(parameters)
}

function execute(prepared: PreparedStatement, parameters: readonly DatabaseValue[]): Rows {
  if (!prepared.hasRows) {
    const { affected, insertId } = prepared.change(parameters)
    return { columns: [], rows: [], affected, insertId }
  }
  return new SqliteRows(prepared, prepared.all(parameters))
}

/** The rows of a statement. Looks up the column names only on demand. */
class SqliteRows implements Rows {
  readonly rows: readonly Row[]
  readonly #prepared: PreparedStatement

  constructor(prepared: PreparedStatement, rows: readonly Row[]) {
    this.#prepared = prepared
    this.rows = rows
  }

  get columns(): readonly string[] {
    return this.#prepared.columns()
  }

  get affected(): number {
    return this.rows.length
  }
}

function sleep(durationMs: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, durationMs)
}

function toInteger(value: DatabaseValue): DatabaseValue {
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value
}

function guarded<Result>(sql: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw toSqliteError(error, sql)
  }
}
