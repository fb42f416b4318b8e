import { AsyncResource } from 'node:async_hooks'
import { statements } from '../../base/log/channels.ts'
import type { DatabaseSettings } from './database-settings.ts'
import type { SlowStatement } from './database.ts'
import { statementLocations } from './places/statement-location.ts'
import type { Dialect } from './statement.ts'

/** Called when a statement is sent; the returned function is called when it has ended. */
export type StatementWatch = (sql: string) => (error?: Error) => void

/**
 * Creates the watch that reports statements; `undefined` if there are no subscribers.
 *
 * A driver calls back in the asynchronous context of its connection. The watch calls subscribers in the
 * context of the code that ran the statement, where a tracer finds the current span.
 */
export function createStatementWatch(
  dialect: Dialect,
  options: DatabaseSettings,
): StatementWatch | undefined {
  const { onSlowStatement, slowStatementMs = 20 } = options
  if (onSlowStatement === undefined && !statements.isHeard) return undefined
  return (sql) => {
    const startedAt = performance.now()
    // `AsyncLocalStorage.snapshot()` would take 3 µs.
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

/** Whether Tenon sends the statement when it opens a connection: an application cannot make it faster. */
function isSetting(sql: string): boolean {
  return /^\s*(?:PRAGMA|SET)\b/i.test(sql)
}
