import { formatLocation, parseStackLine } from '../../base/support/stack-line.ts'

/** The source location of a declaration, for messages at boot. */
export class CallSite {
  // The frame is captured now but formatted only if a message needs it: about 1 µs per route.
  readonly #trace: { readonly stack?: string } = {}

  /** `above` is the function that the application called; the location is that of the call. */
  constructor(above: (...values: never[]) => unknown) {
    const traceLimit = Error.stackTraceLimit
    Error.stackTraceLimit = 1
    Error.captureStackTrace(this.#trace, above)
    Error.stackTraceLimit = traceLimit
  }

  /** `app/routes.ts:12:5`, relative to the working directory if it is inside. */
  get location(): string {
    const line = this.#trace.stack?.split('\n')[1] ?? ''
    const place = parseStackLine(line)
    return place === undefined ? 'an unknown location' : formatLocation(place)
  }
}
