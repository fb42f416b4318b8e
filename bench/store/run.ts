/**
 * Compares the cache, limit and lock of Tenon with bentocache, rate-limiter-flexible and
 * @verrou/core, in memory and on a temporary Redis: operations per CPU second of this process, in
 * one run, turn by turn. On Redis, the server's CPU time per operation is reported too.
 *
 *     cd bench/store && npm ci && node --conditions=source run.ts [--write]
 */
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { startRedis } from '../../packages/tenon/test/support/redis-server.ts'
import { refreshPages } from '../page.ts'
import { createContenders, type Contender } from './contenders.ts'
import { createServerClock, type ServerClock } from './server-clock.ts'

const rounds = 9
const inFlight = 50
const keys = 1000
const value = {
  title: 'Buy milk',
  tags: ['home', 'errand'],
  counts: { open: 17, done: 1204 },
  text: 'Lorem ipsum dolor sit amet, consectetur adipiscing elit. '.repeat(4),
}

interface Operation {
  readonly name: string
  readonly count: number
  /** Returns the operation of a contender, or nothing if it has none; `i` grows with every call. */
  pick(contender: Contender): ((i: number) => unknown) | undefined
}

const compute = async () => value
const operations: readonly Operation[] = [
  {
    name: 'fetch, hit',
    count: 20_000,
    pick: ({ fetch }) => fetch && ((i) => fetch(`hit-${i % keys}`, compute)),
  },
  {
    name: 'fetch, miss',
    count: 5000,
    pick: ({ fetch }) => fetch && ((i) => fetch(`miss-${runId}-${i}`, compute)),
  },
  {
    name: 'limit',
    count: 20_000,
    pick: ({ limit }) => limit && ((i) => limit(`user-${i % keys}`)),
  },
  {
    name: 'lock',
    count: 5000,
    pick: ({ lock }) => lock && ((i) => lock(`lock-${i % keys}`)),
  },
]

const runId = randomUUID()
let calls = 0

const lines = [
  '| store | operation | peer | Tenon, ops/CPU-s | peer, ops/CPU-s | ratio | server µs/op, Tenon : peer |',
  '|---|---|---|---|---|---|---|',
]
await compareAll('memory', undefined)
await using redis = await startRedis()
await compareAll('Redis', redis.url)
const today = new Date().toISOString().slice(0, 10)
lines.push('', `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, ${today}.`, '')
console.log(lines.join('\n'))
if (process.argv.includes('--write')) {
  writeFileSync(join(import.meta.dirname, 'results.md'), lines.join('\n'))
  refreshPages()
}

async function compareAll(store: string, url: string | undefined): Promise<void> {
  const contenders = await createContenders(url)
  const clock = await createServerClock(url)
  for (const operation of operations) {
    const able = contenders.filter((contender) => operation.pick(contender) !== undefined)
    lines.push(...toLines(store, operation.name, await compare(operation, able, clock)))
  }
  for (const contender of contenders) await contender.close()
  clock.close()
}

interface Cost {
  readonly name: string
  /** Microseconds of CPU per operation: in this process and in the server. */
  readonly own: number
  readonly server: number
}

/**
 * Returns the median round of each contender; they take turns, so that all face the same
 * conditions.
 */
async function compare(
  operation: Operation,
  contenders: readonly Contender[],
  clock: ServerClock,
): Promise<readonly Cost[]> {
  const costs = new Map<string, Cost[]>(contenders.map(({ name }) => [name, []]))
  for (let round = -2; round < rounds; round++) {
    for (const contender of contenders) {
      const cost = await measure(operation, contender, clock)
      if (round >= 0) costs.get(contender.name)?.push(cost)
    }
  }
  return [...costs.values()].flatMap(
    (all) => all.toSorted((a, b) => a.own - b.own).at(rounds >> 1) ?? [],
  )
}

async function measure(
  operation: Operation,
  contender: Contender,
  clock: ServerClock,
): Promise<Cost> {
  const run = operation.pick(contender)
  if (run === undefined) throw new TypeError(`${contender.name} has no ${operation.name}`)
  globalThis.gc?.()
  const serverBegin = await clock.read()
  const begin = process.cpuUsage()
  let left = operation.count
  const work = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      calls += 1
      await run(calls)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, work))
  const { user, system } = process.cpuUsage(begin)
  const server = (await clock.read()) - serverBegin
  return {
    name: contender.name,
    own: (user + system) / operation.count,
    server: server / operation.count,
  }
}

function toLines(
  store: string,
  operation: string,
  [tenon, ...peers]: readonly Cost[],
): readonly string[] {
  if (tenon === undefined) return []
  return peers.map((peer) => {
    const cells = [
      store,
      operation,
      peer.name,
      toRate(tenon.own),
      toRate(peer.own),
      (peer.own / tenon.own).toFixed(2),
      store === 'memory' ? '' : `${tenon.server.toFixed(1)} : ${peer.server.toFixed(1)}`,
    ]
    return `| ${cells.join(' | ')} |`
  })
}

function toRate(microseconds: number): string {
  return Math.round(1e6 / microseconds).toLocaleString('en')
}
