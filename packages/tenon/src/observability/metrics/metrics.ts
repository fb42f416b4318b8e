import type * as prometheus from 'prom-client'
import type { OpenMetricsContentType } from 'prom-client'
import { SetupError } from '../../base/support/setup-error.ts'
import { countStatements, showPools, type ObservedPools } from './database-metrics.ts'
import { countJobs, showJobs, type ObservedJobs } from './job-metrics.ts'
import { countOutside } from './outside-metrics.ts'
import { showProcess, type ObservedProcess } from './process-metrics.ts'
import { countRequests } from './request-metrics.ts'
import { countTasks } from './schedule-metrics.ts'
import { answerWithFigures, countWorkerEnds, gatherFigures } from './worker-metrics.ts'

/** The metrics of a process, rendered as text for a monitoring system. */
export interface Metrics extends Disposable {
  /** The media type of the text. */
  readonly contentType: string
  render(): Promise<string>
  /** From now on, reports the connections, jobs and process of `observed`. */
  observe(observed: Observed): void
}

/** The sources that are read at each scrape. */
export type Observed = ObservedPools & Partial<ObservedJobs> & ObservedProcess

/** Where metrics are served: in the process itself (`own`), or in its supervisor (`supervised`). */
export type MetricsPlace = 'own' | 'supervised'

/**
 * Starts collecting the metrics of this process. Loads the library, so a process without metrics does not load it.
 * `supervised` also sends the metrics to the supervisor. Throws `E_METRICS_CLIENT` if `prom-client` is not installed.
 *
 * Each label value creates a time series, so labels come only from what the application declares: methods, route
 * patterns, status codes, SQL verbs, names of tasks and disks. Text from clients never becomes a label.
 */
export async function startMetrics(place: MetricsPlace = 'own'): Promise<Metrics> {
  const library = await loadLibrary()
  const { Registry, collectDefaultMetrics } = library
  const registry = new Registry<OpenMetricsContentType>()
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE)
  collectDefaultMetrics({ register: registry })

  const book = { library, registers: [registry] }
  let observed: Observed | undefined
  showProcess(book, () => observed ?? {})
  showPools(book, () => observed?.pools() ?? [])
  showJobs(book, async () => (await observed?.jobs?.()) ?? [])
  const stops = [
    countRequests(book),
    countStatements(book),
    countJobs(book),
    ...countTasks(book),
    ...countOutside(book),
  ]
  if (place === 'supervised') answerWithFigures(registry)

  return {
    contentType: registry.contentType,
    render: () => registry.metrics(),
    observe(given) {
      observed = given
    },
    [Symbol.dispose]() {
      for (const stop of stops) stop()
      registry.clear()
    },
  }
}

/**
 * Aggregates the metrics of all workers for their supervisor, and reports how many workers have answered. Throws
 * `E_METRICS_CLIENT` if `prom-client` is not installed.
 */
export async function gatherMetrics(): Promise<Metrics> {
  const library = await loadLibrary()
  const { AggregatorRegistry, Registry } = library
  const own = new Registry()
  const stop = countWorkerEnds({ library, registers: [own] })
  return {
    contentType: Registry.PROMETHEUS_CONTENT_TYPE,
    async render() {
      const { answers, silent } = await gatherFigures()
      const registry = AggregatorRegistry.aggregate([...answers])
      const workers = new library.Gauge({
        name: 'tenon_workers',
        help: 'Workers by whether they answered the supervisor when it gathered these metrics.',
        labelNames: ['state'],
        registers: [registry],
      })
      workers.set({ state: 'answering' }, answers.length)
      workers.set({ state: 'silent' }, silent)
      return `${await registry.metrics()}${await own.metrics()}`
    },
    // Only the workers have connections.
    observe() {},
    [Symbol.dispose]: stop,
  }
}

/** Loads an optional peer dependency. Throws `E_METRICS_CLIENT` if it is not installed. */
async function loadLibrary(): Promise<typeof prometheus> {
  try {
    return await import('prom-client')
  } catch (cause) {
    throw new SetupError(
      'E_METRICS_CLIENT',
      'Metrics need the package prom-client, which cannot be loaded. Run "npm install prom-client" where you build the application and build again, or unset METRICS_TOKEN and METRICS_PORT.',
      { cause },
    )
  }
}
