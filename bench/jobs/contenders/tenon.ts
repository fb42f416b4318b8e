import { z } from 'zod'
import { createDatabase } from '../../../packages/tenon/src/data/drivers/create-database.ts'
import { withDatabase } from '../../../packages/tenon/src/data/database/current-database.ts'
import { job } from '../../../packages/tenon/src/jobs.ts'
import { createJobTables } from '../../../packages/tenon/src/work/jobs/job-tables.ts'
import { JobWorker } from '../../../packages/tenon/src/work/jobs/worker.ts'
import type { OpenContender } from '../contender.ts'

export const open: OpenContender = async (url) => {
  const database = createDatabase(url)
  await createJobTables(database)
  const count = job('count', z.object({ n: z.number() })).run(async ({ n }) => handle(n))
  let handle = (_n: number): void => {}
  return {
    dispatch: (n) => withDatabase(database, () => count.dispatch({ n })),
    dispatchAll: (numbers) =>
      withDatabase(database, () => count.dispatchAll(numbers.map((n) => ({ n })))),
    async work(concurrency, given) {
      handle = given
      const stop = new AbortController()
      const log = { info() {}, warn: console.warn, error: console.error }
      const worker = new JobWorker({ database, jobs: [count], log, concurrency })
      const working = worker.work(stop.signal)
      return () => {
        stop.abort()
        return working
      }
    },
    close: () => database.close(),
  }
}
