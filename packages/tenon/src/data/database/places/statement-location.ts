import { AsyncLocalStorage } from 'node:async_hooks'
import { sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { formatLocation, parseStackLine } from '../../../base/support/stack-line.ts'

/** Enough frames to reach the application's: nested calls put many frames of Tenon and of `await` above them. */
const FRAME_LIMIT = 60

/**
 * The line of the application's code that sent a statement; `undefined` for a statement that Tenon sends by itself, such
 * as the lookup of a bound record. The stack trace is read only on demand.
 */
export class StatementLocation {
  readonly #trace: { readonly stack?: string } = {}
  readonly #outer: StatementLocation | undefined

  /** `outer` gives the location if the stack trace has no frame of the application. */
  constructor(outer: StatementLocation | undefined) {
    this.#outer = outer
    const traceLimit = Error.stackTraceLimit
    Error.stackTraceLimit = FRAME_LIMIT
    Error.captureStackTrace(this.#trace)
    Error.stackTraceLimit = traceLimit
  }

  get location(): string | undefined {
    let called = ''
    for (const line of this.#trace.stack?.split('\n') ?? []) {
      const found = parseStackLine(line)
      if (found === undefined) continue
      if (!isForeign(found.file)) return isRunner(called) ? undefined : formatLocation(found)
      called = found.file
    }
    return this.#outer?.location
  }
}

/** The location of the statements that an asynchronous context sends. */
export const statementLocations = new AsyncLocalStorage<StatementLocation>()

/** Whether a file belongs to Tenon or a package rather than the application. */
function isForeign(file: string): boolean {
  return file.startsWith(OWN) || file.includes(`${sep}node_modules${sep}`)
}

/**
 * Whether a file that the application called runs the application, and sends no statement for it: `next()` of a
 * middleware and `app.run()` do.
 */
function isRunner(file: string): boolean {
  return RUNNERS.some((folder) => file.startsWith(folder))
}

/** The folder of Tenon's modules. */
const OWN = fileURLToPath(new URL('../../../', import.meta.url))
const RUNNERS = [`${OWN}web${sep}`, `${OWN}application${sep}`]
