import { type Connection, Query, type QueryArrayConfig, type QueryArrayResult } from 'pg'
import type { Statement } from '../../../database/statement.ts'
import { exactValueParsers } from '../postgres-values.ts'

type Answer = (error: Error | null, result: QueryArrayResult | QueryArrayResult[]) => void

declare module 'pg' {
  interface Query {
    callback: Answer
    prepare(connection: Connection): void
    handleDataRow(message: object): void
    handleCommandComplete(message: object, connection: Connection): void
  }
}

/** How the driver sends a statement. The values are passed next to it. */
export interface DriverOptions extends Omit<QueryArrayConfig, 'values'> {
  /** Makes PostgreSQL reject several statements in one text, even without values. */
  readonly queryMode?: 'extended'
}

export function toDriverOptions({
  sql,
  readsMicroseconds = false,
}: Pick<Statement, 'sql' | 'readsMicroseconds'>): DriverOptions {
  return {
    text: sql,
    rowMode: 'array',
    queryMode: 'extended',
    ...(readsMicroseconds ? { types: exactValueParsers } : undefined),
  }
}

/** The options of one or several statements without parameters. */
export function toScriptOptions(sql: string): DriverOptions {
  return { text: sql, rowMode: 'array' }
}

/**
 * Returns options to use for many queries. They are inherited, because the driver copies the own properties of its
 * options for each query, which would take 2 µs.
 */
export function reusable<Options extends DriverOptions>(options: Options): Options {
  // Sound: the object inherits everything that the options have.
  return Object.create(options) as Options
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

  constructor(options: DriverOptions, values: unknown[] | undefined, prefix: Prefix) {
    super(options, values)
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
