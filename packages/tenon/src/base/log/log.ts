/** The severity of a log line. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'fatal'

/** The lowest level that is written; `silent` writes nothing. */
export type LogThreshold = LogLevel | 'silent'

/** The fields of a line besides its message; `error` is written with its cause and stack. */
export interface LogFields {
  readonly error?: unknown
  readonly [name: string]: unknown
}

/** A structured log. Its level is fixed at boot. */
export interface Log {
  /** Checks whether a level is written, so you can skip expensive preparation. */
  isEnabled(level: LogLevel): boolean
  debug(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
  fatal(message: string, fields?: LogFields): void
  /** Returns a log that adds `fields` to every line. */
  with(fields: LogFields): Log
}

/** The values that `LOG_LEVEL` accepts. */
export const logThresholds: readonly LogThreshold[] = [
  'debug',
  'info',
  'warn',
  'error',
  'fatal',
  'silent',
]
