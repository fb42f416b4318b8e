import type { OpenMetricsContentType } from 'prom-client'
import { countStatements, showPools, type ObservedPools } from './database-metrics.ts'
import { countRequests } from './request-metrics.ts'
import { countTasks } from './schedule-metrics.ts'

/** The figures of a process, as text for a monitoring system. */
export interface Metrics extends Disposable {
  /** The media type of the text. */
  readonly contentType: string
  render(): Promise<string>
  /** Shows from now on how these connections are used when it is asked. */
  observe(pools: ObservedPools): void
}

/** Where the figures of a process are shown, which is not where they arise under a supervisor. */
export type MetricsPlace = 'own' | 'supervised'

/**
 * Begins to count what the process tells of itself. The library is loaded here, so that a process
 * that counts nothing has not even read it. `supervised` also hands the figures to the supervisor.
 *
 * A series is made per label, so labels come from what the application declares: methods, patterns
 * of routes, status codes, verbs of SQL, names of tasks. Nothing that a client sends is one.
 */
export async function startMetrics(place: MetricsPlace = 'own'): Promise<Metrics> {
  const library = await import('prom-client')
  const { AggregatorRegistry, Registry, collectDefaultMetrics } = library
  const registry = new Registry<OpenMetricsContentType>()
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE)
  collectDefaultMetrics({ register: registry })

  const book = { library, registers: [registry] }
  let observed: ObservedPools | undefined
  showPools(book, () => observed?.pools() ?? [])
  const stops = [countRequests(book), countStatements(book), ...countTasks(book)]
  if (place === 'supervised') {
    AggregatorRegistry.setRegistries(registry)
    // Made for its listener: it answers when the supervisor asks.
    void new AggregatorRegistry()
  }

  return {
    contentType: registry.contentType,
    render: () => registry.metrics(),
    observe(pools) {
      observed = pools
    },
    [Symbol.dispose]() {
      for (const stop of stops) stop()
      registry.clear()
    },
  }
}

/** The figures of all workers together, for the process that supervises them. */
export async function gatherMetrics(): Promise<Metrics> {
  const { AggregatorRegistry } = await import('prom-client')
  const registry = new AggregatorRegistry()
  return {
    contentType: registry.contentType,
    render: () => registry.clusterMetrics(),
    // The workers have the connections.
    observe() {},
    [Symbol.dispose]() {},
  }
}
