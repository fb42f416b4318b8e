import { logContexts } from './log-context.ts'
import type { Log, LogFields } from './log.ts'

/** The logging methods that application code may call. */
export type ApplicationLog = Pick<Log, 'debug' | 'info' | 'warn' | 'error'>

/**
 * The log of the running application: `log.info('Paid', { order: order.id })`. Inside a request,
 * every line carries the request's id.
 */
export const log: ApplicationLog = createApplicationLog()

function createApplicationLog(): ApplicationLog {
  logContexts.follow()
  return {
    debug: (message, fields) => write('debug', message, fields),
    info: (message, fields) => write('info', message, fields),
    warn: (message, fields) => write('warn', message, fields),
    error: (message, fields) => write('error', message, fields),
  }
}

function write(level: keyof ApplicationLog, message: string, fields?: LogFields): void {
  const { log, request } = logContexts.current
  log[level](message, request === undefined ? fields : { requestId: request.id, ...fields })
}
