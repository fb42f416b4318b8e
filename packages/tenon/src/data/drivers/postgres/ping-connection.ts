import { withinLimit } from '../../../base/support/loop/within-limit.ts'
import { databaseClosed, DatabaseUnavailable } from '../../database/database-error.ts'
import { findServer } from './servers/find-server.ts'
import {
  PostgresConnection,
  tooLate,
  type PostgresConnectionOptions,
} from './postgres-connection.ts'
import { askSessionKind, isReadOnly } from './servers/session-kind.ts'

/** A connection used only for pings, so that other statements cannot delay them. */
export class PingConnection {
  readonly #options: PostgresConnectionOptions
  #connection: PostgresConnection | undefined
  /** The connection that is being opened, for all pings that need it. */
  #opening: Promise<PostgresConnection> | undefined
  /** The connection opened last, even if it is still connecting. */
  #latest: PostgresConnection | undefined
  #isClosed = false

  constructor(options: PostgresConnectionOptions) {
    this.#options = options
  }

  /**
   * Pings the server. After a failed ping the connection is dropped, and the next ping opens another.
   *
   * Throws `DatabaseUnavailable` if the server has refused a write and is still read-only. A read-only
   * server alone does not fail a ping, because the application may only read.
   */
  async ping(timeoutMs: number): Promise<void> {
    if (this.#isClosed) throw databaseClosed()
    try {
      await withinLimit(timeoutMs, this.#ask(), (busyMs) => tooLate(timeoutMs, busyMs))
    } catch (error) {
      this.destroy()
      throw error
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#connection?.end()
  }

  /** Closes without waiting for a server that does not answer. */
  destroy(): void {
    this.#latest?.destroy()
    this.#connection = undefined
  }

  async #ask(): Promise<void> {
    const { servers } = this.#options
    const connection = await this.#connect()
    const { rows } = await connection.query(askSessionKind)
    if (!isReadOnly(rows[0] ?? [])) return servers.acceptsWrites()
    if (!servers.refusesWrites) return
    servers.renew()
    throw new DatabaseUnavailable('readonly', 'PostgreSQL refuses writes: it is read-only')
  }

  async #connect(): Promise<PostgresConnection> {
    if (this.#connection?.isOutdated === true) this.#leave(this.#connection)
    if (this.#connection !== undefined) return this.#connection
    this.#opening ??= this.#open().finally(() => (this.#opening = undefined))
    return this.#opening
  }

  async #open(): Promise<PostgresConnection> {
    const found = await findServer(this.#options, (connection) => {
      this.#latest = connection
      connection.onceClosed(() => this.#forget(connection))
    })
    if (!(found instanceof PostgresConnection)) throw found
    if (this.#isClosed) found.leave()
    return (this.#connection = found)
  }

  #leave(connection: PostgresConnection): void {
    this.#forget(connection)
    connection.leave()
  }

  #forget(connection: PostgresConnection): void {
    if (this.#connection === connection) this.#connection = undefined
  }
}
