import { createRequire } from 'node:module'
import { SetupError } from '../../../base/support/setup-error.ts'
import type { DatabaseValue, Statement } from '../../database/statement.ts'
import {
  toSafeNumber,
  toSafeNumbers,
  type Change,
  type PreparedStatement,
  type SqliteDriver,
  type SqliteHandle,
} from './sqlite-driver.ts'

/** Loads better-sqlite3, an optional peer dependency, instead of Node's own SQLite. */
export function loadBetterSqlite3(): SqliteDriver {
  const Connection = loadConnectionClass()
  return {
    open: (file, { readOnly, image }) => {
      const source = image === undefined ? file : Buffer.from(image)
      return new BetterSqliteHandle(new Connection(source, { readonly: readOnly, timeout: 0 }))
    },
  }
}

/** The parts of better-sqlite3 that Tenon uses; the package has no types. */
type ConnectionClass = new (
  source: string | Buffer,
  options: { readonly: boolean; timeout: number },
) => Connection

interface Connection {
  readonly inTransaction: boolean
  prepare(sql: string): PreparedByLibrary
  exec(sql: string): void
  serialize(): Buffer
  close(): void
}

interface PreparedByLibrary {
  readonly reader: boolean
  readonly readonly: boolean
  raw(isOn: true): this
  safeIntegers(isOn: true): this
  columns(): ReadonlyArray<{ readonly name: string }>
  all(...parameters: readonly unknown[]): unknown[][]
  get(...parameters: readonly unknown[]): unknown[] | undefined
  run(...parameters: readonly unknown[]): ChangeByLibrary
}

interface ChangeByLibrary {
  readonly changes: number
  readonly lastInsertRowid: bigint
}

function loadConnectionClass(): ConnectionClass {
  try {
    return createRequire(import.meta.url)('better-sqlite3')
  } catch (cause) {
    throw new SetupError(
      'E_DATABASE_DRIVER',
      'DATABASE_URL selects the driver "better-sqlite3", which cannot be loaded. Run "npm install better-sqlite3", or leave the option out.',
      { cause },
    )
  }
}

class BetterSqliteHandle implements SqliteHandle {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  get isInTransaction(): boolean {
    return this.#connection.inTransaction
  }

  prepare({ sql }: Statement): PreparedStatement {
    return new BetterSqliteStatement(this.#connection.prepare(sql))
  }

  isReadOnly(sql: string): boolean {
    const { reader, readonly } = this.#connection.prepare(sql)
    return reader && readonly
  }

  exec(sql: string): void {
    this.#connection.exec(sql)
  }

  serialize(): Uint8Array {
    return this.#connection.serialize()
  }

  close(): void {
    this.#connection.close()
  }
}

/** Reads every integer as bigint, because better-sqlite3's numbers silently lose digits beyond 2^53. */
class BetterSqliteStatement implements PreparedStatement {
  readonly hasRows: boolean
  readonly #statement: PreparedByLibrary

  constructor(statement: PreparedByLibrary) {
    this.#statement = statement
    this.hasRows = statement.reader
    statement.safeIntegers(true)
    if (this.hasRows) statement.raw(true)
  }

  columns(): string[] {
    return this.#statement.columns().map(({ name }) => name)
  }

  all(parameters: readonly DatabaseValue[]): unknown[][] {
    return toSafeNumbers(this.#statement.all(...parameters.map(toInput)))
  }

  first(parameters: readonly DatabaseValue[]): unknown[] | undefined {
    const row = this.#statement.get(...parameters.map(toInput))
    return row === undefined ? undefined : toSafeNumbers([row])[0]
  }

  change(parameters: readonly DatabaseValue[]): Change {
    const { changes, lastInsertRowid } = this.#statement.run(...parameters.map(toInput))
    return { affected: changes, insertId: toSafeNumber(lastInsertRowid) }
  }
}

function toInput(value: DatabaseValue): unknown {
  if (typeof value === 'boolean') return Number(value)
  return value instanceof Uint8Array
    ? Buffer.from(value.buffer, value.byteOffset, value.length)
    : value
}
