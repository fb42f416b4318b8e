import { statements } from '../log/channels.ts'
import type { DatabaseOptions } from './database.ts'

/** Told when a statement has ended, with the time it was started at. */
export type StatementWatch = (sql: string, startedAt: number) => void

/** Makes the watch that reports statements, `undefined` when nobody wants to know. */
export function createStatementWatch(options: DatabaseOptions): StatementWatch | undefined {
  const { onSlowStatement, slowStatementMs = 20 } = options
  if (onSlowStatement === undefined && !statements.isHeard) return undefined
  return (sql, startedAt) => {
    const durationMs = performance.now() - startedAt
    if (statements.isHeard) statements.tell({ sql, durationMs })
    if (durationMs > slowStatementMs) onSlowStatement?.({ sql, durationMs })
  }
}
