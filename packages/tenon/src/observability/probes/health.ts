import type { Reply } from '../http/reply.ts'
import type { Log } from '../log/log.ts'
import { shareRun, toProbeReply, type Probe } from './probe.ts'

export interface HealthOptions {
  /** The database that `db=true` asks; `undefined` when the application has none. */
  readonly database: { ping(timeoutMs: number): Promise<void> } | undefined
  readonly log: Log
  readonly isDraining: () => boolean
}

/**
 * Answers `/_app/health`: 200 with `status: ok`, 503 while the server drains, and, when asked by
 * `db=true`, 503 when the database does not answer within a second.
 */
export function createHealth(options: HealthOptions): Probe {
  const isConnected = shareRun(() => askDatabase(options))
  return (request) => {
    if (options.isDraining()) return toProbeReply(503, 'stopping')
    if (request.query.get('db') !== 'true') return toProbeReply(200, 'ok')
    return isConnected().then(toDatabaseReply)
  }
}

const databaseTimeoutMs = 1000

async function askDatabase({ database, log }: HealthOptions): Promise<boolean> {
  if (database === undefined) return false
  try {
    await database.ping(databaseTimeoutMs)
    return true
  } catch (error) {
    log.error('The health check found the database disconnected', { error })
    return false
  }
}

function toDatabaseReply(isConnected: boolean): Reply {
  return isConnected
    ? toProbeReply(200, 'ok', { database: 'connected' })
    : toProbeReply(503, 'error', { database: 'disconnected' })
}
