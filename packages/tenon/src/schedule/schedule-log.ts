import type { Log } from '../log/log.ts'

/** What the scheduler needs of a log. */
export type ScheduleLog = Pick<Log, 'info' | 'warn' | 'error'>
