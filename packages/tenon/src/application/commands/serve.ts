import { once } from 'node:events'
import { boot, loadClient } from '../../app/boot.ts'
import { exitCode, type Command } from '../../console/command.ts'
import type { Database, DatabaseOptions } from '../../database/database.ts'
import { DatabaseUnavailable } from '../../database/database-error.ts'
import { createMigrator } from '../../migrations/migrator.ts'
import { createServer, type Server } from '../../server/server.ts'
import { mustSupervise, obeySupervisor, superviseWorkers } from '../../server/supervisor.ts'
import { stopOnUncaughtException } from '../../server/uncaught-exception.ts'
import { toMigrationsFolder, type CommandContext } from '../command-context.ts'
import { listenForStop } from '../stop-signal.ts'

export const serve: Command<CommandContext> = {
  name: 'serve',
  summary: 'Serve HTTP (the default)',
  async run(context) {
    const { settings, log } = context
    using stop = listenForStop()
    if (mustSupervise(settings.workers)) {
      return superviseWorkers({ count: settings.workers, log, signal: stop.signal })
    }
    return context.withDatabase(
      (database) => serveUntilStopped(context, database, stop.signal),
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
  })
  const server = createServer({ dispatch: handle, log })
  return server
}

/**
 * A database in memory begins empty, so it is migrated here. Any other one is only looked at: the
 * server starts beside a database that is away or behind, answers 503 where it must, and says so.
 */
async function prepareDatabase(context: CommandContext, database: Database): Promise<void> {
  const { application, settings, log } = context
  const migrator = createMigrator(database, toMigrationsFolder(application))
  if (settings.databaseUrl === 'sqlite::memory:') {
    await migrator.migrate()
    return
  }
  try {
    const pending = await migrator.pending()
    if (pending.length === 0) return
    log.warn(`Migrations are pending: ${pending.join(', ')}. Run the command "migrate".`)
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error
    log.error(`${error.message}. Check DATABASE_URL; requests that need it are answered 503.`)
  }
}

/** In development the log tells of statements that take long. */
function toOptions({ settings, log }: CommandContext): DatabaseOptions {
  if (settings.isProduction) return {}
  return {
    onSlowStatement: ({ sql, durationMs }) =>
      log.warn('A statement took long', { sql, durationMs }),
  }
}
