import type { GaugeConfiguration } from 'prom-client'
import { statements, type StatementMessage } from '../log/channels.ts'
import type { MetricBook, StopCounting } from './metric-book.ts'

/** Where to ask how connections are used. */
export interface ObservedPools {
  pools(): readonly ObservedPool[]
}

/** Connections of one purpose: how many there may be, are, have work, and who waits for one. */
export interface ObservedPool {
  readonly name: string
  readonly limit: number
  readonly open: number
  readonly busy: number
  readonly waiting: number
}

/** Counts statements and how long they took. */
export function countStatements({ library, registers }: MetricBook): StopCounting {
  const durations = new library.Histogram({
    name: 'tenon_database_statement_duration_seconds',
    help: 'How long statements took, by the verb they begin with.',
    labelNames: ['verb'],
    buckets: [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers,
  })
  return statements.listen((each) =>
    durations.observe({ verb: toVerb(each) }, each.durationMs / 1000),
  )
}

const verbs: ReadonlySet<string> = new Set(['select', 'insert', 'update', 'delete', 'with'])

function toVerb({ sql }: StatementMessage): string {
  const verb = /^\s*(\w+)/.exec(sql)?.[1]?.toLowerCase() ?? ''
  return verbs.has(verb) ? verb : 'other'
}

/** Shows how connections are used at the moment of the question. */
export function showPools(book: MetricBook, find: () => readonly ObservedPool[]): void {
  showGauge(book, {
    name: 'tenon_database_connections',
    help: 'Open connections, by what they are for and whether they have work.',
    labelNames: ['pool', 'state'],
    collect() {
      for (const { name: pool, open, busy } of find()) {
        this.set({ pool, state: 'busy' }, busy)
        this.set({ pool, state: 'idle' }, open - busy)
      }
    },
  })
  showGauge(book, {
    name: 'tenon_database_connections_limit',
    help: 'How many connections there will be at most.',
    labelNames: ['pool'],
    collect() {
      for (const { name: pool, limit } of find()) this.set({ pool }, limit)
    },
  })
  showGauge(book, {
    name: 'tenon_database_waiting',
    help: 'Calls that wait for a connection, or for their turn on one.',
    labelNames: ['pool'],
    collect() {
      for (const { name: pool, waiting } of find()) this.set({ pool }, waiting)
    },
  })
}

function showGauge(
  { library, registers }: MetricBook,
  gauge: GaugeConfiguration<'pool' | 'state'>,
): void {
  // Made for the registry, which asks it.
  void new library.Gauge({ ...gauge, registers })
}
