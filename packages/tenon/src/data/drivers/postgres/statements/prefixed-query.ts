import { type Connection, Query, type QueryArrayResult, type QueryConfig } from 'pg'

type Answer = (error: Error | null, result: QueryArrayResult | QueryArrayResult[]) => void

declare module 'pg' {
  interface Query {
    callback: Answer
    prepare(connection: Connection): void
    handleDataRow(message: object): void
    handleCommandComplete(message: object, connection: Connection): void
  }
}

/** A statement of Tenon that is sent before another statement. */
export interface Prefix {
  readonly text: string
  readonly values: readonly string[]
  /** The name under which the connection has prepared the prefix; empty if it is not prepared. */
  readonly name: string
  /** Called when the prefix has succeeded, before the result of the other statement. */
  readonly onDone?: () => void
}

/**
 * A statement and its prefix, in one round trip: both are sent before a single `Sync` message (PostgreSQL's extended
 * query protocol). If the prefix fails, the server skips the statement. This works behind PgBouncer too.
 */
export class PrefixedQuery extends Query {
  readonly #prefix: Prefix
  #isPrefixDone = false

  constructor(config: QueryConfig, prefix: Prefix, answer: Answer) {
    super(config)
    this.callback = answer
    this.#prefix = prefix
  }

  override prepare(connection: Connection): void {
    const { name, text, values } = this.#prefix
    if (name === '') connection.parse({ name, text, types: [] }, true)
    connection.bind({ portal: '', statement: name, values: [...values], valueMapper: String }, true)
    connection.execute({ portal: '', rows: '' }, true)
    super.prepare(connection)
  }

  override handleDataRow(message: object): void {
    if (this.#isPrefixDone) super.handleDataRow(message)
  }

  override handleCommandComplete(message: object, connection: Connection): void {
    if (this.#isPrefixDone) return super.handleCommandComplete(message, connection)
    this.#isPrefixDone = true
    this.#prefix.onDone?.()
  }
}
