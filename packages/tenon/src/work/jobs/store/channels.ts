/*
 * The channels kept their names when the tables were renamed, so that processes of both versions wake each other.
 */

/** The channel on which workers wait for jobs. */
export const JOB_CHANNEL = 'queue_jobs'

/** The channel on which workers wait for signals. */
export const SIGNAL_CHANNEL = 'queue_signals'

/** The channel on which workers hear that running jobs may have been cancelled. */
export const CANCEL_CHANNEL = 'tenon_cancelled_jobs'
