import { AsyncLocalStorage } from 'node:async_hooks'
import { logContexts } from '../../../base/log/log-context.ts'
import { outsideTransactions } from '../../../data/database/current-database.ts'
import type { HttpRequest } from '../../../web/http/request.ts'

/** Runs work after the request is answered, so that the response time reveals nothing. A failure is logged. */
export function afterAnswer(request: HttpRequest, work: () => Promise<void>): void {
  const inContext = AsyncLocalStorage.snapshot()
  const id = request.id
  const run = async (): Promise<void> => {
    try {
      await outsideTransactions(work)
    } catch (error) {
      logContexts.current.log.error('A mail could not be sent', { requestId: id, error })
    }
  }
  request.onClose(() => void inContext(run))
}
