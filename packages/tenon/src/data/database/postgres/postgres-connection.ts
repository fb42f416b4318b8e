import type { Client, QueryArrayConfig, QueryArrayResult } from 'pg'
import type { StatementWatch } from '../slow-statement.ts'
import type { CompiledSql } from '../sql.ts'
import { StatementCache } from '../statement-cache.ts'
import type { DatabaseValue, Row, Rows, Statement } from '../statement.ts'
import { isStalePlan, toPostgresError } from './postgres-error.ts'

/** How statements run on a connection. */
export interface PostgresConnectionOptions {
  readonly prepare: boolean
  readonly watch: StatementWatch | undefined
}

/** One connection to PostgreSQL with the names of its prepared statements. */
export class PostgresConnection {
  readonly #client: Client
  readonly #options: PostgresConnectionOptions
  readonly #names = new StatementCache<Statement, string>(500, (name) => this.#deallocate(name))
  #lastName = 0
  #pending = 0
  #connectError: Error | undefined

  constructor(client: Client, options: PostgresConnectionOptions) {
    this.#client = client
    this.#options = options
  }

  /** Statements that were sent and have not been answered. */
  get pending(): number {
    return this.#pending
  }

  /** Statements that wait for the connection fail with the reason why it does not come about. */
  failToConnect(error: Error): void {
    this.#connectError = error
  }

  /** Runs a kept statement; one whose tables have changed is prepared anew the next time. */
  run(statement: Statement, parameters: readonly DatabaseValue[]): Promise<Rows> {
    if (!this.#options.prepare) return this.query({ sql: statement.sql, parameters })
    const name = this.#nameOf(statement)
    return this.#send(
      { text: statement.sql, values: [...parameters], rowMode: 'array', name },
      (error) => this.#reconsider(statement, name, error),
    )
  }

  /** Runs a statement that is not kept. */
  query({ sql, parameters }: CompiledSql): Promise<Rows> {
    return this.#send({
      text: sql,
      values: [...parameters],
      rowMode: 'array',
      queryMode: 'extended',
    })
  }

  /** Runs several statements without parameters. */
  async script(sql: string): Promise<void> {
    await this.#send({ text: sql, rowMode: 'array' })
  }

  /** Runs a command and returns the word the server answers it with, such as `COMMIT`. */
  async command(sql: string): Promise<string> {
    const { command } = await this.#send({ text: sql, rowMode: 'array' })
    return command
  }

  #send(query: DriverQuery, onError?: (error: Error) => void): Promise<PostgresRows> {
    const ended = this.#options.watch?.(query.text)
    this.#pending++
    return new Promise((resolve, reject) => {
      const answer = (error: Error | null, result: QueryArrayResult) => {
        this.#pending--
        if (error === null) {
          ended?.()
          return resolve(new PostgresRows(result))
        }
        onError?.(error)
        const failure = toPostgresError(this.#connectError ?? error, query.text)
        ended?.(failure)
        reject(failure)
      }
      this.#client.query(query, answer)
    })
  }

  #nameOf(statement: Statement): string {
    const kept = this.#names.get(statement)
    if (kept !== undefined) return kept
    const name = `tenon_${++this.#lastName}`
    this.#names.set(statement, name)
    return name
  }

  /**
   * Keeps no name that is stale, or that the server never had: to deallocate that would fail, and end
   * whose transaction it came in. Of several that were sent by a name the first to fail drops it.
   */
  #reconsider(statement: Statement, name: string, error: Error): void {
    const isPrepared = Reflect.has(preparedTexts(this.#client), name)
    const isKept = isPrepared && !isStalePlan(error)
    if (isKept || this.#names.get(statement) !== name) return
    this.#names.delete(statement)
    if (isPrepared) this.#deallocate(name)
  }

  /** Sent behind what uses the name, which is never given twice. */
  #deallocate(name: string): void {
    const forgetText = (): void => dropText(this.#client, name)
    this.script(`deallocate ${name}`).then(forgetText, forgetText)
  }
}

/** The driver itself keeps the text of every name that it has ever been given. */
function dropText(client: Client, name: string): void {
  Reflect.deleteProperty(preparedTexts(client), name)
}

/** The texts of the names that the server has told to be prepared. */
function preparedTexts({ connection }: Client): object {
  const texts: unknown = Reflect.get(connection, 'parsedStatements')
  return typeof texts === 'object' && texts !== null ? texts : {}
}

interface DriverQuery extends QueryArrayConfig {
  /** Refuses several statements in one text, also without values. */
  readonly queryMode?: 'extended'
}

/** Reads what the driver gathered only when it is asked for. */
class PostgresRows implements Rows {
  readonly #result: QueryArrayResult

  constructor(result: QueryArrayResult) {
    this.#result = result
  }

  get rows(): readonly Row[] {
    return this.#result.rows
  }

  get columns(): readonly string[] {
    return this.#result.fields.map(({ name }) => name)
  }

  get affected(): number {
    return this.#result.rowCount ?? 0
  }

  /** What the server did: `COMMIT`, `INSERT`, … */
  get command(): string {
    return this.#result.command
  }
}
