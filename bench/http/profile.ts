/**
 * Shows where a server spends its time in one scenario: self time by function and by file.
 *
 *     node bench/http/profile.ts --server tenon --scenario 'static text' [--ms 3000]
 */
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { contenders } from './contenders.ts'
import { recordProfile, type Frame } from './cpu-profile.ts'
import { scenarios } from './scenarios.ts'

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
if (contender === undefined || scenario === undefined) throw new Error('No such name')
report(await recordProfile(contender, scenario, Number(values.ms)))

function report(frames: readonly Frame[]): void {
  const byFunction = new Map<string, number>()
  const byFile = new Map<string, number>()
  for (const { functionName, url, line, selfMicros } of frames) {
    if (functionName === '(idle)' || functionName === '(program)') continue
    const place = url.startsWith('node:') ? url : basename(url)
    add(byFunction, `${functionName || '(anonymous)'} ${place}:${line}`, selfMicros)
    add(byFile, place, selfMicros)
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
