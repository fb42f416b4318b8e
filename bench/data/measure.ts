/**
 * Measures one contender in a process of its own and prints its rates as JSON: operations per
 * second of this process's CPU time, by operation.
 *
 *     node measure.ts <contender> <dialect> <file or URL>
 */
import {
  type Contender,
  operations,
  POSTS,
  type Dialect,
  type Open,
  type Operation,
} from './contender.ts'

const WARM_UP_MS = 250
const SLICE_MS = 120
const SLICES = 4

const [name = '', dialect, place = ''] = process.argv.slice(2)
const { open } = (await import(`./contenders/${name}.ts`)) as { open: Open }
const contender = await open(dialect as Dialect, place)
const rates: Partial<Record<Operation, number>> = {}
for (const operation of Object.keys(operations) as Operation[]) {
  rates[operation] = await measure(toCall(contender, operation), dialect === 'sqlite' ? 1 : 32)
}
await contender.close()
console.log(JSON.stringify(rates))

function toCall(contender: Contender, operation: Operation): (i: number) => unknown {
  const calls: Record<Operation, (i: number) => unknown> = {
    find: (i) => contender.find(1 + (i % POSTS)),
    list: () => contender.list(POSTS / 2),
    insert: () => contender.insert(),
    update: (i) => contender.update(1 + (i % POSTS), i % 1_000_000),
    withRelation: () => contender.withRelation(),
  }
  return calls[operation]
}

/** The best of several slices: what disturbs a slice only makes it slower. */
async function measure(call: (i: number) => unknown, concurrency: number): Promise<number> {
  await runFor(WARM_UP_MS, call, concurrency)
  let best = 0
  for (let slice = 0; slice < SLICES; slice++) {
    best = Math.max(best, await runFor(SLICE_MS, call, concurrency))
  }
  return Math.round(best)
}

/** Calls, so many at a time, until the process has used that much CPU time. */
async function runFor(ms: number, call: (i: number) => unknown, concurrency: number) {
  const before = process.cpuUsage()
  let count = 0
  let usedMs = 0
  const work = async (): Promise<void> => {
    while (usedMs < ms) {
      const result = call(count++)
      if (isThenable(result)) await result
      if (count % 16 === 0) usedMs = used(before)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return (count / used(before)) * 1000
}

/** A promise, or a query of Lucid's, which runs when it is awaited. */
function isThenable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'then' in value
}

function used(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
