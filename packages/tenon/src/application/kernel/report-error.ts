import type { Log } from '../../base/log/log.ts'
import { toLoggedPath } from '../../base/log/logged-path.ts'
import { ThrottledLog } from '../../base/log/throttled-log.ts'
import { HttpError, toInvalidFields, ValidationFailed } from '../../base/support/http-error.ts'
import { DatabaseUnavailable } from '../../data/database/database-error.ts'
import type { HttpRequest } from '../../web/http/request.ts'
import { stateKey } from '../../web/http/state-key.ts'
import type { ReportError } from '../../web/routing/compose.ts'
import { failureReason } from '../../web/server/request-log.ts'
import { toHttpError } from './public-error.ts'
import { isRefusal, tellRefusal } from './tell-refusal.ts'

/** The errors of a request that have been logged. */
const reportedKey = stateKey<Set<unknown>>('reported errors')

/**
 * Creates a function that logs errors as they occur, each once.
 *
 * Middleware may answer something else instead, or throw them again. While the database is
 * unavailable, its error is logged once a minute, and the line of each request only names the reason.
 */
export function createErrorReport(log: Log): ReportError {
  const reportOutage = createOutageReport(log)
  const writesAll = log.isEnabled('debug')
  return (request, error) => {
    // A form that is filled in wrongly is neither a failure nor an attack: only its line while developing says why.
    if (error instanceof ValidationFailed) {
      if (writesAll) request.set(failureReason, toInvalidFields(error))
      return
    }
    const { status } = toHttpError(error)
    const isRoutine = status < 500 && error instanceof HttpError
    if (isRoutine && !isRefusal(error)) return

    const reported = request.get(reportedKey) ?? new Set()
    if (reported.has(error)) return
    request.set(reportedKey, reported.add(error))
    if (isRefusal(error)) tellRefusal(request, error)
    if (isRoutine) return
    if (error instanceof DatabaseUnavailable) return reportOutage(request, error)
    const fields = { requestId: request.id, error }
    if (status >= 500) log.error(`${toTitle(request)} failed`, fields)
    // A write that failed unexpectedly: the client does not learn which one, so it is logged.
    else log.info(`${toTitle(request)} was refused`, fields)
  }
}

function toTitle(request: HttpRequest): string {
  return `${request.method} ${toLoggedPath(request.path())}`
}

/** One line a minute for each reason, so that another cause shows at once. */
function createOutageReport(log: Log) {
  const lines = new Map<string, ThrottledLog>()
  return (request: HttpRequest, error: DatabaseUnavailable): void => {
    const { reason, isOutcomeUnknown } = error
    request.set(failureReason, isOutcomeUnknown ? `${reason}, perhaps executed` : reason)
    const line = lines.get(reason) ?? new ThrottledLog(log, 'error')
    lines.set(reason, line)
    const isOwn = reason === 'busy'
    const message = isOwn
      ? 'This process was too busy for the database'
      : 'The database is unavailable'
    line.write(message, { requestId: request.id, error })
  }
}
