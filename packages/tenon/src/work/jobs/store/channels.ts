/*
 * The names are not those of the tables any more, so that processes before and after the rename wake each other.
 */

/** The channel on which workers wait for jobs. */
export const JOB_CHANNEL = 'queue_jobs'

/** The channel on which workers wait for signals. */
export const SIGNAL_CHANNEL = 'queue_signals'

/** The channel on which workers hear that jobs were cancelled that may run. */
export const CANCEL_CHANNEL = 'tenon_cancelled_jobs'
