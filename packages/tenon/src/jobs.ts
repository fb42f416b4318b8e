export {
  job,
  type Job,
  type JobWithoutFunction,
  type PerKeyOptions,
  type UniqueKeyOptions,
} from './work/jobs/job.ts'
export type { DispatchedJob } from './work/jobs/store/new-job.ts'
export type { AnyJob, JobCall, JobRun } from './work/jobs/job-definition.ts'
export type { JobNotification, JobSteps, WaitOptions } from './work/jobs/steps/job-steps.ts'
export type { Keepable, NotKeepable } from './work/jobs/steps/step-result.ts'
export { batch, type Batch, type BatchOptions } from './work/jobs/batches/batch.ts'
export type { BatchProgress } from './work/jobs/batches/batch-store.ts'
export { pauseQueue, resumeQueue, type JobStatus } from './work/jobs/steering.ts'
export { notify } from './work/jobs/steps/notify.ts'
export { PermanentFailure } from './work/jobs/permanent-failure.ts'
