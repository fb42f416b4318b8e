/**
 * Where a server's time goes in one scenario: self time by function and by file.
 *
 *     node bench/http/profile.ts --server tenon --scenario 'static text' [--ms 3000]
 */
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { RunningContender, type Contender } from './contender.ts'
import { contenders } from './contenders.ts'
import { Load } from './load.ts'
import { scenarios, type Scenario } from './scenarios.ts'

const { values } = parseArgs({
  options: {
    server: { type: 'string', default: 'tenon' },
    scenario: { type: 'string', default: 'static text' },
    ms: { type: 'string', default: '3000' },
    lines: { type: 'string', default: '40' },
  },
})
const contender = contenders.find(({ file }) => file.startsWith(values.server))
const scenario = scenarios.find(({ name }) => name === values.scenario)

const folder = mkdtempSync(join(tmpdir(), 'tenon-profile-'))
try {
  if (contender === undefined || scenario === undefined) throw new Error('No such name')
  await record(contender, scenario, folder)
  for (const file of readdirSync(folder)) report(join(folder, file))
} finally {
  rmSync(folder, { recursive: true })
}

async function record(contender: Contender, scenario: Scenario, folder: string): Promise<void> {
  const nodeOptions = ['--cpu-prof', `--cpu-prof-dir=${folder}`]
  using server = await RunningContender.start(contender, 18_300, nodeOptions)
  using load = await Load.open(server.port, 32)
  const { answer, length } = await load.probe(scenario.request)
  scenario.verify(answer)
  await load.run(scenario.request, length, Number(values.ms))
  load[Symbol.dispose]()
  server.process.send('stop')
  await once(server.process, 'exit')
}

interface Profile {
  readonly nodes: ReadonlyArray<{
    readonly id: number
    readonly callFrame: { readonly functionName: string; readonly url: string; lineNumber: number }
  }>
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

function report(file: string): void {
  const profile: Profile = JSON.parse(readFileSync(file, 'utf8'))
  const micros = new Map<number, number>()
  profile.samples.forEach((id, index) => {
    micros.set(id, (micros.get(id) ?? 0) + (profile.timeDeltas[index] ?? 0))
  })
  const byFunction = new Map<string, number>()
  const byFile = new Map<string, number>()
  for (const { id, callFrame } of profile.nodes) {
    const { functionName, url, lineNumber } = callFrame
    if (functionName === '(idle)' || functionName === '(program)') continue
    const own = micros.get(id) ?? 0
    const place = url.startsWith('node:') ? url : basename(url)
    add(byFunction, `${functionName || '(anonymous)'} ${place}:${lineNumber + 1}`, own)
    add(byFile, place, own)
  }
  print('by function', byFunction)
  print('by file', byFile)
}

function add(totals: Map<string, number>, key: string, micros: number): void {
  totals.set(key, (totals.get(key) ?? 0) + micros)
}

function print(title: string, totals: ReadonlyMap<string, number>): void {
  const whole = [...totals.values()].reduce((sum, value) => sum + value, 0)
  console.log(`\n${title}`)
  const rows = [...totals].toSorted(([, a], [, b]) => b - a).slice(0, Number(values.lines))
  for (const [name, micros] of rows) {
    console.log(`${((micros / whole) * 100).toFixed(1).padStart(5)} %  ${name}`)
  }
}
