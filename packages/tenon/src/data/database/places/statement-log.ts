import { isAbsolute } from 'node:path'
import type { Log } from '../../../base/log/log.ts'
import type { DatabaseOptions, SlowStatement } from '../database.ts'

const slowMs = 20

/** Options with which a database logs its statements, with their places; for development. */
export function statementLogging(log: Log): DatabaseOptions {
  return {
    slowStatement: log.isEnabled('debug') ? 'always' : `${slowMs}ms`,
    statementPlaces: true,
    onSlowStatement: (statement) => logStatement(log, statement),
  }
}

/**
 * Writes a statement as `warn` if it was slow, or else, if the application's own code runs it, as
 * `debug`. It contains no values.
 */
export function logStatement(log: Log, statement: SlowStatement): void {
  if (statement.durationMs > slowMs) log.warn('Slow statement', { ...statement })
  else if (isOwn(statement) && log.isEnabled('debug')) log.debug('Statement', { ...statement })
}

/** Places outside of the application, such as the framework's queue and migrations, are absolute. */
function isOwn({ place }: SlowStatement): boolean {
  return place !== undefined && !isAbsolute(place) && !place.includes('node_modules')
}
