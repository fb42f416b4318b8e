/** What the scheduler needs of a log; a pino logger is one. */
export interface ScheduleLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}
