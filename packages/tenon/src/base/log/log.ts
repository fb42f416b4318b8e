/** How serious a line is. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'fatal'

/** The least serious level that is written; `silent` writes none. */
export type LogThreshold = LogLevel | 'silent'

/** What a line tells besides its message; an `error` is written with its cause and stack. */
export interface LogFields {
  readonly error?: unknown
  readonly [name: string]: unknown
}

/** Where lines of the log go. The level below which nothing is written is settled at boot. */
export interface Log {
  /** Tells whether a line of this level would be written, where preparing it costs something. */
  isEnabled(level: LogLevel): boolean
  debug(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
  fatal(message: string, fields?: LogFields): void
  /** A log whose every line carries `fields`. */
  with(fields: LogFields): Log
}

/** What `LOG_LEVEL` takes. */
export const logThresholds: readonly LogThreshold[] = [
  'debug',
  'info',
  'warn',
  'error',
  'fatal',
  'silent',
]
