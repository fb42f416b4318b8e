import { boot } from '../app/boot.ts'
import { noAssets } from '../assets/page-assets.ts'
import type { Settings } from '../config/settings.ts'
import type { Database } from '../database/database.ts'
import type { Log } from '../log/log.ts'
import { gatherMetrics, startMetrics, type Metrics } from '../metrics/metrics.ts'
import { createMetricsProbe } from '../probes/metrics-probe.ts'
import type { Probe } from '../probes/probe.ts'
import { routes } from '../routing/route-list.ts'
import { createServer } from '../server/server.ts'
import { isSupervised, mustSupervise } from './supervisor.ts'

/** The figures of a process while it counts them. */
export interface OpenMetrics extends AsyncDisposable {
  /** Answers `/_app/metrics` beside the application's routes; else they have a port of their own. */
  readonly probe?: Probe
  /** Shows how the connections of a database are used. */
  observe(database: Database): void
}

interface MetricsContext {
  readonly settings: Settings
  readonly log: Log
}

/**
 * Counts and shows the figures of a process that serves or schedules, where `METRICS_TOKEN` or
 * `METRICS_PORT` says so. Open it before the database, which looks once whether anybody listens.
 *
 * With several workers each counts, and their supervisor shows the sum: a scrape of a port that
 * they share would meet any one of them.
 */
export async function openMetrics(context: MetricsContext): Promise<OpenMetrics> {
  const { metricsPort, metricsToken, workers } = context.settings
  if (metricsPort === undefined && metricsToken === undefined) return nothingOpen
  if (isSupervised()) return closing(await startMetrics('supervised'))

  const metrics = await (mustSupervise(workers) ? gatherMetrics() : startMetrics())
  const probe = createMetricsProbe(metrics, metricsToken)
  if (metricsPort === undefined) return { probe, ...closing(metrics) }
  return listen(context, { metrics, probe, port: metricsPort })
}

const nothingOpen: OpenMetrics = {
  observe() {},
  [Symbol.asyncDispose]: () => Promise.resolve(),
}

function closing(metrics: Metrics): OpenMetrics {
  return {
    observe: (database) => metrics.observe(database),
    [Symbol.asyncDispose]() {
      metrics[Symbol.dispose]()
      return Promise.resolve()
    },
  }
}

interface Listening {
  readonly metrics: Metrics
  readonly probe: Probe
  readonly port: number
}

/** An application without routes on a port of its own, which no proxy leads to. */
async function listen(
  { settings, log }: MetricsContext,
  { metrics, probe, port }: Listening,
): Promise<OpenMetrics> {
  const { handle } = boot({
    application: { routes: routes([]) },
    settings,
    database: undefined,
    log,
    client: { assets: noAssets, answer: () => undefined },
    isDraining: () => false,
    metrics: probe,
  })
  const server = createServer({ dispatch: handle, log })
  const address = await server.listen({ host: settings.host, port, portVariable: 'METRICS_PORT' })
  log.info(`Metrics are at http://${address.address}:${address.port}/_app/metrics`)
  return {
    observe: (database) => metrics.observe(database),
    async [Symbol.asyncDispose]() {
      await server.stop({ graceMs: 0, limitMs: 1000 })
      metrics[Symbol.dispose]()
    },
  }
}
