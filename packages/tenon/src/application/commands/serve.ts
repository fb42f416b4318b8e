import { boot, loadClient } from '../../app/boot.ts'
import { exitCode, type Command } from '../../console/command.ts'
import type { DatabaseOptions } from '../../database/database.ts'
import { Server } from '../../server/server.ts'
import type { CommandContext } from '../command-context.ts'
import { listenForStop } from '../stop-signal.ts'

export const serve: Command<CommandContext> = {
  name: 'serve',
  summary: 'Serve HTTP (the default)',
  run: (context) =>
    context.withDatabase(async (database) => {
      const { application, settings, log } = context
      using stop = listenForStop()
      const kernel = boot({
        routes: application.routes,
        middleware: application.middleware ?? [],
        settings,
        database,
        log,
        client: loadClient(application.root, settings.assetVersion),
        isDraining: () => server.isStopping,
      })
      const server = new Server({ dispatch: kernel.handle, log })

      const { address, port } = await server.listen(settings)
      log.info(`Tenon serves http://${address}:${port}`)
      await untilAborted(stop.signal)
      await server.stop()
      return exitCode.ok
    }, toServingOptions(context)),
}

/** In development the log tells of statements that take long. */
function toServingOptions({ settings, log }: CommandContext): DatabaseOptions {
  if (settings.isProduction) return {}
  return {
    onSlowStatement: ({ sql, durationMs }) =>
      log.warn('A statement took long', { sql, durationMs }),
  }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
