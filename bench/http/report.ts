import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import type { Contender } from './contender.ts'
import type { Scenario } from './scenarios.ts'

/** The measurements of one server in one scenario, from one round. */
export interface Sample {
  readonly contender: string
  readonly scenario: string
  readonly cpuMicros: number
  readonly p99Micros: number
}

export interface ReportParts {
  readonly contenders: readonly Contender[]
  readonly scenarios: readonly Scenario[]
  readonly samples: readonly Sample[]
  readonly memory: ReadonlyMap<string, number>
}

/**
 * Formats Markdown tables: CPU per request and its ratio to bare `node:http`, p99, memory,
 * versions.
 */
export function toReport(parts: ReportParts): string {
  const { contenders, scenarios } = parts
  const names = scenarios.map(({ name }) => name)
  const cpuMicros = (contender: Contender, scenario: string): number =>
    toCpuMicros(parts.samples, contender, scenario)
  const toP99 = (contender: Contender, scenario: string): string => {
    const own = samplesOf(parts.samples, contender, scenario)
    return own.length === 0 ? '–' : toMedian(own.map(({ p99Micros }) => p99Micros)).toFixed(0)
  }
  const bare = contenders.find(({ name }) => name === 'node:http')
  const toCpu = (contender: Contender, scenario: string): string => {
    const micros = cpuMicros(contender, scenario)
    if (!Number.isFinite(micros)) return '–'
    if (bare === undefined) return micros.toFixed(1)
    return `${micros.toFixed(1)} (${(micros / cpuMicros(bare, scenario)).toFixed(2)})`
  }
  const rows = (toCell: (contender: Contender, scenario: string) => string) =>
    contenders.map((contender) => [
      contender.name,
      ...names.map((scenario) => toCell(contender, scenario)),
    ])

  return [
    'CPU microseconds per request, minimum of the rounds; in brackets, relative to bare `node:http`. Lower is better.',
    toTable(['', ...names], rows(toCpu)),
    'p99 latency in microseconds with all connections busy, median of the rounds',
    toTable(['', ...names], rows(toP99)),
    'Resident memory after the run, and versions',
    toTable(
      ['', 'MB', 'version'],
      contenders.map((contender) => [
        contender.name,
        ((parts.memory.get(contender.name) ?? 0) / 1e6).toFixed(0),
        toVersion(contender),
      ]),
    ),
    `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, ${new Date().toISOString().slice(0, 10)}.`,
    '',
  ].join('\n\n')
}

const summedUp = ['static text', 'POST valid', 'record from SQLite', 'page of 20 records']

/** Formats the readme's table: the CPU time of some kinds of requests relative to Tenon's. */
export function toSummary({ contenders, samples }: ReportParts): string {
  const [tenon, ...others] = contenders.filter((each) => !each.isFloor)
  const rows = others.map((contender) => [
    contender.name,
    ...summedUp.map((scenario) => {
      const [theirs, ours] = [contender, tenon].map((one) => toCpuMicros(samples, one, scenario))
      return ((theirs ?? NaN) / (ours ?? NaN)).toFixed(1)
    }),
  ])
  return `${toTable(['Tenon = 1', ...summedUp], rows)}\n`
}

/** The minimum, because anything else running on the machine only adds to the cost of a request. */
function toCpuMicros(
  samples: readonly Sample[],
  contender: Contender | undefined,
  scenario: string,
): number {
  return Math.min(...samplesOf(samples, contender, scenario).map(({ cpuMicros }) => cpuMicros))
}

function samplesOf(
  samples: readonly Sample[],
  contender: Contender | undefined,
  scenario: string,
): readonly Sample[] {
  return samples.filter(
    (sample) => sample.contender === contender?.name && sample.scenario === scenario,
  )
}

export function toTable(head: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

export function toMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const [low = NaN, high = NaN] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return (low + high) / 2
}

export function toVersion({ package: name, runtime }: Contender): string {
  if (name === undefined) return process.version
  const version = readVersion(name)
  return runtime === undefined
    ? version
    : `${version}, ${runtime.name} ${readVersion(runtime.package)}`
}

function readVersion(name: string): string {
  const folder = join(import.meta.dirname, '../node_modules', name)
  const manifest: { version: string } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  return manifest.version
}
