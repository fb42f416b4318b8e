import { AsyncResource } from 'node:async_hooks'
import { statements } from '../../base/log/channels.ts'
import type { DatabaseSettings } from './database-settings.ts'
import type { SlowStatement } from './database.ts'
import { statementLocations } from './places/statement-location.ts'
import type { Dialect } from './statement.ts'

/** Called when a statement is sent; the returned function is called when it has ended. */
export type StatementWatch = (sql: string) => (error?: Error) => void

/**
 * Creates the watch that reports statements; `undefined` if nothing subscribes.
 *
 * A driver calls back in the asynchronous context of its connection. Subscribers are called in the
 * context of the code that ran the statement, where a tracer finds the span that it belongs to.
 */
export function createStatementWatch(
  dialect: Dialect,
  options: DatabaseSettings,
): StatementWatch | undefined {
  const { onSlowStatement, slowStatementMs = 20 } = options
  if (onSlowStatement === undefined && !statements.isHeard) return undefined
  return (sql) => {
    const startedAt = performance.now()
    // Not `AsyncLocalStorage.snapshot()`, which takes 3 µs.
    const asker = new AsyncResource('TenonStatement')
    return (error) => {
      const durationMs = performance.now() - startedAt
      if (statements.isHeard) {
        asker.runInAsyncScope(() => statements.tell({ sql, dialect, durationMs, error }))
      }
      if (isSetting(sql)) return
      if (durationMs > slowStatementMs)
        asker.runInAsyncScope(() => onSlowStatement?.({ sql, durationMs, ...toLocation() }))
    }
  }
}

function toLocation(): Pick<SlowStatement, 'location'> {
  const location = statementLocations.getStore()?.location
  return location === undefined ? {} : { location }
}

/** Ignores our own statements at the start of a connection, which you cannot make faster. */
function isSetting(sql: string): boolean {
  return /^\s*(?:PRAGMA|SET)\b/i.test(sql)
}
