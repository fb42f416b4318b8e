/**
 * One replica. When started through its standard input, fifty callers fetch one key from the store
 * given as first argument. It prints how often it computed the value, and the values its callers
 * got.
 */
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { createStore } from '../../src/cache.ts'
import { recordLog } from './recorded-log.ts'

const [redisUrl, computeMs] = process.argv.slice(2)
using store = await createStore({ redisUrl, log: recordLog(), answerTimeout: '3000ms' })
let computed = 0

process.stdout.write('ready\n')
await once(process.stdin, 'data')
process.stdin.destroy()
const values = await Promise.all(
  Array.from({ length: 50 }, () =>
    store.cache.fetch('shared', { ttl: '1m' }, async () => {
      computed += 1
      process.stdout.write('computing\n')
      await delay(Number(computeMs)) // time: it is computed
      return `by ${process.pid}`
    }),
  ),
)
process.stdout.write(`${JSON.stringify({ computed, values: [...new Set(values)] })}\n`)
