import { join } from 'node:path'
import { toLogOptions } from '../../application/runtime/command-context.ts'
import { keyRings } from '../../base/keys/keys.ts'
import { createLog } from '../../base/log/create-log.ts'
import type { Log } from '../../base/log/log.ts'
import { Server } from '../../web/server/server.ts'
import { hiddenValues } from '../../base/log/hidden-values.ts'
import { pageCallSites } from '../../pages/pages/page-call-sites.ts'
import { startDevelopment } from '../../pages/vite/development.ts'
import { mailboxPath } from '../mailbox/mailbox.ts'
import { dashboardPath } from '../dashboard/section.ts'
import { withoutDashboard } from '../dashboard/without-dashboard.ts'
import { toDevelopmentUrls, toNames } from './development-urls.ts'
import { loadDevelopmentSettings } from './development-settings.ts'
import { DevelopmentStores } from './development-stores.ts'
import { toFailure } from '../failures/failure.ts'
import { LiveApplication } from './live-application.ts'
import { assertMainFile } from './load-application.ts'
import { Snapshots } from './snapshots.ts'

/** A server whose application reloads when its files change. */
export interface DevelopmentServer {
  readonly url: string
  readonly log: Log
  close(): Promise<void>
}

/**
 * Serves the application in `root`: one process and one port for server and client. The process keeps
 * its database, log and connections; the application is replaced when its files change.
 *
 * Throws `E_MAIN_FILE` without a `main.ts`, `E_DEVELOPMENT_ENVIRONMENT` in production,
 * `E_SERVER_LISTEN` if the port is taken.
 */
export async function startDevelopmentServer(root: string): Promise<DevelopmentServer> {
  const startedAt = performance.now()
  assertMainFile(join(root, 'main.ts'))
  const settings = loadDevelopmentSettings()
  Error.stackTraceLimit = stackTraceLimit
  pageCallSites.follow()
  hiddenValues.follow()
  let followed: Snapshots | undefined
  const log = createLog({
    ...toLogOptions(settings),
    currentFields: () => followed?.telemetry?.logFields() ?? {},
  })

  const stores = await DevelopmentStores.open(settings, log)
  const forgetKeys = settings.keys && keyRings.register(settings.keys)
  const server = new Server({
    dispatch: (exchange) => live.handle(exchange),
    log: withoutDashboard(log),
    // Vite answers before it.
    engine: 'node',
  })
  const development = await startDevelopment(root, server.node, {
    base: settings.basePath,
    hosts: toNames(settings),
    onUnknownHost: (advice) => log.error(advice),
    onChange: (file) => live.change(file),
    onBrowserError: (error, url) => snapshots.showBrowserError(error, url),
  })
  const isDraining = (): boolean => server.isStopping
  const snapshots = new Snapshots({ root, settings, log, development, stores, isDraining })
  followed = snapshots
  const live = new LiveApplication({
    root,
    log,
    load: () => snapshots.load(),
    onReload: () => development.refresh(),
  })
  // In production, such an error ends the process. Here the server keeps running, so that you can fix it and reload.
  const onUncaught = (error: unknown): void => {
    log.error(`Uncaught exception, an await may be missing: ${toFailure(error, root)}`)
  }
  process.on('uncaughtException', onUncaught)
  const close = async (): Promise<void> => {
    process.off('uncaughtException', onUncaught)
    await development.close()
    await server.stop({ graceMs: 0, limitMs: 2000 })
    await snapshots.close()
    forgetKeys?.()
    stores[Symbol.dispose]()
  }

  try {
    // The port first: loading starts jobs and tasks, which another server that has the port runs already.
    const address = await server.listen(settings)
    await live.start()
    const { own, network } = toDevelopmentUrls(address)
    const url = own + settings.basePath
    const duration = Math.round(performance.now() - startedAt)
    log.info(`Tenon serves ${url} in development, ready in ${duration} ms`)
    for (const other of network) log.info(`On the network: ${other}${settings.basePath}`)
    log.info(`Requests, routes and settings: ${url}${dashboardPath}`)
    if (settings.mailUrl === undefined) log.info(`Mails: ${url}${mailboxPath}`)
    snapshots.followMails(({ key, message }) =>
      log.info(`Mail "${message.subject}": ${url}${mailboxPath}/${key}`),
    )
    return { url, log, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Node keeps ten frames by default. When the database fails, all of them may be in libraries. */
const stackTraceLimit = 50
