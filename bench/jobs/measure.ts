// Measures one contender: `node measure.ts <name> <url> <pid of the server>`.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Contender, OpenContender } from './contender.ts'
import { serverSeconds } from './server-cpu.ts'

const SINGLE = 2000
const BULK = 48_000
/** How many jobs run at the same time: the default of a worker, and many. */
const CONCURRENCIES = [10, 100] as const
const PICK_UPS = 200

/** What was measured, per second of CPU of this process and the server together. */
export interface Figures {
  readonly dispatched: number
  readonly dispatchedInBulk: number
  /** For each concurrency. */
  readonly runs: readonly RunFigures[]
  readonly pickUpMs: number
  readonly slowestPickUpMs: number
}

export interface RunFigures {
  readonly concurrency: number
  readonly perCpuSecond: number
  /** By the clock. */
  readonly perSecond: number
}

const [name = '', url = '', pid = '', mode] = process.argv.slice(2)
const { open } = (await import(`./contenders/${name}.ts`)) as { open: OpenContender }
const contender = await open(url)
if (mode === 'worker') await reportPickUps(contender)
else await measure(contender)

async function measure(contender: Contender): Promise<void> {
  const dispatched = await perCpuSecond(SINGLE, () => dispatchSingly(contender, SINGLE))
  const dispatchedInBulk = await perCpuSecond(BULK, () => dispatchInBulk(contender, BULK))
  const runs: RunFigures[] = []
  for (const concurrency of CONCURRENCIES) {
    if (runs.length > 0) await dispatchInBulk(contender, SINGLE + BULK)
    runs.push(await measureRun(contender, concurrency))
  }
  const pickUps = await measurePickUp(contender)
  const figures: Figures = { dispatched, dispatchedInBulk, runs, ...pickUps }
  console.log(JSON.stringify(figures))
  process.exit()
}

async function measureRun(contender: Contender, concurrency: number): Promise<RunFigures> {
  const count = SINGLE + BULK
  let wallMs = 0
  const cpu = await perCpuSecond(count, async () => {
    const startedAt = performance.now()
    await runAll(contender, concurrency, count)
    wallMs = performance.now() - startedAt
  })
  return { concurrency, perCpuSecond: cpu, perSecond: Math.round((count / wallMs) * 1000) }
}

async function perCpuSecond(count: number, work: () => Promise<void>): Promise<number> {
  const server = Number(pid) || undefined
  const serverBefore = serverSeconds(server)
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  await delay(100) // The server may still be ending connections.
  const seconds = (user + system) / 1e6 + serverSeconds(server) - serverBefore
  return Math.round(count / seconds)
}

async function dispatchSingly({ dispatch }: Contender, count: number): Promise<void> {
  let n = 0
  const lane = async (): Promise<void> => {
    while (n < count) await dispatch(n++)
  }
  await Promise.all(Array.from({ length: 20 }, lane))
}

async function dispatchInBulk({ dispatchAll }: Contender, count: number): Promise<void> {
  for (let n = 0; n < count; n += 500) {
    await dispatchAll(Array.from({ length: 500 }, (_, i) => n + i))
  }
}

async function runAll(contender: Contender, concurrency: number, count: number): Promise<void> {
  const all = Promise.withResolvers<void>()
  let seen = 0
  const stop = await contender.work(concurrency, () => {
    if (++seen === count) all.resolve()
  })
  await all.promise
  await stop()
}

/** The time from a dispatch to the start of its function in another, idle process: median and p99. */
async function measurePickUp(
  contender: Contender,
): Promise<Pick<Figures, 'pickUpMs' | 'slowestPickUpMs'>> {
  const child = fork(import.meta.filename, [name, url, '0', 'worker'])
  await once(child, 'message')
  await delay(1500)
  const times: number[] = []
  for (let n = 0; n < PICK_UPS; n++) {
    const dispatchedAt = performance.timeOrigin + performance.now()
    const heard = once(child, 'message')
    await contender.dispatch(n)
    const [startedAt] = await heard
    times.push(Number(startedAt) - dispatchedAt)
    await delay(10)
  }
  child.kill('SIGKILL')
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number): number => Math.round((sorted[PICK_UPS * share] ?? 0) * 10) / 10
  return { pickUpMs: at(0.5), slowestPickUpMs: at(0.99) }
}

async function reportPickUps(contender: Contender): Promise<void> {
  await contender.work(1, () => process.send?.(performance.timeOrigin + performance.now()))
  process.send?.('ready')
}
