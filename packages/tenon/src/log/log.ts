/** A structured log, in the shape of pino's: fields first, then a sentence. */
export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
  /** Whether lines of level `debug` are written, so that they need not be made when not. */
  readonly isDebug: boolean
}
