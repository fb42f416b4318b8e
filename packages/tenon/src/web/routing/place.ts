import { fileURLToPath } from 'node:url'

/** Where in the application's source something was declared, for messages at boot. */
export class Place {
  // Frames are collected now and formatted only when a message needs them: about 1 µs a route.
  readonly #trace: { readonly stack?: string } = {}

  /** `above` is the function that the application called; the place is that of the call. */
  constructor(above: (...values: never[]) => unknown) {
    const traceLimit = Error.stackTraceLimit
    Error.stackTraceLimit = 1
    Error.captureStackTrace(this.#trace, above)
    Error.stackTraceLimit = traceLimit
  }

  /** `app/routes.ts:12:5`, relative to the working folder where it lies below it. */
  get location(): string {
    const line = this.#trace.stack?.split('\n')[1] ?? ''
    const location = /(?:at |\()((?:file:|\/|[A-Za-z]:[\\/]).*):(\d+):(\d+)\)?$/.exec(line)
    if (location === null) return 'an unknown place'
    const [, file = '', row = '', column = ''] = location
    const path = file.startsWith('file:') ? fileURLToPath(file) : file
    const root = `${process.cwd()}/`
    return `${path.startsWith(root) ? path.slice(root.length) : path}:${row}:${column}`
  }
}
