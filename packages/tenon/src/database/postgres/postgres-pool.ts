import { Pool, type PoolClient } from 'pg'
import { databaseClosed, DatabaseUnavailable } from '../database-error.ts'
import type { PoolUsage } from '../database.ts'
import { transactionLeftOpen } from '../transaction/transaction.ts'
import type { PostgresConfig } from './postgres-config.ts'
import { PostgresConnection, type PostgresConnectionOptions } from './postgres-connection.ts'
import { toPostgresError } from './postgres-error.ts'

/** A connection of the pool, until it is given back. */
export interface PooledConnection {
  readonly connection: PostgresConnection
  /** Whether a transaction was begun on it and has not ended. */
  readonly isInTransaction: boolean
  /** Gives the connection back; a broken one is closed. */
  release(state: 'usable' | 'broken'): void
}

/** The connections for whatever needs one to itself: transactions and raw SQL. */
export class PostgresPool {
  readonly #pool: Pool
  readonly #clients = new Set<PoolClient>()
  readonly #connections = new WeakMap<PoolClient, PostgresConnection>()
  readonly #options: PostgresConnectionOptions

  constructor({ client, poolSize }: PostgresConfig, options: PostgresConnectionOptions) {
    this.#options = options
    this.#pool = new Pool({ ...client, max: poolSize })
    // A connection that is lost while idle leaves the pool; one in use rejects its statements.
    this.#pool.on('error', () => {})
    this.#pool.on('connect', (client) => {
      client.on('error', () => {})
      client.once('end', () => this.#clients.delete(client))
      this.#clients.add(client)
    })
  }

  async take(): Promise<PooledConnection> {
    if (this.#pool.ending) throw databaseClosed()
    if (this.#pool.waitingCount >= MOST_WAITING) {
      throw new DatabaseUnavailable(
        'overloaded',
        `${MOST_WAITING} wait for a PostgreSQL connection`,
      )
    }
    const client = await this.#connect()
    return {
      connection: this.#connectionOf(client),
      get isInTransaction() {
        return client.getTransactionStatus() !== 'I'
      },
      release: (state) => client.release(state === 'broken'),
    }
  }

  /** Runs `work` on a connection of its own. */
  async use<Result>(work: (connection: PostgresConnection) => Promise<Result>): Promise<Result> {
    const pooled = await this.take()
    try {
      const result = await work(pooled.connection)
      if (pooled.isInTransaction) throw transactionLeftOpen()
      pooled.release('usable')
      return result
    } catch (error) {
      const isBroken = error instanceof DatabaseUnavailable || pooled.isInTransaction
      pooled.release(isBroken ? 'broken' : 'usable')
      throw error
    }
  }

  /** Of connections that are being made, too. */
  get usage(): PoolUsage {
    const { totalCount: open, idleCount, waitingCount: waiting } = this.#pool
    const limit = this.#pool.options.max
    return { name: 'pool', limit, open, busy: open - idleCount, waiting }
  }

  close(): Promise<void> {
    return this.#pool.end()
  }

  /** Closes without waiting for a server that does not answer. */
  destroy(): void {
    for (const client of this.#clients) client.connection.stream.destroy()
  }

  async #connect(): Promise<PoolClient> {
    try {
      return await this.#pool.connect()
    } catch (error) {
      throw toPostgresError(error, 'connect')
    }
  }

  #connectionOf(client: PoolClient): PostgresConnection {
    const known = this.#connections.get(client)
    if (known !== undefined) return known
    const connection = new PostgresConnection(client, this.#options)
    this.#connections.set(client, connection)
    return connection
  }
}

const MOST_WAITING = 200
