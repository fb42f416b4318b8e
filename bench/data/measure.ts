/**
 * One contender in a process of its own: for each message that names an operation it works for some
 * CPU time, and answers with the operations per second of CPU time.
 *
 *     fork('measure.ts', [contender, dialect, file or URL])
 */
import {
  type Contender,
  type Dialect,
  type Open,
  type Operation,
  type Turn,
  POSTS,
} from './contender.ts'

const [name = '', dialect, place = ''] = process.argv.slice(2)
const { open } = (await import(`./contenders/${name}.ts`)) as { open: Open }
const contender = await open(dialect as Dialect, place)
const calls = toCalls(contender)
const concurrency = dialect === 'sqlite' ? 1 : 32

process.on('message', ({ operation, ms }: Turn) => {
  void runFor(ms, calls[operation]).then((rate) => process.send?.(rate))
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
  }
}

/** Calls, so many at a time, until the process has used that much CPU time. */
async function runFor(ms: number, call: (i: number) => unknown): Promise<number> {
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
