/**
 * Runs one contender in a separate process. For each message with an operation, it works for some
 * CPU time and answers with the operations per second of CPU time.
 *
 *     fork('measure.ts', [contender, dialect, file or URL])
 */
import {
  type Contender,
  type Dialect,
  type Open,
  type Operation,
  type Turn,
  newEvents,
  POSTS,
  TAGS,
} from './contender.ts'
import { assertAnswers } from './verify.ts'

const [name = '', dialect, place = ''] = process.argv.slice(2)
const { open } = (await import(`./contenders/${name}.ts`)) as { open: Open }
const contender = await open(dialect as Dialect, place)
await assertAnswers(contender)
const calls = toCalls(contender)
const concurrency = dialect === 'sqlite' ? 1 : 32

process.on('message', ({ operation, ms }: Turn) => {
  // A bulk insert takes milliseconds: sixteen of them would take longer than several turns.
  const every = operation === 'bulkInsert' ? 1 : 16
  void runFor(ms, { call: calls[operation], every }).then((rate) => process.send?.(rate))
})
process.once('disconnect', () => void contender.close())
process.send?.('ready')

function toCalls(contender: Contender): Record<Operation, (i: number) => unknown> {
  return {
    find: (i) => contender.find(1 + (i % POSTS)),
    list: () => contender.list(POSTS / 2),
    insert: () => contender.insert(),
    update: (i) => contender.update(1 + (i % POSTS), i % 1_000_000),
    withRelation: () => contender.withRelation(),
    aggregate: () => contender.aggregate(),
    select: () => contender.select(POSTS / 2),
    tagged: (i) => contender.tagged(1 + (i % TAGS)),
    bulkInsert: () => contender.bulkInsert(newEvents()),
  }
}

interface Work {
  readonly call: (i: number) => unknown
  /** After how many calls to look at the clock. */
  readonly every: number
}

/** Calls in batches until the process has used that much CPU time. */
async function runFor(ms: number, { call, every }: Work): Promise<number> {
  const before = process.cpuUsage()
  let count = 0
  let usedMs = 0
  const work = async (): Promise<void> => {
    while (usedMs < ms) {
      const result = call(count++)
      if (isThenable(result)) await result
      if (count % every === 0) usedMs = used(before)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return (count / used(before)) * 1000
}

/** A promise, or a Lucid query, which runs when it is awaited. */
function isThenable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'then' in value
}

function used(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
