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

/** A statement of ours that goes before another one. */
export interface Prefix {
  readonly text: string
  readonly values: readonly string[]
  /** The name under which the connection has prepared it; empty if there is none. */
  readonly name: string
  /** Called when it has succeeded, before the other one runs. */
  readonly onDone?: () => void
}

/**
 * A statement with another one before it, in the same round trip: both are sent before the `Sync` message that ends
 * them. If the first one fails, the server skips the second. It works behind PgBouncer too.
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
