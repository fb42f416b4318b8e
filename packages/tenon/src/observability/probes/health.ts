import { DatabaseUnavailable } from '../../data/database/database-error.ts'
import type { Reply } from '../../web/http/reply.ts'
import type { Log } from '../../base/log/log.ts'
import { ThrottledLog } from '../../base/log/throttled-log.ts'
import { shareRun, toProbeReply, type Probe } from './probe.ts'

export interface HealthOptions {
  /** The database that `db=true` checks; `undefined` if the application has none. */
  readonly database: { ping(timeoutMs: number): Promise<void> } | undefined
  /** Runs all checks and reports each. */
  readonly state: Probe
  readonly log: Log
  readonly isDraining: () => boolean
}

/**
 * Answers `/_app/health` with 200 and `status: ok`, or with 503 while the server drains. With `db=true`, it also
 * answers 503 if the database does not respond within a second, or if there is none. With `checks=true`, it runs all
 * checks and reports each.
 */
export function createHealth(options: HealthOptions): Probe {
  // Throttle the log: anybody may call the probe as often as they like.
  const failure = new ThrottledLog(options.log, 'error')
  const isConnected = shareRun(() => askDatabase(options, failure))
  return (request) => {
    if (options.isDraining()) return toProbeReply(503, 'stopping')
    if (request.query.get('checks') === 'true') return options.state(request)
    if (request.query.get('db') !== 'true') return toProbeReply(200, 'ok')
    return isConnected().then(toDatabaseReply)
  }
}

const databaseTimeoutMs = 1000

async function askDatabase({ database }: HealthOptions, failure: ThrottledLog): Promise<boolean> {
  if (database === undefined) return false
  try {
    await database.ping(databaseTimeoutMs)
    return true
  } catch (error) {
    failure.write(toMessage(error), { error })
    return false
  }
}

function toMessage(error: unknown): string {
  const isOwn = error instanceof DatabaseUnavailable && error.reason === 'busy'
  if (isOwn) return 'Health check failed: this process was too busy for the database'
  return 'Health check failed: the database did not respond'
}

function toDatabaseReply(isConnected: boolean): Reply {
  return isConnected
    ? toProbeReply(200, 'ok', { database: 'connected' })
    : toProbeReply(503, 'error', { database: 'disconnected' })
}
