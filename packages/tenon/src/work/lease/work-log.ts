import type { Log } from '../../base/log/log.ts'

/** The logging methods that the scheduler and the workers of jobs use. */
export type WorkLog = Pick<Log, 'info' | 'warn' | 'error'>
