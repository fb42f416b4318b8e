import type { GaugeConfiguration } from 'prom-client'
import { statements, type StatementMessage } from '../../base/log/channels.ts'
import type { MetricBook, StopCounting } from './metric-book.ts'

/** An object that reports how its connections are used. */
export interface ObservedPools {
  pools(): readonly ObservedPool[]
}

/** A pool of connections: its limit, how many are open and busy, and how many calls are waiting. */
export interface ObservedPool {
  readonly name: string
  readonly limit: number
  readonly open: number
  readonly busy: number
  readonly waiting: number
}

/** Counts statements and measures their duration. */
export function countStatements({ library, registers }: MetricBook): StopCounting {
  const durations = new library.Histogram({
    name: 'tenon_database_statement_duration_seconds',
    help: 'Statement duration by SQL verb.',
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

/** Reports the use of connections at the time of each scrape. */
export function showPools(book: MetricBook, find: () => readonly ObservedPool[]): void {
  showGauge(book, {
    name: 'tenon_database_connections',
    help: 'Open connections by pool and state (busy or idle).',
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
    help: 'Maximum number of connections.',
    labelNames: ['pool'],
    collect() {
      for (const { name: pool, limit } of find()) this.set({ pool }, limit)
    },
  })
  showGauge(book, {
    name: 'tenon_database_waiting',
    help: 'Calls waiting for a connection, or for their turn on one.',
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
  // The registry keeps a reference and calls it.
  void new library.Gauge({ ...gauge, registers })
}
