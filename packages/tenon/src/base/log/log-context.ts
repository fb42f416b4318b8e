import { Ambient } from '../support/ambient.ts'
import { once } from '../support/once.ts'
import { createLog } from './create-log.ts'
import type { Log } from './log.ts'

/** Where a line is logged: an application's log and, if any, the request. */
export interface LogContext {
  readonly log: Log
  readonly request?: { readonly id: string }
}

/**
 * Finds the log and the request for code that receives neither as an argument. Requests are tracked
 * only after `tenon/log` has been imported, because an asynchronous context slows down everything
 * the request awaits.
 */
export class LogContexts {
  readonly #contexts = new Ambient<LogContext>()
  /** For lines written before an application runs, for example while a module loads. */
  readonly #early = once(() => createLog({ level: 'info', format: 'json' }))
  /** Whether any code may ask for the current request: a field, because every request reads it. */
  isFollowed = false

  follow(): void {
    this.isFollowed = true
  }

  /** The context of the current call, or else that of the running application. */
  get current(): LogContext {
    return this.#contexts.get() ?? { log: this.#early() }
  }

  /** Makes `log` the log of the process; call the returned function to undo that. */
  register(log: Log): () => void {
    return this.#contexts.register({ log })
  }

  run<Result>(context: LogContext, body: () => Result): Result {
    return this.#contexts.run(context, body)
  }
}

export const logContexts = new LogContexts()
