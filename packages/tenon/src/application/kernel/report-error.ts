import type { Log } from '../../base/log/log.ts'
import { HttpError } from '../../base/support/http-error.ts'
import { stateKey } from '../../web/http/state-key.ts'
import type { ReportError } from '../../web/routing/compose.ts'
import { toHttpError } from './public-error.ts'
import { isRefusal, tellRefusal } from './tell-refusal.ts'

/** The errors of a request that have been logged. */
const reportedKey = stateKey<Set<unknown>>('reported errors')

/**
 * Creates a function that logs errors as they occur, each once.
 *
 * Middleware may answer something else instead, or throw them again.
 */
export function createErrorReport(log: Log): ReportError {
  return (request, error) => {
    const { status } = toHttpError(error)
    const isRoutine = status < 500 && error instanceof HttpError
    if (isRoutine && !isRefusal(error)) return

    const reported = request.get(reportedKey) ?? new Set()
    if (reported.has(error)) return
    request.set(reportedKey, reported.add(error))
    if (isRefusal(error)) tellRefusal(request, error)
    if (isRoutine) return
    const fields = { requestId: request.id, error }
    if (status >= 500) log.error(`${request.method} ${request.path()} failed`, fields)
    // A write that failed unexpectedly: the client does not learn which one, so it is logged.
    else log.info(`${request.method} ${request.path()} was refused`, fields)
  }
}
