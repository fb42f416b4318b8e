import { cpus } from 'node:os'
import type { Contender } from '../http/contender.ts'
import { toMedian } from '../http/report.ts'
import { toSvg } from './plot.ts'
import type { Series } from './series.ts'

/** The measurements of one server at one value of a series, from one round. */
export interface Sample {
  readonly value: number
  readonly contender: Contender
  readonly cpuMicros: number
  readonly p99Micros: number
  readonly residentBytes: number
  /** The CPU time the process had used when it started listening. */
  readonly bootMicros: number
}

type Quantity = 'cpuMicros' | 'p99Micros' | 'residentBytes' | 'bootMicros'

/** The samples of one series. */
export interface ReportParts {
  readonly series: Series
  readonly contenders: readonly Contender[]
  readonly samples: readonly Sample[]
}

interface Measure {
  readonly caption: string
  readonly quantity: Quantity
  readonly unit: number
}

const cpu: Measure = {
  caption: 'CPU microseconds per request; in brackets, relative to bare `node:http`.',
  quantity: 'cpuMicros',
  unit: 1,
}
const memory: Measure = {
  caption: 'Resident memory in MB with open connections.',
  quantity: 'residentBytes',
  unit: 1e6,
}
const boot: Measure = {
  caption:
    'CPU milliseconds until the server listens, running from source, including Node’s own startup.',
  quantity: 'bootMicros',
  unit: 1e3,
}
const p99: Measure = {
  caption: 'p99 latency in milliseconds.',
  quantity: 'p99Micros',
  unit: 1e3,
}
const measures: Readonly<Record<Series['id'], readonly Measure[]>> = {
  routes: [cpu, boot, memory],
  body: [cpu],
  records: [cpu],
  connections: [cpu, p99, memory],
}

export function toReport(parts: ReportParts): string {
  return [
    ...measures[parts.series.id].flatMap((measure) => [measure.caption, toTable(parts, measure)]),
    `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, ${new Date().toISOString().slice(0, 10)}.`,
    '',
  ].join('\n\n')
}

export function toPlot(parts: ReportParts): string {
  const { series, contenders } = parts
  return toSvg({
    title: `${series.title}: CPU per request`,
    xLabel: series.unit,
    yLabel: 'CPU µs per request',
    lines: contenders.map((contender) => ({
      name: contender.name,
      points: series.values.map((x) => ({ x, y: toMiddle(parts, contender, x, 'cpuMicros') })),
    })),
  })
}

function toTable(parts: ReportParts, { quantity, unit }: Measure): string {
  const { series, contenders } = parts
  const bare = contenders.find(({ name }) => name === 'node:http')
  const rows = series.values.map((value) => [
    `${value.toLocaleString('en')} ${series.unit.split(',')[0]}`,
    ...contenders.map((contender) => {
      const middle = toMiddle(parts, contender, value, quantity)
      const ratio = bare && middle / toMiddle(parts, bare, value, quantity)
      const amount = middle / unit
      return `${amount.toFixed(amount < 100 ? 1 : 0)}${ratio === undefined ? '' : ` (${ratio.toFixed(2)})`}`
    }),
  ])
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  const head = ['', ...contenders.map(({ name }) => name)]
  return [line(head), line(['---', ...contenders.map(() => '---:')]), ...rows.map(line)].join('\n')
}

function toMiddle(
  { samples }: ReportParts,
  contender: Contender,
  value: number,
  quantity: Quantity,
): number {
  return toMedian(
    samples
      .filter((sample) => sample.contender === contender && sample.value === value)
      .map((sample) => sample[quantity]),
  )
}
