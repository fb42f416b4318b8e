import type { Log, LogFields } from '../../base/log/log.ts'
import { dashboardPath } from './section.ts'

/**
 * Returns the same log without the lines of requests to the dashboard: it sends one every 2 seconds, and its check of
 * the application is slow.
 */
export function withoutDashboard(log: Log): Log {
  const isOwn = (fields: LogFields | undefined): boolean =>
    String(fields?.['path']).startsWith(dashboardPath)
  return {
    isEnabled: (level) => log.isEnabled(level),
    debug(message, fields) {
      if (!isOwn(fields)) log.debug(message, fields)
    },
    info: (message, fields) => log.info(message, fields),
    warn(message, fields) {
      if (!isOwn(fields)) log.warn(message, fields)
    },
    error: (message, fields) => log.error(message, fields),
    fatal: (message, fields) => log.fatal(message, fields),
    with: (fields) => withoutDashboard(log.with(fields)),
  }
}
