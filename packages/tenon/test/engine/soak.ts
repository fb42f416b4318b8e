/**
 * Mixed load on one server: clients that keep the rules, and others that break off, stall, do not
 * read or send nonsense. Prints the server's memory and the lost requests once a minute.
 *
 *     npm run soak -- [--minutes 60] [--clients 1000] [--pause 500] [--engine sockets] [--idle 10000]
 *
 * With `--idle`, it first opens that many idle connections and prints what they need. Ends with exit
 * code 1 if a request was lost, if memory keeps growing, or if connections are left over.
 */
import { parseArgs } from 'node:util'
import { setTimeout as delay } from 'node:timers/promises'
import { serverEngines, type ServerEngine } from '../../src/web/server/engine/server-engine.ts'
import { RawConnection } from '../server/raw-connection.ts'
import { until } from '../support/until.ts'
import { Random } from './random.ts'
import { runBadClient, runGoodClient, type Served } from './soak-clients.ts'
import type { Usage } from './soak-program.ts'
import { startSoakServer, type SoakServer } from './soak-server.ts'

export interface SoakOptions {
  readonly engine: ServerEngine
  readonly ms: number
  /** Goes on after `ms` until so many requests were answered: a busy machine takes longer. Default 0. */
  readonly atLeast?: number
  readonly clients: number
  /** How long a client pauses between two requests on average. */
  readonly pauseMs: number
  readonly seed: number
  /** How often the server is asked for its usage. */
  readonly everyMs: number
  readonly onUsage?: (usage: Usage, served: Served) => void
}

export interface SoakResult extends Served {
  /** The usage of the server when all clients had been there for a while, and after they have gone. */
  readonly early: Usage
  readonly late: Usage
  readonly exitCode: number | null
}

/** Runs the load, nine clients in ten of which keep the rules. */
export async function soak(options: SoakOptions): Promise<SoakResult> {
  const { engine, ms, atLeast = 0, clients, pauseMs, seed, everyMs, onUsage } = options
  using server = await startSoakServer(engine)
  const served: Served = { answered: 0, lost: 0 }
  const end = new AbortController()
  const running = Array.from({ length: clients }, async (_, i) => {
    const random = new Random(seed + i)
    await delay(random.below(2 * pauseMs)) // time: clients come one by one
    const crowd = { port: server.port, random, signal: end.signal, pauseMs }
    await (i % 10 === 0 ? runBadClient(crowd) : runGoodClient(crowd, served))
  })
  const endsAt = performance.now() + ms
  await delay(Math.min(everyMs, ms / 2)) // time: of the load
  const early = await server.usage()
  onUsage?.(early, served)
  while (performance.now() < endsAt) {
    await delay(Math.min(everyMs, Math.max(0, endsAt - performance.now()))) // time: of the load
    onUsage?.(await server.usage(), served)
  }
  await until(() => served.answered >= atLeast)
  end.abort()
  await Promise.all(running)
  const late = await untilEmpty(server)
  return { ...served, early, late, exitCode: await server.stop() }
}

/** Opens idle connections, each of which has sent a request. Returns the server's usage with them. */
export async function measureIdle(engine: ServerEngine, count: number) {
  using server = await startSoakServer(engine)
  const open = async (): Promise<RawConnection> => {
    const connection = await RawConnection.open(server.port)
    connection.send('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await connection.until(/\}$/)
    return connection
  }
  const first = await open()
  const without = await server.usage()
  const connections = [first]
  while (connections.length < count) {
    connections.push(...(await Promise.all(Array.from({ length: 100 }, open))))
  }
  const usage = await server.usage()
  for (const connection of connections) connection[Symbol.dispose]()
  await server.stop()
  return { without, usage }
}

async function untilEmpty(server: SoakServer): Promise<Usage> {
  return until(async () => {
    const usage = await server.usage()
    return usage.connections === 0 && usage
  })
}

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '60' },
      clients: { type: 'string', default: '1000' },
      pause: { type: 'string', default: '500' },
      engine: { type: 'string', default: 'sockets' },
      idle: { type: 'string' },
    },
  })
  const engine = serverEngines.find((each) => each === values.engine)
  if (engine === undefined) throw new TypeError(`${values.engine} is not an engine`)
  if (values.idle !== undefined) {
    const { without, usage } = await measureIdle(engine, Number(values.idle))
    console.log(`${usage.connections} idle connections: ${toMb(usage)}; one: ${toMb(without)}`)
  }
  const result = await soak({
    engine,
    ms: Number(values.minutes) * 60_000,
    clients: Number(values.clients),
    pauseMs: Number(values.pause),
    seed: 1,
    everyMs: 60_000,
    onUsage: (usage, { answered, lost }) =>
      console.log(
        `${usage.connections} connections, ${toMb(usage)}, ${answered} answered, ${lost} lost`,
      ),
  })
  console.log(`afterwards ${toMb(result.late)}, exit code ${result.exitCode}`)
  const hasGrown = result.late.heapBytes > result.early.heapBytes
  if (result.lost > 0 || hasGrown || result.exitCode !== 0) process.exitCode = 1
}

function toMb({ residentBytes, heapBytes }: Usage): string {
  const [resident, heap] = [residentBytes, heapBytes].map((bytes) => (bytes / 1e6).toFixed(1))
  return `${resident} MB resident, ${heap} MB of objects`
}

if (import.meta.main) await run()
