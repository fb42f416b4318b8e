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
 * `debug`. It contains no values. Tenon's own statements are left out: the place that waits for them, such as
 * `app.run()`, says nothing about them. They are those on its tables, and without a line of the application also those
 * on the catalog and on no table, such as `begin` and `pg_notify`.
 */
export function logStatement(log: Log, statement: SlowStatement): void {
  if (isOfFramework(statement)) return
  if (statement.durationMs > slowMs) log.warn('Slow statement', { ...statement })
  else if (isOwn(statement) && log.isEnabled('debug')) log.debug('Statement', { ...statement })
}

function isOfFramework(statement: SlowStatement): boolean {
  const [, table] =
    /\b(?:from|into|update|on|table(?: if (?:not )?exists)?) "?(\w+)/i.exec(statement.sql) ?? []
  if (table !== undefined && isFrameworkTable(table)) return true
  return !isOwn(statement) && (table === undefined || CATALOG.test(table))
}

/** The names of tables in which a database describes itself. */
const CATALOG = /^(?:pg_|sqlite_|pragma_|information_schema$)/i

/** Locations outside of the application, such as the framework's queue and migrations, are absolute. */
function isOwn({ location }: SlowStatement): boolean {
  return location !== undefined && !isAbsolute(location) && !location.includes('node_modules')
}
