import { isAbsolute } from 'node:path'
import type { Log } from '../../../base/log/log.ts'
import type { DatabaseOptions, SlowStatement } from '../database.ts'
import { isFrameworkTable } from './framework-tables.ts'

const slowMs = 20

/** Options with which a database logs its statements, with their locations; for development. */
export function statementLogging(log: Log): DatabaseOptions {
  return {
    slowStatement: log.isEnabled('debug') ? 'always' : `${slowMs}ms`,
    statementLocations: true,
    onSlowStatement: (statement) => logStatement(log, statement),
  }
}

/**
 * Writes a statement as `warn` if it was slow, or else, if the application's own code runs it, as
 * `debug`. It contains no values. Statements on Tenon's own tables are left out: the place that waits for
 * them, such as `app.run()`, says nothing about them.
 */
export function logStatement(log: Log, statement: SlowStatement): void {
  if (isOfFramework(statement)) return
  if (statement.durationMs > slowMs) log.warn('Slow statement', { ...statement })
  else if (isOwn(statement) && log.isEnabled('debug')) log.debug('Statement', { ...statement })
}

function isOfFramework({ sql }: SlowStatement): boolean {
  const [, table] =
    /\b(?:from|into|update|on|table(?: if (?:not )?exists)?) "?(\w+)/i.exec(sql) ?? []
  return table !== undefined && isFrameworkTable(table)
}

/** Locations outside of the application, such as the framework's queue and migrations, are absolute. */
function isOwn({ location }: SlowStatement): boolean {
  return location !== undefined && !isAbsolute(location) && !location.includes('node_modules')
}
