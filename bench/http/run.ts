/**
 * The same application of 60 routes on Tenon and its peers: CPU per request, p99 and memory.
 *
 *     node bench/http/run.ts [--rounds 7] [--ms 400] [--connections 32] [--only tenon,node]
 *                            [--scenarios ping,POST] [--write]
 */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { RunningContender } from './contender.ts'
import { contenders } from './contenders.ts'
import { Load } from './load.ts'
import { toReport, type Sample } from './report.ts'
import { scenarios, type Scenario } from './scenarios.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    ms: { type: 'string', default: '400' },
    warmup: { type: 'string', default: '1500' },
    connections: { type: 'string', default: '32' },
    only: { type: 'string' },
    scenarios: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
})
const loadCore = '1'
const firstPort = 18_200

spawnSync('taskset', ['-acp', loadCore, String(process.pid)])
const chosen = contenders.filter(({ file }) => isChosen(values.only, file))
const measured = scenarios.filter(({ name }) => isChosen(values.scenarios, name))
using running = await startAll()
const samples: Sample[] = []
const lengths = new Map<string, number>()

for (const scenario of measured) {
  for (const { server, load } of running.servers) await warmUp(scenario, server, load)
}
for (let round = 0; round < Number(values.rounds); round++) {
  for (const scenario of measured) {
    for (const { server, load } of running.servers) await measure(scenario, server, load)
  }
}
const memory = new Map<string, number>()
for (const { server } of running.servers) {
  memory.set(server.name, (await server.usage()).residentBytes)
}

const report = toReport({ contenders: chosen, scenarios: measured, samples, memory })
console.log(report)
if (values.write) writeFileSync(join(import.meta.dirname, 'results.md'), report)

interface Started extends Disposable {
  readonly servers: ReadonlyArray<{ readonly server: RunningContender; readonly load: Load }>
}

async function startAll(): Promise<Started> {
  const servers: { server: RunningContender; load: Load }[] = []
  const dispose = (): void => {
    for (const { server, load } of servers) {
      load.close()
      server[Symbol.dispose]()
    }
  }
  try {
    for (const [index, contender] of chosen.entries()) {
      const server = await RunningContender.start(contender, firstPort + index)
      servers.push({ server, load: await Load.open(server.port, Number(values.connections)) })
    }
  } catch (error) {
    dispose()
    throw error
  }
  return { servers, [Symbol.dispose]: dispose }
}

/** Verifies the answer, then repeats the request until the server's code has been compiled. */
async function warmUp(scenario: Scenario, server: RunningContender, load: Load): Promise<void> {
  const { answer, length } = await load.probe(scenario.request)
  try {
    scenario.verify(answer)
  } catch (cause) {
    throw new Error(`${server.name} answers "${scenario.name}" wrongly: ${answer.body}`, { cause })
  }
  lengths.set(`${server.name} ${scenario.name}`, length)
  await load.run(scenario.request, length, Number(values.warmup))
}

async function measure(scenario: Scenario, server: RunningContender, load: Load): Promise<void> {
  const length = lengths.get(`${server.name} ${scenario.name}`) ?? 0
  const before = await server.usage()
  const { requests, p99Micros } = await load.run(scenario.request, length, Number(values.ms))
  const after = await server.usage()
  const cpuMicros = (after.cpuMicros - before.cpuMicros) / requests
  samples.push({ contender: server.name, scenario: scenario.name, cpuMicros, p99Micros })
}

function isChosen(list: string | undefined, name: string): boolean {
  return list === undefined || list.split(',').some((part) => name.includes(part))
}
