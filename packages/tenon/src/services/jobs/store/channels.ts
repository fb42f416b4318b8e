/** The channel on which workers wait for jobs. */
export const JOB_CHANNEL = 'queue_jobs'

/** The channel on which workers wait for signals. */
export const SIGNAL_CHANNEL = 'queue_signals'
