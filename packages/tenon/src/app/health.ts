import { json } from '../http/replies.ts'
import type { Reply } from '../http/reply.ts'
import type { HttpRequest } from '../http/request.ts'
import type { Log } from '../log/log.ts'
import { MethodNotAllowed } from '../support/http-error.ts'
import type { MaybePromise } from '../support/maybe-promise.ts'

/** Where the server answers for itself, before routing and middleware. */
export const healthPath = '/_app/health'

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
export function createHealth(
  options: HealthOptions,
): (request: HttpRequest) => MaybePromise<Reply> {
  return (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      throw new MethodNotAllowed('GET, HEAD')
    }
    if (options.isDraining()) return toHealthReply(503, 'stopping')
    if (request.query.get('db') !== 'true') return toHealthReply(200, 'ok')
    return checkDatabase(options)
  }
}

const databaseTimeoutMs = 1000

async function checkDatabase({ database, log }: HealthOptions): Promise<Reply> {
  if (database === undefined) return toHealthReply(503, 'error', 'disconnected')
  try {
    await database.ping(databaseTimeoutMs)
    return toHealthReply(200, 'ok', 'connected')
  } catch (error) {
    log.error('The health check found the database disconnected', { error })
    return toHealthReply(503, 'error', 'disconnected')
  }
}

function toHealthReply(code: number, status: string, database?: string): Reply {
  const body = { status, timestamp: new Date().toISOString(), database }
  return json(body).status(code).header('cache-control', 'no-store')
}
