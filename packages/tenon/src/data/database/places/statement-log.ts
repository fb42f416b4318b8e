import { isAbsolute } from 'node:path'
import type { Log } from '../../../base/log/log.ts'
import type { DatabaseOptions, SlowStatement } from '../database.ts'
import { isFrameworkTable } from './framework-tables.ts'

const slowMs = 20

/** Returns options that make a database log its statements with their locations, for development. */
export function statementLogging(log: Log): DatabaseOptions {
  return {
    slowStatement: log.isEnabled('debug') ? 'always' : `${slowMs}ms`,
    statementLocations: true,
    onSlowStatement: (statement) => logStatement(log, statement),
  }
}

/**
 * Logs a statement: with `warn` if it was slow, otherwise with `debug` if it is the application's own, or the lookup of a
 * record for it. The values are not logged.
 *
 * Statements that explain nothing are left out. These are statements on Tenon's tables. If no line of the application
 * sent them, statements on the catalog or without a table, such as `begin` and `pg_notify`, are left out too.
 */
export function logStatement(log: Log, statement: SlowStatement): void {
  if (isOfFramework(statement)) return
  if (statement.durationMs > slowMs) log.warn('Slow statement', { ...statement })
  else if (!isOfPackage(statement) && log.isEnabled('debug'))
    log.debug('Statement', { ...statement })
}

function isOfFramework(statement: SlowStatement): boolean {
  const [, table] =
    /\b(?:from|into|update|on|table(?: if (?:not )?exists)?) "?(\w+)/i.exec(statement.sql) ?? []
  if (table !== undefined && isFrameworkTable(table)) return true
  return !isOwn(statement) && (table === undefined || CATALOG.test(table))
}

/** The names of tables in which a database describes itself. */
const CATALOG = /^(?:pg_|sqlite_|pragma_|information_schema$)/i

/** Whether a line of the application sent it. */
function isOwn(statement: SlowStatement): boolean {
  return statement.location !== undefined && !isOfPackage(statement)
}

/** Whether a package sent it: locations outside of the application, such as the framework's, are absolute. */
function isOfPackage({ location = '' }: SlowStatement): boolean {
  return isAbsolute(location) || location.includes('node_modules')
}
