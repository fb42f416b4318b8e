import type { QueryArrayResult } from 'pg'
import type { Row, Rows } from '../../../database/statement.ts'

/** The driver's result; a list if a script has several statements. */
export type DriverResult = QueryArrayResult | QueryArrayResult[]

/** The rows of a statement; of a script, those of the last one. Reads the driver's result only on demand. */
export class PostgresRows implements Rows {
  readonly #result: DriverResult
  /** Whether a transaction was open when the statement ended. */
  readonly isInTransaction: boolean

  constructor(result: DriverResult, isInTransaction: boolean) {
    this.#result = result
    this.isInTransaction = isInTransaction
  }

  get rows(): readonly Row[] {
    return this.#last?.rows ?? []
  }

  get columns(): readonly string[] {
    return this.#last?.fields.map(({ name }) => name) ?? []
  }

  get affected(): number {
    return this.#last?.rowCount ?? 0
  }

  /** The command tag of each statement: `COMMIT`, `INSERT`, … */
  get commands(): readonly string[] {
    const result = this.#result
    return Array.isArray(result) ? result.map(({ command }) => command) : [result.command]
  }

  get #last(): QueryArrayResult | undefined {
    return Array.isArray(this.#result) ? this.#result.at(-1) : this.#result
  }
}
