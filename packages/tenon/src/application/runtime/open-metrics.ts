import type { Settings, Purpose } from '../config/settings.ts'
import type { Database } from '../../data/database/database.ts'
import type { Log } from '../../base/log/log.ts'
import {
  gatherMetrics,
  startMetrics,
  type Metrics,
  type Observed,
} from '../../observability/metrics/metrics.ts'
import type { ObservedServer } from '../../observability/metrics/process-metrics.ts'
import { createMetricsProbe } from '../../observability/probes/metrics-probe.ts'
import type { Probe } from '../../observability/probes/probe.ts'
import { createServer } from '../../web/server/server.ts'
import type { ApplicationOptions } from './application-options.ts'
import { isSupervised, mustSupervise } from './supervision/supervisor.ts'
import { bootMetrics, bootWorkProbes } from './probes/work-probes.ts'
import type { Services } from './services.ts'
import { toQueues } from './work/application-jobs.ts'

/** The metrics of a process while it collects them, and the probes of a working process. */
export interface OpenMetrics extends AsyncDisposable {
  /** Answers `/_app/metrics` beside the routes; `undefined` if the metrics have a separate port. */
  readonly probe?: Probe
  /**
   * Reports the connections of the databases, the jobs in the default database, and the load of the server, if there is
   * one. From now on, a working process is ready, until the signal is aborted.
   */
  observe(services: Services, signal: AbortSignal, server?: ObservedServer): void
}

interface MetricsContext {
  readonly application: ApplicationOptions
  readonly settings: Settings
  readonly log: Log
}

/**
 * Collects and serves the metrics of a process, if `METRICS_TOKEN` or `METRICS_PORT` enables them. A working process
 * serves them and its probes on `WORK_PORT`, or else on `METRICS_PORT`.
 *
 * Open it before the database, which checks only once for subscribers.
 *
 * With several workers, each collects metrics and their supervisor serves the sum: on a port that they share, a scrape
 * would reach only one of them.
 */
export async function openMetrics(context: MetricsContext, purpose: Purpose): Promise<OpenMetrics> {
  const { metricsPort, metricsToken, workPort, workers } = context.settings
  const isMeasured = metricsPort !== undefined || metricsToken !== undefined
  const port = purpose === 'working' ? (workPort ?? metricsPort) : metricsPort
  if (!isMeasured && port === undefined) return nothingOpen
  if (isSupervised()) return closing(context, await startMetrics('supervised'))

  const isSupervisor = purpose === 'serving' && mustSupervise(workers)
  const metrics = isMeasured ? await (isSupervisor ? gatherMetrics() : startMetrics()) : undefined
  const probe = metrics && createMetricsProbe(metrics, metricsToken)
  if (port !== undefined) return listen(context, { metrics, probe, port, purpose })
  return { ...(probe && { probe }), ...closing(context, metrics) }
}

const nothingOpen: OpenMetrics = {
  observe() {},
  [Symbol.asyncDispose]: () => Promise.resolve(),
}

function closing(context: MetricsContext, metrics: Metrics | undefined): OpenMetrics {
  return {
    observe: (services, _signal, server) => metrics?.observe(toObserved(context, services, server)),
    [Symbol.asyncDispose]() {
      metrics?.[Symbol.dispose]()
      return Promise.resolve()
    },
  }
}

function toObserved(
  { application }: MetricsContext,
  { databases, store, streams }: Services,
  server: ObservedServer | undefined,
): Observed {
  const pools = { store, server, streams, ...toPools(databases) }
  const database = databases.find(({ name }) => name === undefined)
  const queues = toQueues(application)
  if (database === undefined || queues.length === 0) return pools
  return {
    ...pools,
    async jobs() {
      const { JobRecords } = await import('../../work/jobs/job-records.ts')
      return new JobRecords(database).countQueues(queues)
    },
  }
}

/** The connection pools of all databases. The pools of a named database begin with its name. */
function toPools(databases: readonly Database[]): Pick<Database, 'pools'> {
  return {
    pools: () =>
      databases.flatMap((database) =>
        database.pools().map((pool) => ({
          ...pool,
          name: database.name === undefined ? pool.name : `${database.name}-${pool.name}`,
        })),
      ),
  }
}

interface Listening {
  readonly metrics: Metrics | undefined
  readonly probe: Probe | undefined
  readonly port: number
  readonly purpose: Purpose
}

/** Serves metrics and probes on a separate port, which no proxy exposes. */
async function listen(
  context: MetricsContext,
  { metrics, probe, port, purpose }: Listening,
): Promise<OpenMetrics> {
  const { settings, log } = context
  const site = { ...context, metrics: probe }
  const isWorking = purpose === 'working'
  let kernel = isWorking ? bootWorkProbes(site, undefined) : bootMetrics(site)
  const server = createServer({
    dispatch: (exchange) => kernel.handle(exchange),
    log,
    engine: settings.engine,
  })
  const portVariable = isWorking ? 'WORK_PORT' : 'METRICS_PORT'
  const address = await server.listen({ host: settings.host, port, portVariable })
  const origin = `http://${address.address}:${address.port}`
  if (metrics !== undefined) log.info(`Metrics are at ${origin}/_app/metrics`)
  if (isWorking) log.info(`Probes are at ${origin}/_app/ready`)
  return {
    observe(services, signal, server) {
      metrics?.observe(toObserved(context, services, server))
      if (isWorking) kernel = bootWorkProbes(site, { services, signal })
    },
    async [Symbol.asyncDispose]() {
      await server.stop({ graceMs: 0, limitMs: 1000 })
      metrics?.[Symbol.dispose]()
    },
  }
}
