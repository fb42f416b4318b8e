import { version } from '../../base/support/packages/version.ts'
import type { MetricBook } from './metric-book.ts'

/** The parts of a process to report. A process may lack each of them. */
export interface ObservedProcess {
  readonly server?: ObservedServer | undefined
  readonly store?: ObservedStore | undefined
  readonly streams?: ObservedStreams | undefined
}

/** An object that counts the event streams of live pages, and how often it has told clients about changes. */
export interface ObservedStreams {
  readonly count: number
  readonly tellings: number
  readonly rooms: { readonly messages: number }
  /** How many streams were refused, by the limit that was reached. */
  readonly refusals: Readonly<Record<'address' | 'process', number>>
}

/** An object that reports the open connections and the unanswered requests. */
export interface ObservedServer {
  readonly load: { readonly connections: number; readonly inFlight: number }
}

/** An object that reports whether the shared store answers; `memory` without a shared store. */
export interface ObservedStore {
  readonly state: string
}

/** Reports the process at the time of each scrape. */
export function showProcess({ library, registers }: MetricBook, find: () => ObservedProcess): void {
  const { Gauge } = library
  const build = new Gauge({
    name: 'tenon_build_info',
    help: 'Always 1; the labels are the versions of Tenon and Node.',
    labelNames: ['version', 'node'],
    aggregator: 'max',
    registers,
  })
  build.set({ version, node: process.versions.node }, 1)
  // The registry keeps a reference to each gauge and calls it.
  void new Gauge({
    name: 'tenon_http_connections',
    help: 'Open connections to the server.',
    registers,
    collect() {
      this.set(find().server?.load.connections ?? 0)
    },
  })
  void new Gauge({
    name: 'tenon_http_requests_in_flight',
    help: 'Requests that wait for their handler, or whose response is still being sent.',
    registers,
    collect() {
      this.set(find().server?.load.inFlight ?? 0)
    },
  })
  showLive({ library, registers }, find)
  void new Gauge({
    name: 'tenon_store_up',
    help: 'Whether the server of REDIS_URL answers and is not full; 1 without REDIS_URL.',
    aggregator: 'min',
    registers,
    collect() {
      const { state = 'memory' } = find().store ?? {}
      this.set(state === 'memory' || state === 'connected' ? 1 : 0)
    },
  })
}

function showLive(
  { library, registers }: Pick<MetricBook, 'library' | 'registers'>,
  find: () => ObservedProcess,
): void {
  const { Counter, Gauge } = library
  void new Gauge({
    name: 'tenon_live_streams',
    help: 'Open event streams of live pages.',
    registers,
    collect() {
      this.set(find().streams?.count ?? 0)
    },
  })
  void new Counter({
    name: 'tenon_live_tellings_total',
    help: 'How often a live page was told that something has changed.',
    registers,
    collect() {
      this.reset()
      this.inc(find().streams?.tellings ?? 0)
    },
  })
  void new Counter({
    name: 'tenon_live_refused_total',
    help: 'How often no event stream was opened, because the client or the process had too many.',
    labelNames: ['limit'],
    registers,
    collect() {
      this.reset()
      const { address = 0, process = 0 } = find().streams?.refusals ?? {}
      this.inc({ limit: 'address' }, address)
      this.inc({ limit: 'process' }, process)
    },
  })
  void new Counter({
    name: 'tenon_channel_messages_total',
    help: 'How often a client was told a message of a channel, or who is on it.',
    registers,
    collect() {
      this.reset()
      this.inc(find().streams?.rooms.messages ?? 0)
    },
  })
}
