/**
 * Pages of 20 and 200 records as page objects and as HTML, on Tenon, AdonisJS and Hono. Writes
 * `results.md`, unless only some servers are measured.
 *
 *     npm ci --ignore-scripts && npm start [-- --rounds 9 --ms 400] [--only tenon]
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Load } from '../http/load.ts'
import type { Answer } from '../http/scenarios.ts'
import { toReport, type Sample } from './report.ts'
import { scenarios, type Scenario } from './scenarios.ts'
import { contenders as all, RunningServer, type Contender } from './server.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    ms: { type: 'string', default: '400' },
    only: { type: 'string' },
  },
})
const connections = 16
const loadCore = '1'
const firstPort = 18_470
const warmUpMs = 1500

spawnSync('taskset', ['-acp', loadCore, String(process.pid)])
const contenders = all.filter(({ file }) => file.includes(values.only ?? ''))
using running = new DisposableStack()
const servers: RunningServer[] = []
for (const [index, contender] of contenders.entries()) {
  servers.push(running.use(await RunningServer.start(contender, firstPort + index)))
}

const visits = new Map<string, Visit>()
for (const scenario of scenarios) {
  for (const server of servers)
    visits.set(toKey(server.contender, scenario), await warmUp(scenario, server))
}
const samples: Sample[] = []
for (let round = 0; round < Number(values.rounds); round++) {
  for (const scenario of scenarios) {
    for (const server of servers) samples.push(await measure(scenario, server))
  }
}
const toLength = (contender: Contender, scenario: Scenario): number =>
  getVisit(contender, scenario).length
const report = toReport({ contenders, scenarios, samples, toLength })
console.log(report)
if (values.only === undefined) writeFileSync(join(import.meta.dirname, 'results.md'), report)

/** The request to repeat, and the length of each response to it. */
interface Visit {
  readonly request: Buffer
  readonly length: number
}

/** Verifies the response, then repeats the request until the server's code has been compiled. */
async function warmUp(scenario: Scenario, server: RunningServer): Promise<Visit> {
  using load = await Load.open(server.port, connections)
  const cookies = await visit(scenario, server, load)
  const request = scenario.toRequest(cookies)
  const { answer, length } = await load.probe(request)
  scenario.verify(answer)
  await load.run(request, length, warmUpMs)
  return { request, length }
}

/** Returns the cookies of a first visit, or of a login without which there is no page. */
async function visit(
  scenario: Scenario,
  { contender: { name, hasLogin = false } }: RunningServer,
  load: Load,
): Promise<string> {
  const { answer } = await load.probe(scenario.toRequest(''))
  if (!hasLogin) {
    scenario.verify(answer)
    return toCookies(answer)
  }
  assert.notEqual(answer.status, 200, `${name} shows its page to a guest`)
  const login = await load.probe(Buffer.from('GET /login HTTP/1.1\r\nHost: localhost\r\n\r\n'))
  return toCookies(login.answer)
}

function toCookies({ headers }: Answer): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

async function measure(scenario: Scenario, server: RunningServer): Promise<Sample> {
  const { contender, port } = server
  const { request, length } = getVisit(contender, scenario)
  using load = await Load.open(port, connections)
  await load.run(request, length, 20)
  const before = await server.cpuMicros()
  const { requests } = await load.run(request, length, Number(values.ms))
  const after = await server.cpuMicros()
  return { contender, scenario, cpuMicros: (after - before) / requests }
}

function getVisit(contender: Contender, scenario: Scenario): Visit {
  const visit = visits.get(toKey(contender, scenario))
  if (visit === undefined) throw new Error(`${contender.name} was not warmed up`)
  return visit
}

function toKey(contender: Contender, scenario: Scenario): string {
  return `${contender.name}: ${scenario.name}`
}
