import type { Log } from '../../base/log/log.ts'
import { toLoggedPath } from '../../base/log/logged-path.ts'
import { ThrottledLog } from '../../base/log/throttled-log.ts'
import { HttpError, toInvalidFields, ValidationFailed } from '../../base/support/http-error.ts'
import { DatabaseUnavailable, UniqueViolation } from '../../data/database/database-error.ts'
import { entityOf, type AnyModel } from '../../data/records/entity.ts'
import { isIndexOf } from '../../web/binding/rules/check-rules.ts'
import type { HttpRequest } from '../../web/http/request.ts'
import { stateKey } from '../../web/http/state-key.ts'
import type { ReportError } from '../../web/routing/compose.ts'
import { failureReason } from '../../web/server/request-log.ts'
import { toHttpError } from './public-error.ts'
import { isRefusal, tellRefusal } from './tell-refusal.ts'

/** The errors of a request that are already logged. */
const reportedKey = stateKey<Set<unknown>>('reported errors')

/**
 * Creates a function that logs errors as they occur, each once.
 *
 * It logs them even if middleware catches them and answers something else. While the database is unavailable, its error
 * is logged once a minute for each reason, and the line of each request only names the reason.
 */
export function createErrorReport(log: Log, models: readonly AnyModel[]): ReportError {
  const reportOutage = createOutageReport(log)
  const writesAll = log.isEnabled('debug')
  return (request, error) => {
    // An invalid form is neither a failure nor an attack. In development, the line of the request names the fields.
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
    if (status >= 500) return log.error(`${toTitle(request)} failed`, fields)
    reportRefused(log, request, error, ruleFor(error, models))
  }
}

/**
 * Logs a write that was refused, because the client only gets a general message. `hint` says how the application can
 * prevent it.
 */
export function reportRefused(log: Log, request: HttpRequest, error: unknown, hint?: string): void {
  log.info(`${toTitle(request)} was refused`, {
    requestId: request.id,
    error,
    ...(hint !== undefined && { hint }),
  })
}

/** A rule that checks for the conflict before the write, so the client gets a message for the field. */
function ruleFor(error: unknown, models: readonly AnyModel[]): string | undefined {
  if (!(error instanceof UniqueViolation)) return undefined
  for (const model of models) {
    const { table } = entityOf(model)
    if (table.name !== error.place.table) continue
    const column = table.columns.find((each) => isIndexOf(table, each, error.place))
    if (column !== undefined) {
      return `Ask before the write: body(…).rules({ ${column.name}: unique(${model.name}, '${column.name}') })`
    }
  }
  return undefined
}

function toTitle(request: HttpRequest): string {
  return `${request.method} ${toLoggedPath(request.path())}`
}

/** Writes one line a minute for each reason, so that a new reason appears at once. */
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
