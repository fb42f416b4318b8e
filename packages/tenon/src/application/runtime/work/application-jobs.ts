import type { Database } from '../../../data/database/database.ts'
import type { AnyJob } from '../../../work/jobs/job-definition.ts'
import type { AnyModel } from '../../../data/records/entity.ts'
import { variantsJob } from '../../../work/files/variants-job.ts'
import { deliverMailJob, sendMailJob } from '../../../work/smtp/send-mail-job.ts'
import type { ApplicationOptions } from '../application-options.ts'

type Declared = Pick<ApplicationOptions, 'jobs' | 'mail' | 'models' | 'queues'>

/** The jobs that the application's workers run. */
export function toJobs({ jobs = [], mail, models = {} }: Declared): readonly AnyJob[] {
  return [
    ...jobs,
    ...(mail === undefined ? [] : [deliverMailJob, sendMailJob]),
    ...(Object.values(models).some(hasVariants) ? [variantsJob] : []),
  ]
}

function hasVariants({ '~entity': { table } }: AnyModel): boolean {
  return table.files.some(({ definition }) => definition.files?.hasVariants === true)
}

/** The names of the jobs that may be dispatched. */
export function toJobNames(application: Declared): ReadonlySet<string> {
  return new Set(toJobs(application).map((job) => job['~settings'].name))
}

/** The queues of the application's jobs, and the other queues in its options. */
export function toQueues(application: Declared): readonly string[] {
  const ofJobs = toJobs(application).map((job) => job['~settings'].queue)
  return [...new Set([...ofJobs, ...Object.keys(application.queues ?? {})])]
}

/** Creates the tables of jobs in the default database, if the application has jobs. */
export async function createWorkTables(application: Declared, database: Database): Promise<void> {
  if (database.name !== undefined || toJobs(application).length === 0) return
  const { createJobTables } = await import('../../../work/jobs/job-tables.ts')
  await createJobTables(database)
}
