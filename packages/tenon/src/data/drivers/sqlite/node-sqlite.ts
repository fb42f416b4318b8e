import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { DatabaseValue, Statement } from '../../database/statement.ts'
import {
  areArrays,
  toSafeNumber,
  toSafeNumbers,
  type Change,
  type PreparedStatement,
  type SqliteDriver,
  type SqliteHandle,
} from './sqlite-driver.ts'

/** Loads Node's own SQLite. */
export function loadNodeSqlite(): SqliteDriver {
  const Connection = loadConnectionClass()
  return {
    open: (file, { readOnly, image }) => {
      const database = new Connection(file, { readOnly })
      if (image !== undefined) database.deserialize(image)
      return new NodeSqliteHandle(database)
    },
  }
}

/**
 * Loads `node:sqlite` without its warnings.
 *
 * Node is renaming `DatabaseSync` to `Database` (DEP0210), and some versions of Node 24 warn that
 * the module is experimental. These warnings do not help an operator, so they are suppressed while
 * the module loads.
 */
function loadConnectionClass(): typeof DatabaseSync {
  // oxlint-disable-next-line typescript/unbound-method -- restored below, never called
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    const module: SqliteModule = process.getBuiltinModule('node:sqlite')
    return module.Database ?? module.DatabaseSync
  } finally {
    process.emitWarning = emitWarning
  }
}

interface SqliteModule {
  readonly DatabaseSync: typeof DatabaseSync
  readonly Database?: typeof DatabaseSync
}

class NodeSqliteHandle implements SqliteHandle {
  readonly #database: DatabaseSync

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction
  }

  prepare({ sql, access }: Statement): PreparedStatement {
    const statement = this.#database.prepare(sql)
    if (!NOTHING.test(sql.slice(statement.sourceSQL.length))) throw new Error(SEVERAL)
    return new NodeSqliteStatement(statement, access)
  }

  /**
   * Prepares the statement with an authorizer, which SQLite calls with each action of the statement.
   *
   * `node:sqlite` has no `sqlite3_stmt_readonly`. Node before 24.10 has no authorizer: returns false.
   */
  isReadOnly(sql: string): boolean {
    if (typeof this.#database.setAuthorizer !== 'function') return false
    let isReadOnly = true
    this.#database.setAuthorizer((action) => {
      isReadOnly &&= READS.has(action)
      return ALLOWED
    })
    try {
      this.#database.prepare(sql)
      return isReadOnly
    } finally {
      this.#database.setAuthorizer(null)
    }
  }

  exec(sql: string): void {
    this.#database.exec(sql)
  }

  /** Returns `undefined` on Node before 24.16, which cannot serialize a database. */
  serialize(): Uint8Array | undefined {
    return typeof this.#database.serialize === 'function' ? this.#database.serialize() : undefined
  }

  close(): void {
    this.#database.close()
  }
}

/** https://www.sqlite.org/c3ref/c_alter_table.html: `READ`, `SELECT`, `FUNCTION`, `RECURSIVE`. */
const READS: ReadonlySet<number> = new Set([20, 21, 31, 33])
const ALLOWED = 0

/** The text that may follow a statement: spaces and comments. SQLite would silently ignore a second statement. */
// Each comment matches in one way only: otherwise, a second statement after a line of dashes would take seconds to find.
const NOTHING = /^(?:[\s;]|--[^\n]*(?:\n|$)|\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$))*$/

const SEVERAL = 'There is more than one statement. Run them one by one, or with script()'

/**
 * Reading integers as numbers is faster, but throws beyond 2^53. A read is then repeated with bigints, and
 * uses bigints from then on. A write must not be repeated, so it reads bigints from the start.
 */
class NodeSqliteStatement implements PreparedStatement {
  readonly hasRows: boolean
  readonly #statement: StatementSync
  #readsBigints: boolean

  constructor(statement: StatementSync, access: Statement['access']) {
    this.#statement = statement
    this.hasRows = statement.columns().length > 0
    this.#readsBigints = access === 'write' && (this.hasRows || !CHANGE.test(statement.sourceSQL))
    statement.setReturnArrays(true)
    statement.setReadBigInts(this.#readsBigints)
  }

  columns(): string[] {
    return this.#statement.columns().map(({ name }) => name)
  }

  all(parameters: readonly DatabaseValue[]): unknown[][] {
    const inputs = toInputs(parameters)
    if (this.#readsBigints) return toSafeNumbers(this.#read(inputs))
    try {
      return this.#read(inputs)
    } catch (error) {
      if (!isOutOfRange(error)) throw error
      this.#readsBigints = true
      this.#statement.setReadBigInts(true)
      return toSafeNumbers(this.#read(inputs))
    }
  }

  first(parameters: readonly DatabaseValue[]): unknown[] | undefined {
    if (this.#readsBigints) return this.all(parameters)[0]
    try {
      const row: unknown = this.#statement.get(...toInputs(parameters))
      return Array.isArray(row) ? row : undefined
    } catch (error) {
      if (!isOutOfRange(error)) throw error
      return this.all(parameters)[0]
    }
  }

  change(parameters: readonly DatabaseValue[]): Change {
    const { changes, lastInsertRowid } = this.#statement.run(...toInputs(parameters))
    const insertId =
      typeof lastInsertRowid === 'bigint' ? toSafeNumber(lastInsertRowid) : lastInsertRowid
    return { affected: Number(changes), insertId }
  }

  #read(inputs: readonly SQLInputValue[]): unknown[][] {
    const rows: readonly unknown[] = this.#statement.all(...inputs)
    if (areArrays(rows)) return rows
    throw new TypeError('node:sqlite gave rows as objects')
  }
}

/** Writes that create no row ids. A new row id could be beyond 2^53. */
const CHANGE = /^\s*(?:update|delete)\b/i

function toInputs(parameters: readonly DatabaseValue[]): readonly SQLInputValue[] {
  return hasNoBoolean(parameters) ? parameters : parameters.map(toInput)
}

function hasNoBoolean(
  parameters: readonly DatabaseValue[],
): parameters is readonly Exclude<DatabaseValue, boolean>[] {
  for (const parameter of parameters) {
    if (typeof parameter === 'boolean') return false
  }
  return true
}

function toInput(value: DatabaseValue): SQLInputValue {
  return typeof value === 'boolean' ? Number(value) : value
}

function isOutOfRange(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_OUT_OF_RANGE'
}
