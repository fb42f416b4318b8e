import { toMs, type Duration } from '../../base/support/duration.ts'
import type { DatabaseOptions } from './database.ts'

/** The options of a database, with durations in milliseconds; 0 disables the limit. */
export interface DatabaseSettings extends Pick<
  DatabaseOptions,
  'name' | 'rowLevelSecurity' | 'onIdleTransaction' | 'onSlowStatement'
> {
  readonly connectTimeoutMs?: number
  readonly statementTimeoutMs?: number
  readonly lockTimeoutMs?: number
  readonly idleTimeoutMs?: number
  readonly slowStatementMs?: number
}

/** Parses the durations among the options. Throws `E_DURATION` with the name of the invalid option. */
export function toDatabaseSettings(options: DatabaseOptions): DatabaseSettings {
  const { connectTimeout, statementTimeout, lockTimeout, idleTimeout, slowStatement } = options
  return {
    ...options,
    ...(connectTimeout && { connectTimeoutMs: toMs(connectTimeout, 'connectTimeout') }),
    ...(lockTimeout && { lockTimeoutMs: toMs(lockTimeout, 'lockTimeout') }),
    ...(statementTimeout !== undefined && {
      statementTimeoutMs: toLimitMs(statementTimeout, 'statementTimeout'),
    }),
    ...(idleTimeout !== undefined && { idleTimeoutMs: toLimitMs(idleTimeout, 'idleTimeout') }),
    ...(slowStatement !== undefined && {
      slowStatementMs: slowStatement === 'always' ? -1 : toMs(slowStatement, 'slowStatement'),
    }),
  }
}

function toLimitMs(limit: Duration | false, option: string): number {
  return limit === false ? 0 : toMs(limit, option)
}
