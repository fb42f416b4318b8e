/**
 * Measures how CPU per request, memory and startup of Tenon, bare `node:http` and Fastify grow with
 * the number of routes, the size of a body, the records of a response and the connections.
 *
 *     npm run build -w tenon && node bench/growth/run.ts [--rounds 6] [--ms 300] [--only routes] [--write]
 */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Contender, RunningContender } from '../http/contender.ts'
import { Load } from '../http/load.ts'
import { rotate } from '../http/rotate.ts'
import { refreshPages } from '../page.ts'
import { toPlot, toReport, type Sample } from './report.ts'
import { allSeries, type Series } from './series.ts'
import { StartedServers } from './started-servers.ts'

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '6' },
    ms: { type: 'string', default: '300' },
    warmup: { type: 'string', default: '1000' },
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
})
const contenders: readonly Contender[] = [
  { name: 'Tenon', file: '../../growth/servers/tenon.ts' },
  { name: 'node:http', file: '../../growth/servers/node.ts' },
  { name: 'Fastify', file: '../../growth/servers/fastify.ts' },
]
const loadCore = '1'
const firstPort = 18_560
/** Time for the previous server to close a thousand connections. */
const settlingMs = 50

spawnSync('taskset', ['-acp', loadCore, String(process.pid)])
const chosen = allSeries.filter(({ id }) => options.only === undefined || options.only === id)
for (const series of chosen) {
  const parts = { series, contenders, samples: await measureSeries(series) }
  const report = toReport(parts)
  console.log(`${series.title}\n\n${report}`)
  if (options.write) {
    writeFileSync(join(import.meta.dirname, `${series.id}.results.md`), report)
    const image = join(import.meta.dirname, `../../docs/images/performance-${series.id}.svg`)
    writeFileSync(image, toPlot(parts))
  }
}
if (options.write) refreshPages()

/** A server, the request to send, and the length of each response. */
interface Case {
  readonly series: Series
  readonly value: number
  readonly contender: Contender
  readonly server: RunningContender
  readonly bootMicros: number
  readonly length: number
}

async function measureSeries(series: Series): Promise<readonly Sample[]> {
  using servers = new StartedServers(firstPort + allSeries.indexOf(series) * 20)
  const cases: Case[] = []
  for (const value of series.values) {
    for (const contender of contenders) {
      const { server, bootMicros } = await servers.get(contender, series.routes(value))
      const length = await warmUp(series, value, server)
      cases.push({ series, value, contender, server, bootMicros, length })
    }
  }
  const samples: Sample[] = []
  for (let round = 0; round < Number(options.rounds); round++) {
    for (const value of series.values) {
      const own = cases.filter((one) => one.value === value)
      for (const one of rotate(own, round)) samples.push(await measure(one))
    }
  }
  return samples
}

/** Verifies the response, then repeats the request until the server's code has been compiled. */
async function warmUp(series: Series, value: number, server: RunningContender): Promise<number> {
  const request = series.request(value)
  using load = await Load.open(server.port, Math.min(series.connections(value), 32))
  const { answer, length } = await load.probe(request)
  try {
    series.verify(answer, value)
  } catch (cause) {
    throw new Error(`${server.name} answers wrongly: ${answer.body.slice(0, 500)}`, { cause })
  }
  await load.run(request, length, Number(options.warmup))
  return length
}

async function measure(one: Case): Promise<Sample> {
  const { series, value, contender, server, bootMicros, length } = one
  const request = series.request(value)
  using load = await Load.open(server.port, series.connections(value))
  await delay(settlingMs)
  await load.run(request, length, 20)
  const before = await server.usage()
  const { requests, p99Micros } = await load.run(request, length, Number(options.ms))
  const { cpuMicros, residentBytes } = await server.usage()
  const perRequest = (cpuMicros - before.cpuMicros) / requests
  return { value, contender, cpuMicros: perRequest, p99Micros, residentBytes, bootMicros }
}
