import { PgBoss } from 'pg-boss'
import type { OpenContender } from '../contender.ts'

export const open: OpenContender = async (connectionString) => {
  const boss = new PgBoss({ connectionString, useListenNotify: true })
  boss.on('error', console.error)
  await boss.start()
  await boss.createQueue('count', { notify: true })
  return {
    dispatch: (n) => boss.send('count', { n }),
    dispatchAll: (numbers) =>
      boss.insert(
        'count',
        numbers.map((n) => ({ data: { n } })),
      ),
    async work(concurrency, handle) {
      const options = {
        batchSize: concurrency,
        pollingIntervalSeconds: 0.5,
        burstWhenBatchFull: true,
      }
      await boss.work<{ n: number }>('count', options, async (jobs) => {
        for (const { data } of jobs) handle(data.n)
      })
      return () => boss.offWork('count')
    },
    close: () => boss.stop({ graceful: false }),
  }
}
