/** All states of jobs. */
export const JOB_STATES = ['ready', 'delayed', 'behind', 'running', 'crashed', 'failed'] as const

/** What a job is doing. A job that is done is deleted. */
export type JobState = (typeof JOB_STATES)[number]
