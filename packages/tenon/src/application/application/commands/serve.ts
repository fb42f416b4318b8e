import { once } from 'node:events'
import { boot, loadClient } from '../../app/boot.ts'
import { exitCode, type Command } from '../../console/command.ts'
import type { DatabaseOptions } from '../../database/database.ts'
import { createMigrator } from '../../migrations/migrator.ts'
import type { ReadinessChecks } from '../../probes/readiness.ts'
import { createServer, type Server } from '../../server/server.ts'
import { HttpError } from '../../support/http-error.ts'
import { mustSupervise, obeySupervisor, superviseWorkers } from '../supervisor.ts'
import { stopOnUncaughtException } from '../uncaught-exception.ts'
import type { CommandContext } from '../command-context.ts'
import { toMigrationsFolder } from '../database-folders.ts'
import { refuseInspector } from '../inspector-signal.ts'
import type { OpenMetrics } from '../open-metrics.ts'
import { prepareDatabase } from '../prepare-database.ts'
import type { Services } from '../services.ts'
import { listenForStop } from '../stop-signal.ts'

export const serve: Command<CommandContext> = {
  name: 'serve',
  summary: 'Serve HTTP (the default)',
  async run(context) {
    const { settings, log } = context
    using _inspector = refuseInspector(settings)
    using stop = listenForStop({ hasSupervisor: settings.workers > 1 })
    return await context.withMetrics((metrics) =>
      mustSupervise(settings.workers)
        ? superviseWorkers({ count: settings.workers, log, signal: stop.signal })
        : context.withServices(
            (services) => serveUntilStopped(context, { services, told: stop.signal, metrics }),
            toOptions(context),
          ),
    )
  },
}

interface Serving {
  readonly services: Services
  /** Aborted when the process is told to stop. */
  readonly told: AbortSignal
  readonly metrics: OpenMetrics
}

async function serveUntilStopped(
  context: CommandContext,
  { services, told, metrics }: Serving,
): Promise<number> {
  const { settings, log } = context
  HttpError.stackTraceLimit = 0
  const ended = new AbortController()
  const stopped = new AbortController()
  using _uncaught = stopOnUncaughtException(log, () => ended.abort())
  using _supervised = obeySupervisor({
    stop: () => stopped.abort(),
    retire: () => ended.abort(),
  })
  const stop = AbortSignal.any([told, stopped.signal, ended.signal])

  metrics.observe(services.database)
  const server = createApplicationServer(context, { services, metrics })
  await prepareDatabase(context, services.database)
  const { address, port } = await server.listen(settings)
  log.info(`Tenon serves http://${address}:${port}`)

  if (!stop.aborted) await once(stop, 'abort')
  // Nobody is waited for by a worker whose port goes on, and by a process that is not sound.
  await server.stop({ drainMs: ended.signal.aborted ? 0 : settings.drainMs })
  return Number(process.exitCode ?? exitCode.ok)
}

function createApplicationServer(
  context: CommandContext,
  { services, metrics }: Pick<Serving, 'services' | 'metrics'>,
): Server {
  const { application, settings, log } = context
  const { database, store } = services
  const { handle } = boot({
    application,
    settings,
    database,
    log,
    client: loadClient(application.root, settings.assetVersion),
    isDraining: () => server.isStopping,
    readiness: toStoreCheck(store),
    metrics: metrics.probe,
    pendingMigrations: () => createMigrator(database, toMigrationsFolder(application)).pending(),
  })
  const server = createServer({ dispatch: handle, log })
  return server
}

/** Without its store an application answers more slowly, not less: it is told, and no more. */
function toStoreCheck(store: Services['store']): ReadinessChecks {
  if (store.state === 'memory') return {}
  const check = (): void => {
    if (store.state === 'away') throw new Error('The server of REDIS_URL does not answer')
  }
  return { store: { check, isOptional: true } }
}

/** In development the log tells of statements that take long. */
function toOptions({ settings, log }: CommandContext): DatabaseOptions {
  if (settings.isProduction) return {}
  return {
    onSlowStatement: ({ sql, durationMs }) =>
      log.warn('A statement took long', { sql, durationMs }),
  }
}
