import { once } from 'node:events'
import { boot, loadClient } from '../../app/boot.ts'
import { exitCode, type Command } from '../../console/command.ts'
import type { Database, DatabaseOptions } from '../../database/database.ts'
import { createMigrator } from '../../migrations/migrator.ts'
import { createServer, type Server } from '../../server/server.ts'
import { mustSupervise, obeySupervisor, superviseWorkers } from '../../server/supervisor.ts'
import { stopOnUncaughtException } from '../../server/uncaught-exception.ts'
import { toMigrationsFolder, type CommandContext } from '../command-context.ts'
import { prepareDatabase } from '../prepare-database.ts'
import { listenForStop } from '../stop-signal.ts'

export const serve: Command<CommandContext> = {
  name: 'serve',
  summary: 'Serve HTTP (the default)',
  async run(context) {
    const { settings, log } = context
    using stop = listenForStop()
    if (mustSupervise(settings.workers)) {
      return await superviseWorkers({ count: settings.workers, log, signal: stop.signal })
    }
    return await context.withServices(
      ({ database }) => serveUntilStopped(context, database, stop.signal),
      toOptions(context),
    )
  },
}

async function serveUntilStopped(
  context: CommandContext,
  database: Database,
  told: AbortSignal,
): Promise<number> {
  const { settings, log } = context
  const ended = new AbortController()
  using _uncaught = stopOnUncaughtException(log, () => ended.abort())
  using _supervised = obeySupervisor(() => ended.abort())
  const stop = AbortSignal.any([told, ended.signal])

  const server = createApplicationServer(context, database)
  await prepareDatabase(context, database)
  const { address, port } = await server.listen(settings)
  log.info(`Tenon serves http://${address}:${port}`)

  if (!stop.aborted) await once(stop, 'abort')
  await server.stop()
  return told.aborted ? exitCode.ok : Number(process.exitCode ?? exitCode.ok)
}

function createApplicationServer(context: CommandContext, database: Database): Server {
  const { application, settings, log } = context
  const { handle } = boot({
    application,
    settings,
    database,
    log,
    client: loadClient(application.root, settings.assetVersion),
    isDraining: () => server.isStopping,
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
