import { toLogOptions } from '../application/command-context.ts'
import { stores } from '../cache/current-store.ts'
import { createStore } from '../cache/store.ts'
import { outsideTransactions } from '../database/database-context.ts'
import { createLog } from '../log/create-log.ts'
import { Server } from '../server/server.ts'
import { startDevelopment } from '../vite/development.ts'
import { loadDevelopmentSettings } from './development-settings.ts'
import { toFailure } from './failure.ts'
import { LiveApplication } from './live-application.ts'
import { Snapshots } from './snapshots.ts'

/** A server whose application follows its files. */
export interface DevelopmentServer {
  readonly url: string
  close(): Promise<void>
}

/**
 * Serves the application in `root`, one process and one port for both of its sides. The process
 * keeps its database, its log and its connections; the application is replaced as its files change.
 *
 * Throws `E_DEVELOPMENT_ENVIRONMENT` in production, `E_SERVER_LISTEN` when the port is taken.
 */
export async function startDevelopmentServer(root: string): Promise<DevelopmentServer> {
  const startedAt = performance.now()
  const settings = loadDevelopmentSettings()
  Error.stackTraceLimit = stackTraceLimit
  let followed: Snapshots | undefined
  const log = createLog({
    ...toLogOptions(settings),
    currentFields: () => followed?.telemetry?.logFields() ?? {},
  })

  const { redisUrl } = settings
  const store = await createStore({ redisUrl, log, inBackground: outsideTransactions })
  const forgetStore = stores.register(store)
  const server = new Server({ dispatch: (exchange) => live.handle(exchange), log })
  const development = await startDevelopment(root, server.node, {
    onChange: (file) => live.change(file),
  })
  const isDraining = (): boolean => server.isStopping
  const snapshots = new Snapshots({ root, settings, log, development, isDraining })
  followed = snapshots
  const live = new LiveApplication({
    root,
    log,
    load: () => snapshots.load(),
    onReload: () => development.refresh(),
  })
  // In production it ends the process; a mistake ends no server that its mending is seen on.
  const onUncaught = (error: unknown): void => {
    log.error(`Nobody caught this, an await may be missing: ${toFailure(error, root)}`)
  }
  process.on('uncaughtException', onUncaught)
  const close = async (): Promise<void> => {
    process.off('uncaughtException', onUncaught)
    await development.close()
    await server.stop({ graceMs: 0, limitMs: 2000 })
    await snapshots.close()
    forgetStore()
    store.close()
  }

  try {
    await live.start()
    const { address, port } = await server.listen(settings)
    const url = `http://${address}:${port}`
    const duration = Math.round(performance.now() - startedAt)
    log.info(`Tenon serves ${url} in development, ready in ${duration} ms`)
    return { url, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Node keeps ten frames: where the database fails, all of them may be of libraries. */
const stackTraceLimit = 50
