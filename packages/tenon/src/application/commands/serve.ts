import { once } from 'node:events'
import { createMaintenanceGate } from '../maintenance/maintenance-gate.ts'
import { watchMaintenance, type MaintenanceWatch } from '../maintenance/maintenance.ts'
import { toLocalOrigin, toOrigin } from '../config/local-origin.ts'
import { assertToolsServable } from '../contract/tools/mcp-endpoint.ts'
import { boot, loadClient } from '../kernel/boot.ts'
import { exitCode, type Command } from '../../base/console/command.ts'
import { logSecurityEvents } from '../../base/log/security-events.ts'
import { logMissingTexts } from '../../pages/ssr/missing-texts.ts'
import type { DatabaseOptions } from '../../data/database/database.ts'
import { statementLogging } from '../../data/database/places/statement-log.ts'
import { createServer, type Server } from '../../web/server/server.ts'
import { HttpError } from '../../base/support/http-error.ts'
import { followSupervisor } from '../runtime/supervision/follow-supervisor.ts'
import { watchDescriptors } from '../runtime/supervision/watch-descriptors.ts'
import { mustSupervise, superviseWorkers } from '../runtime/supervision/supervisor.ts'
import { stopOnUncaughtException } from '../runtime/uncaught-exception.ts'
import type { CommandContext } from '../runtime/command-context.ts'
import { forceExit } from '../runtime/force-exit.ts'
import { ignoreDebugSignals } from '../runtime/debug-signals.ts'
import type { OpenMetrics } from '../runtime/open-metrics.ts'
import { findPending, prepareDatabases } from '../runtime/prepare-database.ts'
import type { Services } from '../runtime/services.ts'
import { toSharedChecks } from '../runtime/probes/shared-checks.ts'
import { listenForStop } from '../runtime/stop-signal.ts'
import { runWork } from '../runtime/work/run-work.ts'
import { watchQueues } from '../runtime/work/watch-queues.ts'
import { hearOthers } from './hear-others.ts'

export const serve: Command<CommandContext> = {
  name: 'serve',
  summary: 'Serve HTTP (the default)',
  options: { work: { type: 'boolean', summary: 'Also run jobs and scheduled tasks' } },
  async run(context, call) {
    context.assertComplete('serving')
    const { servingSettings: settings, log } = context
    await assertToolsServable(context.application.routes)
    using _signals = ignoreDebugSignals(settings)
    using stop = listenForStop({ hasSupervisor: settings.workers > 1 })
    const code = await context.withMetrics('serving', (metrics) =>
      mustSupervise(settings.workers)
        ? supervise(context, stop.signal)
        : context.withServices((services) => {
            const serving = { services, told: stop.signal, metrics, hasWork: call.has('work') }
            return serveUntilStopped(context, serving)
          }, toOptions(context)),
    )
    forceExit(log)
    return code
  },
}

function supervise({ settings, log }: CommandContext, signal: AbortSignal): Promise<number> {
  const { workers: count, workerTimeoutMs, databaseUrl, appKey } = settings
  if (databaseUrl === 'sqlite::memory:') log.warn(separateDatabases)
  // In development the key is random. Pass it on: otherwise workers could not read what another worker has signed.
  const environment = appKey === undefined ? {} : { APP_KEY: appKey }
  return superviseWorkers({ count, environment, workerTimeoutMs, log, signal })
}

const separateDatabases =
  'DATABASE_URL is sqlite::memory:, so each worker has a separate database, and clients see one or the other. Use a file, or set SERVER_WORKERS=1.'

interface Serving {
  readonly services: Services
  /** Aborted when the process receives a stop signal. */
  readonly told: AbortSignal
  readonly metrics: OpenMetrics
  /** Whether the process also runs jobs and scheduled tasks. */
  readonly hasWork: boolean
}

async function serveUntilStopped(
  context: CommandContext,
  { services, told, metrics, hasWork }: Serving,
): Promise<number> {
  const { settings, log } = context
  HttpError.stackTraceLimit = 0
  const ended = new AbortController()
  const stopped = new AbortController()
  using _uncaught = stopOnUncaughtException(log, () => ended.abort())
  using _security = logSecurityEvents(log)
  using _missing = logMissingTexts(log)
  using _descriptors = watchDescriptors(log)
  using supervisor = followSupervisor({
    stop: () => stopped.abort(),
    retire: () => ended.abort(),
    workerTimeoutMs: settings.workerTimeoutMs,
  })
  const stop = AbortSignal.any([told, stopped.signal, ended.signal])

  using watch = watchMaintenance(services.database)
  const server = createApplicationServer(context, { services, metrics, watch })
  metrics.observe(services, stop, server)
  hearOthers(context, services)
  await prepareDatabases(context, services.databases)
  const { address, port } = await server.listen(settings)
  const toUrl = settings.isProduction ? toOrigin : toLocalOrigin
  log.info(`Tenon serves ${toUrl({ host: address, port })}${settings.basePath}`)

  const { database } = services
  using _queues = watchQueues({ application: context.application, database, log })
  const working = hasWork ? runWork(context, { database, signal: stop }) : undefined
  if (!stop.aborted) await once(stop, 'abort')
  // Do not drain if the port stays open in other workers, or after an uncaught exception.
  const drainMs = ended.signal.aborted ? 0 : settings.drainMs
  await server.stop({ drainMs, portClosed: supervisor.portClosed })
  await working
  return Number(process.exitCode ?? exitCode.ok)
}

interface ServerParts extends Pick<Serving, 'services' | 'metrics'> {
  readonly watch: MaintenanceWatch
}

function createApplicationServer(
  context: CommandContext,
  { services, metrics, watch }: ServerParts,
): Server {
  const { application, settings, log } = context
  const { database, databases, store } = services
  const { handle } = boot({
    application,
    settings,
    database,
    log,
    client: loadClient(application.root, settings),
    isDraining: () => server.isStopping,
    shared: toSharedChecks({ database, databases, store }),
    metrics: metrics.probe,
    maintenance: createMaintenanceGate({ watch, appKey: settings.appKey }),
    pendingMigrations: () => findPending(application, databases),
  })
  const server = createServer({
    dispatch: handle,
    log,
    engine: settings.engine,
    limits: { awaitedBytes: settings.bodyLimits.bodyBytes },
  })
  return server
}

/** Logs statements in development. */
function toOptions({ settings, log }: CommandContext): DatabaseOptions {
  return settings.isProduction ? {} : statementLogging(log)
}
