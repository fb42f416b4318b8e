import type { Log } from '../../base/log/log.ts'
import { dashboardPath } from './section.ts'

/** Returns the same log without the lines of requests to the dashboard, which asks every 2 seconds. */
export function withoutDashboard(log: Log): Log {
  return {
    isEnabled: (level) => log.isEnabled(level),
    debug(message, fields) {
      if (!String(fields?.['path']).startsWith(dashboardPath)) log.debug(message, fields)
    },
    info: (message, fields) => log.info(message, fields),
    warn: (message, fields) => log.warn(message, fields),
    error: (message, fields) => log.error(message, fields),
    fatal: (message, fields) => log.fatal(message, fields),
    with: (fields) => withoutDashboard(log.with(fields)),
  }
}
