import { inspect } from 'node:util'
import type { NothingHidden } from '../support/hidden.ts'
import { hiddenValues } from './hidden-values.ts'
import { logContexts } from './log-context.ts'
import type { LogFields } from './log.ts'

/** The logging methods that application code may call. */
export interface ApplicationLog {
  readonly debug: Write
  readonly info: Write
  readonly warn: Write
  readonly error: Write
}

/** It is a compile error to log the value of a hidden column at any depth. */
type Write = <Fields extends LogFields>(
  message: string,
  fields?: Fields & NothingHidden<Fields>,
) => void

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
  if (hiddenValues.isFollowed)
    hiddenValues.check(inspect([message, fields], { depth: 9 }), 'A log line')
  log[level](message, request === undefined ? fields : { requestId: request.id, ...fields })
}
