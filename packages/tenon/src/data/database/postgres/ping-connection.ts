import { databaseClosed } from '../database-error.ts'
import {
  PostgresConnection,
  tooLate,
  type PostgresConnectionOptions,
} from './postgres-connection.ts'
import { within } from './within.ts'

/** A connection used only for pings, so that other statements cannot delay them. */
export class PingConnection {
  readonly #options: PostgresConnectionOptions
  #connection: PostgresConnection | undefined
  #isClosed = false

  constructor(options: PostgresConnectionOptions) {
    this.#options = options
  }

  /** Pings the server. After a timeout the connection is dropped; the next ping opens another. */
  async ping(timeoutMs: number): Promise<void> {
    if (this.#isClosed) throw databaseClosed()
    const connection = (this.#connection ??= this.#connect())
    const answer = connection.query({ sql: 'select 1', parameters: [] })
    try {
      await within(timeoutMs, answer, () => tooLate(timeoutMs))
    } catch (error) {
      this.#forget(connection)
      connection.destroy()
      throw error
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#connection?.end()
  }

  /** Closes without waiting for a server that does not answer. */
  destroy(): void {
    this.#connection?.destroy()
  }

  #connect(): PostgresConnection {
    const connection = new PostgresConnection(this.#options)
    const forget = () => this.#forget(connection)
    connection.onceClosed(forget)
    connection.connect().catch(forget)
    return connection
  }

  #forget(connection: PostgresConnection): void {
    if (this.#connection === connection) this.#connection = undefined
  }
}
