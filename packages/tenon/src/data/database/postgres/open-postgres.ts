import type { PostgresUrl } from '../database-url.ts'
import type { Database, DatabaseOptions } from '../database.ts'
import { createStatementWatch } from '../slow-statement.ts'
import { resolvePostgresConfig } from './postgres-config.ts'
import { PostgresDatabase } from './postgres-database.ts'
import { PostgresPool } from './postgres-pool.ts'
import { SharedConnections } from './shared-connections.ts'

/** Prepares a PostgreSQL database; connections are made when they are needed. */
export function openPostgres(url: PostgresUrl, options: DatabaseOptions): Database {
  const config = resolvePostgresConfig(url, options)
  const connectionOptions = {
    prepare: config.prepare,
    watch: createStatementWatch('postgres', options),
  }
  return new PostgresDatabase({
    description: config.description,
    shared: new SharedConnections(config.client, connectionOptions),
    pool: new PostgresPool(config, connectionOptions),
    idleLimit: { timeoutMs: config.idleTimeoutMs, onIdle: options.onIdleTransaction },
    closeTimeoutMs: config.client.query_timeout ?? 5000,
  })
}
