/**
 * Measures what languages cost: CPU per request of the same application with and without three languages.
 *
 *     npm run build -w tenon && node bench/http/languages.ts [--rounds 40] [--ms 150] [--write]
 */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { refreshPages } from '../page.ts'
import { RunningContender, type Contender } from './contender.ts'
import { Load } from './load.ts'
import { rotate } from './rotate.ts'
import { scenarios, type Scenario } from './scenarios.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '40' },
    ms: { type: 'string', default: '150' },
    write: { type: 'boolean', default: false },
  },
})
const durationMs = Number(values.ms)
const measured = ['static text', 'page of 20 records', 'HTML of 20 records']
const loadCore = '1'

spawnSync('taskset', ['-acp', loadCore, String(process.pid)])
const contender: Contender = { name: 'Tenon', file: 'tenon.ts' }
using plain = await RunningContender.start(contender, 18_310)
using speaking = await RunningContender.start(
  { ...contender, environment: { BENCH_LANGUAGES: 'yes' } },
  18_311,
)

const rows: string[] = []
for (const name of measured) {
  const scenario = scenarios.find((each) => each.name === name)
  if (scenario === undefined) throw new Error(`No scenario "${name}"`)
  rows.push(await compare(scenario))
}
const report = [
  'CPU of the server for a request of a browser that prefers German, medians of all rounds:\n',
  '| | without languages | with three | ratio |',
  '| --- | ---: | ---: | ---: |',
  ...rows,
  `\nNode ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, ${new Date().toISOString().slice(0, 10)}.\n`,
].join('\n')
console.log(report)
if (values.write) {
  writeFileSync(join(import.meta.dirname, 'languages.results.md'), report)
  refreshPages()
}

async function compare({ name, request }: Scenario): Promise<string> {
  const asked = withLanguage(request)
  const taken = new Map(
    [plain, speaking].map((server): [RunningContender, number[]] => [server, []]),
  )
  for (const server of taken.keys()) await measure(server, asked, 2000)
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const server of rotate([...taken.keys()], round)) {
      taken.get(server)?.push(await measure(server, asked, durationMs))
    }
  }
  const [without = [], having = []] = [...taken.values()]
  const ratios = having.map((micros, round) => micros / (without[round] ?? Number.NaN))
  return `| ${name} | ${toMicros(without)} | ${toMicros(having)} | ${median(ratios).toFixed(3)} |`
}

async function measure(server: RunningContender, request: Buffer, forMs: number): Promise<number> {
  using load = await Load.open(server.port, 32)
  const { length } = await load.probe(request)
  const before = await server.usage()
  const { requests } = await load.run(request, length, forMs)
  const after = await server.usage()
  return (after.cpuMicros - before.cpuMicros) / requests
}

function withLanguage(request: Buffer): Buffer {
  const header = 'accept-language: de-DE,de;q=0.9,en;q=0.8'
  return Buffer.from(request.toString().replace('\r\n\r\n', `\r\n${header}\r\n\r\n`))
}

function toMicros(values: readonly number[]): string {
  return `${median(values).toFixed(1)} µs`
}

function median(values: readonly number[]): number {
  return Float64Array.from(values).toSorted()[Math.floor(values.length / 2)] ?? Number.NaN
}
