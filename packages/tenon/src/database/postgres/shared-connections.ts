import { Client, type ClientConfig } from 'pg'
import { DatabaseUnavailable } from '../database-error.ts'
import type { PoolUsage } from '../database.ts'
import { PostgresConnection, type PostgresConnectionOptions } from './postgres-connection.ts'

interface SharedConnection {
  readonly client: Client
  readonly connection: PostgresConnection
}

/**
 * The connections that short statements share: each statement goes, pipelined, to the one with
 * the fewest unanswered ones. No transaction ever runs here.
 *
 * A connection is opened when it is needed, which is also how a lost one is replaced.
 */
export class SharedConnections {
  readonly #config: ClientConfig
  readonly #options: PostgresConnectionOptions
  readonly #open: SharedConnection[] = []

  constructor(config: ClientConfig, options: PostgresConnectionOptions) {
    this.#config = config
    this.#options = options
  }

  /** Returns the connection to use now; throws `DatabaseUnavailable` when all have too much to do. */
  pick(): PostgresConnection {
    const idlest = this.#findIdlest()
    const { pending } = idlest ?? { pending: 1 }
    if (pending > 0 && this.#open.length < MOST_CONNECTIONS) return this.#connect()
    if (idlest !== undefined && pending < MOST_PENDING) return idlest
    throw new DatabaseUnavailable(
      'overloaded',
      `PostgreSQL has ${MOST_PENDING} unanswered statements on each of ${MOST_CONNECTIONS} connections`,
    )
  }

  /** What waits has been sent, behind another statement that is not answered yet. */
  get usage(): PoolUsage {
    const pending = this.#open.map(({ connection }) => connection.pending)
    const busy = pending.filter((count) => count > 0).length
    const waiting = pending.reduce((sum, count) => sum + count, 0) - busy
    return { name: 'shared', limit: MOST_CONNECTIONS, open: pending.length, busy, waiting }
  }

  /** Lets what was sent be answered, then closes. */
  async close(): Promise<void> {
    await Promise.all(this.#open.map(({ client }) => client.end()))
  }

  /** Closes without waiting for a server that does not answer. */
  destroy(): void {
    for (const { client } of this.#open) client.connection.stream.destroy()
  }

  #findIdlest(): PostgresConnection | undefined {
    let idlest: PostgresConnection | undefined
    for (const { connection } of this.#open) {
      if (idlest === undefined || connection.pending < idlest.pending) idlest = connection
    }
    return idlest
  }

  /** The driver keeps statements until the connection stands, and rejects them if it never does. */
  #connect(): PostgresConnection {
    const client = new Client(this.#config)
    const connection = new PostgresConnection(client, this.#options)
    const shared = { client, connection }
    const remove = () => this.#remove(shared)
    client.on('error', remove)
    client.on('end', remove)
    client.connect().catch((error: Error) => {
      connection.failToConnect(error)
      remove()
    })
    this.#open.push(shared)
    return connection
  }

  #remove(shared: SharedConnection): void {
    const at = this.#open.indexOf(shared)
    if (at >= 0) this.#open.splice(at, 1)
  }
}

const MOST_CONNECTIONS = 4
const MOST_PENDING = 200
