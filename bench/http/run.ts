/**
 * The same application of 60 routes on Tenon and its peers: CPU per request, p99 and memory.
 *
 *     node bench/http/run.ts [--rounds 20] [--ms 120] [--connections 32] [--only tenon,node]
 *                            [--scenarios ping,POST] [--write]
 */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { refreshPages } from '../page.ts'
import { RunningContender } from './contender.ts'
import { contenders } from './contenders.ts'
import { Load } from './load.ts'
import { toReport, toSummary, type Sample } from './report.ts'
import { rotate } from './rotate.ts'
import { scenarios, type Scenario } from './scenarios.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    ms: { type: 'string', default: '120' },
    warmup: { type: 'string', default: '1500' },
    connections: { type: 'string', default: '32' },
    only: { type: 'string' },
    scenarios: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
})
const connections = Number(values.connections)
const loadCore = '1'
const firstPort = 18_200

spawnSync('taskset', ['-acp', loadCore, String(process.pid)])
const chosen = contenders.filter(({ file }) => isChosen(values.only, file))
const measured = scenarios.filter(({ name }) => isChosen(values.scenarios, name))
using running = await startAll()
const samples: Sample[] = []
const lengths = new Map<string, number>()

// Runs one kind of request after another: a server whose turn comes twice a minute would be
// measured while it recompiles code it has discarded in between.
for (const scenario of measured) {
  for (const server of running.servers) await warmUp(scenario, server)
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const server of rotate(running.servers, round)) await measure(scenario, server)
  }
}
const memory = new Map<string, number>()
for (const server of running.servers) {
  memory.set(server.name, (await server.usage()).residentBytes)
}

const parts = { contenders: chosen, scenarios: measured, samples, memory }
const report = toReport(parts)
console.log(report)
if (values.write) {
  writeFileSync(join(import.meta.dirname, 'results.md'), report)
  writeFileSync(join(import.meta.dirname, 'summary.md'), toSummary(parts))
  refreshPages()
}

interface Started extends Disposable {
  readonly servers: readonly RunningContender[]
}

async function startAll(): Promise<Started> {
  const servers: RunningContender[] = []
  const dispose = (): void => servers.forEach((server) => server[Symbol.dispose]())
  try {
    for (const [index, contender] of chosen.entries()) {
      servers.push(await RunningContender.start(contender, firstPort + index))
    }
  } catch (error) {
    dispose()
    throw error
  }
  return { servers, [Symbol.dispose]: dispose }
}

/** Verifies the response, then repeats the request until the server's code has been compiled. */
async function warmUp(scenario: Scenario, server: RunningContender): Promise<void> {
  using load = await Load.open(server.port, connections)
  const { answer, length } = await load.probe(scenario.request)
  try {
    scenario.verify(answer)
  } catch (cause) {
    throw new Error(`${server.name} answers "${scenario.name}" wrongly: ${answer.body}`, { cause })
  }
  lengths.set(`${server.name} ${scenario.name}`, length)
  await load.run(scenario.request, length, Number(values.warmup))
}

/** Uses new connections and closes idle ones of other servers, whatever a server's timeout is. */
async function measure(scenario: Scenario, server: RunningContender): Promise<void> {
  using load = await Load.open(server.port, connections)
  const length = lengths.get(`${server.name} ${scenario.name}`) ?? 0
  await load.run(scenario.request, length, 20)
  const before = await server.usage()
  const { requests, p99Micros } = await load.run(scenario.request, length, Number(values.ms))
  const after = await server.usage()
  const cpuMicros = (after.cpuMicros - before.cpuMicros) / requests
  samples.push({ contender: server.name, scenario: scenario.name, cpuMicros, p99Micros })
}

function isChosen(list: string | undefined, name: string): boolean {
  return list === undefined || list.split(',').some((part) => name.includes(part))
}
