import { boot } from '../kernel/boot.ts'
import { noAssets } from '../../pages/assets/page-assets.ts'
import type { Settings } from '../config/settings.ts'
import type { Database } from '../../data/database/database.ts'
import type { Log } from '../../base/log/log.ts'
import {
  gatherMetrics,
  startMetrics,
  type Metrics,
  type Observed,
} from '../../observability/metrics/metrics.ts'
import { createMetricsProbe } from '../../observability/probes/metrics-probe.ts'
import type { Probe } from '../../observability/probes/probe.ts'
import { routes } from '../../web/routing/route-list.ts'
import { createServer } from '../../web/server/server.ts'
import type { ApplicationOptions } from './application-options.ts'
import { toQueues } from './work/application-jobs.ts'
import { isSupervised, mustSupervise } from './supervisor.ts'

/** The metrics of a process while it collects them. */
export interface OpenMetrics extends AsyncDisposable {
  /** Answers `/_app/metrics` beside the routes; `undefined` if the metrics have a separate port. */
  readonly probe?: Probe
  /** Reports the connection usage of databases, and the application's jobs in the default one. */
  observe(databases: readonly Database[]): void
}

interface MetricsContext {
  readonly application: Pick<ApplicationOptions, 'jobs' | 'mail'>
  readonly settings: Settings
  readonly log: Log
}

/**
 * Collects and serves the metrics of a process, if `METRICS_TOKEN` or `METRICS_PORT` enables them.
 *
 * Open it before the database, which checks only once for subscribers.
 *
 * With several workers, each collects and their supervisor serves the sum: scraping a port that
 * they share would reach any one of them.
 */
export async function openMetrics(context: MetricsContext): Promise<OpenMetrics> {
  const { metricsPort, metricsToken, workers } = context.settings
  if (metricsPort === undefined && metricsToken === undefined) return nothingOpen
  if (isSupervised()) return closing(context, await startMetrics('supervised'))

  const metrics = await (mustSupervise(workers) ? gatherMetrics() : startMetrics())
  const probe = createMetricsProbe(metrics, metricsToken)
  if (metricsPort === undefined) return { probe, ...closing(context, metrics) }
  return listen(context, { metrics, probe, port: metricsPort })
}

const nothingOpen: OpenMetrics = {
  observe() {},
  [Symbol.asyncDispose]: () => Promise.resolve(),
}

function closing(context: MetricsContext, metrics: Metrics): OpenMetrics {
  return {
    observe: (databases) => metrics.observe(toObserved(context, databases)),
    [Symbol.asyncDispose]() {
      metrics[Symbol.dispose]()
      return Promise.resolve()
    },
  }
}

function toObserved({ application }: MetricsContext, databases: readonly Database[]): Observed {
  const pools = toPools(databases)
  const database = databases.find(({ name }) => name === undefined)
  const queues = toQueues(application)
  if (database === undefined || queues.length === 0) return pools
  return {
    ...pools,
    async jobs() {
      const { JobRecords } = await import('../../services/jobs/job-records.ts')
      return new JobRecords(database).countQueues(queues)
    },
  }
}

/** The pools of all databases; those of a named one begin with its name. */
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
  readonly metrics: Metrics
  readonly probe: Probe
  readonly port: number
}

/** Serves the metrics on a separate port, which no proxy exposes. */
async function listen(
  context: MetricsContext,
  { metrics, probe, port }: Listening,
): Promise<OpenMetrics> {
  const { settings, log } = context
  const { handle } = boot({
    application: { routes: routes([]) },
    settings,
    database: undefined,
    log,
    client: { assets: noAssets, answer: () => undefined },
    isDraining: () => false,
    metrics: probe,
  })
  const server = createServer({ dispatch: handle, log, engine: settings.engine })
  const address = await server.listen({ host: settings.host, port, portVariable: 'METRICS_PORT' })
  log.info(`Metrics are at http://${address.address}:${address.port}/_app/metrics`)
  return {
    observe: (databases) => metrics.observe(toObserved(context, databases)),
    async [Symbol.asyncDispose]() {
      await server.stop({ graceMs: 0, limitMs: 1000 })
      metrics[Symbol.dispose]()
    },
  }
}
