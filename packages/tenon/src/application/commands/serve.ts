import { once } from 'node:events'
import { boot, loadClient } from '../../app/boot.ts'
import { exitCode, type Command } from '../../console/command.ts'
import type { Database, DatabaseOptions } from '../../database/database.ts'
import { createMigrator } from '../../migrations/migrator.ts'
import { createServer, type Server } from '../../server/server.ts'
import { mustSupervise, obeySupervisor, superviseWorkers } from '../../server/supervisor.ts'
import { stopOnUncaughtException } from '../../server/uncaught-exception.ts'
import { toMigrationsFolder, type CommandContext } from '../command-context.ts'
import { refuseInspector } from '../inspector-signal.ts'
import type { OpenMetrics } from '../open-metrics.ts'
import { prepareDatabase } from '../prepare-database.ts'
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
            ({ database }) => serveUntilStopped(context, { database, told: stop.signal, metrics }),
            toOptions(context),
          ),
    )
  },
}

interface Serving {
  readonly database: Database
  /** Aborted when the process is told to stop. */
  readonly told: AbortSignal
  readonly metrics: OpenMetrics
}

async function serveUntilStopped(
  context: CommandContext,
  { database, told, metrics }: Serving,
): Promise<number> {
  const { settings, log } = context
  const ended = new AbortController()
  using _uncaught = stopOnUncaughtException(log, () => ended.abort())
  using _supervised = obeySupervisor(() => ended.abort())
  const stop = AbortSignal.any([told, ended.signal])

  const server = createApplicationServer(context, { database, metrics })
  await prepareDatabase(context, database)
  const { address, port } = await server.listen(settings)
  log.info(`Tenon serves http://${address}:${port}`)

  if (!stop.aborted) await once(stop, 'abort')
  await server.stop()
  return told.aborted ? exitCode.ok : Number(process.exitCode ?? exitCode.ok)
}

function createApplicationServer(
  context: CommandContext,
  { database, metrics }: Pick<Serving, 'database' | 'metrics'>,
): Server {
  const { application, settings, log } = context
  const { handle } = boot({
    application,
    settings,
    database,
    log,
    client: loadClient(application.root, settings.assetVersion),
    isDraining: () => server.isStopping,
    metrics: metrics.probe,
    pendingMigrations: () => createMigrator(database, toMigrationsFolder(application)).pending(),
  })
  const server = createServer({ dispatch: handle, log })
  return server
}

/** In development the log tells of statements that take long. */
function toOptions({ settings, log }: CommandContext): DatabaseOptions {
  if (settings.isProduction) return {}
  return {
    onSlowStatement: ({ sql, durationMs }) =>
      log.warn('A statement took long', { sql, durationMs }),
  }
}
