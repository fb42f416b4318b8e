import { AsyncLocalStorage } from 'node:async_hooks'
import { statements } from '../../base/log/channels.ts'

const current = new AsyncLocalStorage<string[]>()

/**
 * Lets `noteStatements` receive statements. Call it before a database is opened: it checks only once for subscribers.
 */
export function followStatements(): () => void {
  return statements.listen(({ sql }) => {
    if (!controlsTransaction.test(sql)) current.getStore()?.push(sql)
  })
}

/**
 * Left out, because a test with `database: 'rollback'` has savepoints where the application itself has no statement.
 */
const controlsTransaction = /^(?:begin|start|commit|rollback|savepoint|release)\b/i

/** Runs `body`, and adds the SQL of each statement that ends during it to `noted`. */
export function noteStatements<Result>(noted: string[], body: () => Result): Result {
  return current.run(noted, body)
}
