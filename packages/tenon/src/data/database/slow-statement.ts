import { AsyncLocalStorage } from 'node:async_hooks'
import { statements } from '../log/channels.ts'
import type { DatabaseOptions } from './database.ts'
import type { Dialect } from './statement.ts'

/** Told when a statement is sent; what it returns is told when the statement has ended, and how. */
export type StatementWatch = (sql: string) => (error?: Error) => void

/**
 * Makes the watch that reports statements, `undefined` when nobody wants to know.
 *
 * A driver calls back in the asynchronous context of its connection. Whoever is told is told in the
 * context of the code that asked, where a tracer finds the span that the statement belongs to.
 */
export function createStatementWatch(
  dialect: Dialect,
  options: DatabaseOptions,
): StatementWatch | undefined {
  const { onSlowStatement, slowStatementMs = 20 } = options
  if (onSlowStatement === undefined && !statements.isHeard) return undefined
  return (sql) => {
    const startedAt = performance.now()
    const asAsker = AsyncLocalStorage.snapshot()
    return (error) => {
      const durationMs = performance.now() - startedAt
      if (statements.isHeard) {
        asAsker(() => statements.tell({ sql, dialect, durationMs, error }))
      }
      if (durationMs > slowStatementMs) asAsker(() => onSlowStatement?.({ sql, durationMs }))
    }
  }
}
