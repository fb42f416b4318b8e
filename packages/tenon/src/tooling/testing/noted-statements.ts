import { AsyncLocalStorage } from 'node:async_hooks'
import { statements } from '../../base/log/channels.ts'

const current = new AsyncLocalStorage<string[]>()

/** Lets `noteStatements` hear of them. A database announces its statements if somebody listens before it is opened. */
export function followStatements(): () => void {
  return statements.listen(({ sql }) => {
    if (!controlsTransaction.test(sql)) current.getStore()?.push(sql)
  })
}

/** A test with `database: 'rollback'` has savepoints where the application itself has nothing. */
const controlsTransaction = /^(?:begin|start|commit|rollback|savepoint|release)\b/i

/** Runs `body`, and adds to `noted` the SQL of each statement that ends meanwhile. */
export function noteStatements<Result>(noted: string[], body: () => Result): Result {
  return current.run(noted, body)
}
