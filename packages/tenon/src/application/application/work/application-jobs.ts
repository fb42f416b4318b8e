import { SetupError } from '../../../base/support/setup-error.ts'
import type { Database } from '../../../data/database/database.ts'
import type { AnyJob } from '../../../services/jobs/job-definition.ts'
import type { ApplicationOptions } from '../application-options.ts'

type Declared = Pick<ApplicationOptions, 'jobs' | 'mail'>

/** The jobs that the application's workers run. */
export function toJobs({ jobs = [], mail }: Declared): readonly AnyJob[] {
  return mail === undefined ? jobs : [...jobs, mail.job]
}

/** The queues of the application's jobs. */
export function toQueues(application: Declared): readonly string[] {
  return [...new Set(toJobs(application).map(({ settings }) => settings.queue))]
}

/** Throws `E_JOB_NAME_TAKEN` if two jobs have the same name. */
export function assertJobs(application: Declared): void {
  const names = new Set<string>()
  for (const { settings } of toJobs(application)) {
    if (names.has(settings.name)) {
      throw new SetupError(
        'E_JOB_NAME_TAKEN',
        `Two jobs are named "${settings.name}". Rename one: the name identifies the job in the database.`,
      )
    }
    names.add(settings.name)
  }
}

/** Creates the tables of jobs, if the application has any. They are in the default database. */
export async function createWorkTables(application: Declared, database: Database): Promise<void> {
  if (database.name !== undefined || toJobs(application).length === 0) return
  const { createJobTables } = await import('../../../services/jobs/job-tables.ts')
  await createJobTables(database)
}
