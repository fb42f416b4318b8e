import { Logger, makeWorkerUtils, run } from 'graphile-worker'
import type { OpenContender } from '../contender.ts'

export const open: OpenContender = async (connectionString) => {
  const logger = new Logger(() => () => {})
  const utils = await makeWorkerUtils({ connectionString, logger })
  await utils.migrate()
  return {
    dispatch: (n) => utils.addJob('count', { n }),
    dispatchAll: (numbers) =>
      utils.addJobs(numbers.map((n) => ({ identifier: 'count', payload: { n } }))),
    async work(concurrency, handle) {
      // The settings of its page on performance: a local queue, and completion in batches.
      const runner = await run({
        connectionString,
        noHandleSignals: true,
        preset: {
          worker: {
            connectionString,
            logger,
            concurrentJobs: concurrency,
            maxPoolSize: 10,
            localQueue: { size: concurrency * 4 },
            completeJobBatchDelay: 0,
            failJobBatchDelay: 0,
          },
        },
        taskList: { count: (payload) => handle((payload as { n: number }).n) },
      })
      return () => runner.stop()
    },
    close: async () => utils.release(),
  }
}
