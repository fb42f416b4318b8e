import { cpus } from 'node:os'
import type { Contender } from './contender.ts'
import { toMedian, toTable, toVersion } from './report.ts'
import { postgresScenarios } from './postgres-scenarios.ts'

/** The measurements of one server in one turn. */
export interface Turn {
  readonly contender: string
  readonly scenario: string
  readonly connections: number
  readonly serverMicros: number
  readonly databaseMicros: number
}

/** How long a record took beside slow statements, in one turn. */
export interface Beside {
  readonly contender: string
  readonly medianMicros: number
  readonly p99Micros: number
}

interface ReportParts {
  readonly contenders: readonly Contender[]
  readonly counts: readonly number[]
  readonly turns: readonly Turn[]
  readonly besides: readonly Beside[]
}

/** Formats Markdown tables: CPU of server and database for each number of connections, and latency. */
export function toPostgresReport({ contenders, counts, turns, besides }: ReportParts): string {
  const [byHand] = contenders
  const names = postgresScenarios.map(({ name }) => name)
  const toCell = (contender: Contender, scenario: string, connections: number): string => {
    const of = (name: string | undefined) =>
      turns.filter(
        (turn) =>
          turn.contender === name && turn.scenario === scenario && turn.connections === connections,
      )
    const own = of(contender.name)
    const server = leastOf(own.map(({ serverMicros }) => serverMicros))
    const ratio = server / leastOf(of(byHand?.name).map(({ serverMicros }) => serverMicros))
    const database = leastOf(own.map(({ databaseMicros }) => databaseMicros))
    return `${server.toFixed(0)} (${ratio.toFixed(2)}) + ${database.toFixed(0)}`
  }
  const tables = counts.flatMap((connections) => [
    `With ${connections} ${connections === 1 ? 'connection' : 'connections'}:`,
    toTable(
      ['', ...names],
      contenders.map((contender) => [
        contender.name,
        ...names.map((scenario) => toCell(contender, scenario, connections)),
      ]),
    ),
  ])
  const latencies = contenders.map(({ name }) => {
    const own = besides.filter(({ contender }) => contender === name)
    return [
      name,
      toMedian(own.map(({ medianMicros }) => medianMicros)).toFixed(0),
      toMedian(own.map(({ p99Micros }) => p99Micros)).toFixed(0),
    ]
  })

  return [
    'CPU microseconds per request, minimum of the rounds: of the server, in brackets relative to the program by hand, and of the database. Lower is better.',
    ...tables,
    'Microseconds until a record is there, for 32 connections, while 8 others wait for statements of 50 ms each: medians of the rounds.',
    toTable(['', 'median', 'p99'], latencies),
    `${contenders.map((contender) => `${contender.name}: ${toVersion(contender)}`).join('; ')}.`,
    `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, ${new Date().toISOString().slice(0, 10)}.`,
    '',
  ].join('\n\n')
}

const leastOf = (values: readonly number[]): number => Math.min(...values)
