import type { Reply } from '../http/reply.ts'
import type { Log } from '../log/log.ts'
import { toProbeReply, type Probe } from './probe.ts'

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
  return (request) => {
    if (options.isDraining()) return toProbeReply(503, 'stopping')
    if (request.query.get('db') !== 'true') return toProbeReply(200, 'ok')
    return checkDatabase(options)
  }
}

const databaseTimeoutMs = 1000

async function checkDatabase({ database, log }: HealthOptions): Promise<Reply> {
  if (database === undefined) return toProbeReply(503, 'error', { database: 'disconnected' })
  try {
    await database.ping(databaseTimeoutMs)
    return toProbeReply(200, 'ok', { database: 'connected' })
  } catch (error) {
    log.error('The health check found the database disconnected', { error })
    return toProbeReply(503, 'error', { database: 'disconnected' })
  }
}
