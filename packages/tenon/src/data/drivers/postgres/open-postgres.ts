import type { PostgresUrl } from '../../database/database-url.ts'
import type { Database } from '../../database/database.ts'
import type { DatabaseSettings } from '../../database/database-settings.ts'
import { createStatementWatch } from '../../database/slow-statement.ts'
import { Notices } from '../../database/notices/notices.ts'
import { listenOnConnection } from '../../database/notices/notice-connection.ts'
import { PingConnection } from './ping-connection.ts'
import { resolvePostgresConfig } from './postgres-config.ts'
import { PostgresDatabase } from './postgres-database.ts'
import { PostgresServers } from './servers/postgres-servers.ts'
import { PostgresPool } from './postgres-pool.ts'
import { SharedLane } from './shared-lane.ts'

/** Prepares a PostgreSQL database; connections are opened when they are needed. */
export function openPostgres(url: PostgresUrl, options: DatabaseSettings): Database {
  const config = resolvePostgresConfig(url, options)
  const servers = new PostgresServers(config)
  const connection = {
    client: config.client,
    servers,
    prepare: config.prepare,
    watch: createStatementWatch('postgres', options),
    timeoutMs: config.statementTimeoutMs,
    isShared: false,
    rowLevelSecurity: options.rowLevelSecurity === true,
  }
  const pool = new PostgresPool(connection, {
    size: config.poolSize,
    waitTimeoutMs: config.connectTimeoutMs,
  })
  return new PostgresDatabase({
    name: options.name,
    description: config.description,
    rowLevelSecurity: connection.rowLevelSecurity,
    // No shared connections behind PgBouncer: it rejects `lock_timeout`, without which one statement that
    // waits for a lock would hold up all others.
    lane: config.prepare ? new SharedLane(connection, pool) : undefined,
    pool,
    pings: new PingConnection(connection),
    // Behind PgBouncer, `listen` has no effect, because each statement may run on another connection.
    notices: new Notices(config.prepare ? listenOnConnection(config.client, servers) : undefined),
    hears: config.prepare ? 'notices' : 'nothing',
    idleLimit: { timeoutMs: config.idleTimeoutMs, onIdle: options.onIdleTransaction },
    closeTimeoutMs: config.statementTimeoutMs || 5000,
  })
}
