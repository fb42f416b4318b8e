import { Queue, Worker } from 'bullmq'
import type { OpenContender } from '../contender.ts'

export const open: OpenContender = async (url) => {
  const { hostname: host, port } = new URL(url)
  const connection = { host, port: Number(port), maxRetriesPerRequest: null }
  const options = { removeOnComplete: true, attempts: 5 }
  const queue = new Queue('count', { connection, defaultJobOptions: options })
  await queue.waitUntilReady()
  return {
    dispatch: (n) => queue.add('count', { n }),
    dispatchAll: (numbers) => queue.addBulk(numbers.map((n) => ({ name: 'count', data: { n } }))),
    async work(concurrency, handle) {
      const worker = new Worker('count', async ({ data }) => handle(data.n), {
        connection,
        concurrency,
      })
      await worker.waitUntilReady()
      return () => worker.close()
    },
    close: () => queue.close(),
  }
}
