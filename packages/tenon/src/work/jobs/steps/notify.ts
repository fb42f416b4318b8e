import { currentDatabase } from '../../../data/database/current-database.ts'
import { jobObservers } from '../dispatch.ts'
import { withJobTables } from '../job-tables.ts'
import { toStoredKey } from '../../../base/support/values/stored-key.ts'
import { StepStore } from '../store/step-store.ts'

/**
 * Continues the jobs that wait for this name and key with `run.waitFor`, now or within 30 days.
 *
 * Inside `transaction()`, they continue once it commits. The value must be JSON. Throws `E_JOB_TABLES` if the database
 * has no tables for jobs.
 */
export function notify(name: string, key: string | number, value: unknown = null): Promise<void> {
  const clock = jobObservers.get()?.clock
  const steps = new StepStore(currentDatabase(), clock)
  return withJobTables(() => steps.signal(name, toStoredKey(String(key)), value))
}
