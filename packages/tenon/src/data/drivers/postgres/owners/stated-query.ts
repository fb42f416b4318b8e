import { type Connection, Query, type QueryArrayResult, type QueryConfig } from 'pg'
import { currentOwners, OWNER_SETTING } from '../../../database/owners/current-owners.ts'

type Answer = (error: Error | null, result: QueryArrayResult | QueryArrayResult[]) => void

declare module 'pg' {
  interface Query {
    callback: Answer
    prepare(connection: Connection): void
    handleDataRow(message: object): void
    handleCommandComplete(message: object, connection: Connection): void
  }
}

/** The name under which a connection keeps the statement that sets the owners. */
export const SET_OWNERS_NAME = 'tenon_owners'

/** Sets the owners until the transaction ends, which without `begin` is the statement. */
export const SET_OWNERS = `select set_config('${OWNER_SETTING}', $1, true)`

/** How a connection sets the owners of a statement. */
export interface StatedOwners {
  readonly owners: string
  /** Whether the connection has prepared the statement that sets them. */
  readonly isPrepared: boolean
}

/**
 * A statement that first says whose rows it may see, in the same round trip and the same implicit transaction: both
 * are sent before the `Sync` message that ends it. So it works behind PgBouncer too, and nothing is left behind.
 */
export class StatedQuery extends Query {
  readonly #stated: StatedOwners
  #isStated = false

  constructor(config: QueryConfig, stated: StatedOwners, answer: Answer) {
    super(config)
    this.callback = answer
    this.#stated = stated
  }

  override prepare(connection: Connection): void {
    const { owners, isPrepared } = this.#stated
    const statement = isPrepared ? SET_OWNERS_NAME : ''
    if (!isPrepared) connection.parse({ name: '', text: SET_OWNERS, types: [] }, true)
    connection.bind({ portal: '', statement, values: [owners], valueMapper: String }, true)
    connection.execute({ portal: '', rows: '' }, true)
    super.prepare(connection)
  }

  override handleDataRow(message: object): void {
    if (this.#isStated) super.handleDataRow(message)
  }

  override handleCommandComplete(message: object, connection: Connection): void {
    if (this.#isStated) super.handleCommandComplete(message, connection)
    this.#isStated = true
  }
}

/** A script that first says whose rows it may see, for the transaction that it is part of. */
export function statingOwners(sql: string): string {
  return `${SET_OWNERS.replace('$1', () => sqlText(currentOwners() ?? ''))};\n${sql}`
}

/** A literal of SQL, for scripts, which have no parameters. */
export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
