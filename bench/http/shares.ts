/**
 * Shows how Tenon's time per request is distributed, in percent of the busy time, by scenario.
 *
 *     npm run build -w tenon && node bench/http/shares.ts [--ms 3000] [--write]
 */
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { refreshPages } from '../page.ts'
import { contenders } from './contenders.ts'
import { recordProfile, type Frame } from './cpu-profile.ts'
import { scenarios } from './scenarios.ts'

const { values } = parseArgs({
  options: {
    ms: { type: 'string', default: '3000' },
    write: { type: 'boolean', default: false },
  },
})
const chosen = ['static text', 'POST valid', 'record from SQLite', 'page of 20 records']
const least = 0.005

const columns: Array<ReadonlyMap<string, number>> = []
for (const name of chosen) columns.push(await measure(name))
const report = toReport()
console.log(report)
if (values.write) {
  writeFileSync(join(import.meta.dirname, 'shares.results.md'), report)
  refreshPages()
}

async function measure(name: string): Promise<ReadonlyMap<string, number>> {
  const scenario = scenarios.find((one) => one.name === name)
  const [tenon] = contenders
  if (scenario === undefined || tenon === undefined) throw new Error(`No scenario "${name}"`)
  const frames = (await recordProfile(tenon, scenario, Number(values.ms))).filter(isWork)
  const whole = frames.reduce((sum, frame) => sum + frame.selfMicros, 0)
  const shares = new Map<string, number>()
  for (const frame of frames) {
    const group = toGroup(frame)
    shares.set(group, (shares.get(group) ?? 0) + frame.selfMicros / whole)
  }
  return shares
}

function isWork({ functionName, url }: Frame): boolean {
  return functionName !== '(idle)' && !url.endsWith('inspector') && !url.endsWith('probe.ts')
}

/** Groups by the location of a function; native code only has a name. */
function toGroup({ functionName, url }: Frame): string {
  if (url === '') return toNativeGroup(functionName)
  if (/^node:_http|^node:internal\/http/.test(url)) return '`node:http`'
  if (/^node:(?:net|events|internal\/stream)/.test(url))
    return 'sockets, streams and events of Node'
  if (url.startsWith('node:')) return 'the rest of Node'
  const room = /\/packages\/tenon\/dist\/([^/]+)\//.exec(url)?.[1]
  if (room !== undefined) return `Tenon: ${room}`
  const [name] = /(?<=\/node_modules\/)(?:@[^/]+\/)?[^/]+(?!.*\/node_modules\/)/.exec(url) ?? []
  return name === undefined ? 'the application' : `package ${name}`
}

function toNativeGroup(functionName: string): string {
  if (functionName === '(program)') return 'libuv, reading, the HTTP parser (native)'
  if (functionName === '(garbage collector)') return 'garbage collector'
  if (functionName.startsWith('write')) return 'writing to the socket (native)'
  if (['all', 'get', 'run', 'exec'].includes(functionName)) return 'SQLite (native)'
  return 'the rest of Node'
}

function toReport(): string {
  const groups = [...new Set(columns.flatMap((column) => [...column.keys()]))]
    .map((group) => ({ group, shares: columns.map((column) => column.get(group) ?? 0) }))
    .filter(({ shares }) => Math.max(...shares) >= least)
    .toSorted((a, b) => Math.max(...b.shares) - Math.max(...a.shares))
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  const rows = groups.map(({ group, shares }) => line([group, ...shares.map(toPercent)]))
  const own = columns.map((column) =>
    [...column].reduce((sum, [group, share]) => sum + (isOwn(group) ? share : 0), 0),
  )
  return [
    'Self time in percent of the busy time; `JSON.stringify` and `JSON.parse` count toward the room that calls them.\n',
    line(['', ...chosen]),
    line(['---', ...chosen.map(() => '---:')]),
    line(['**Tenon, all rooms**', ...own.map((share) => `**${toPercent(share)}**`)]),
    ...rows,
    `\nNode ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, ${new Date().toISOString().slice(0, 10)}.\n`,
  ].join('\n')
}

function isOwn(group: string): boolean {
  return group.startsWith('Tenon: ')
}

function toPercent(share: number): string {
  return (share * 100).toFixed(1)
}
