import { assertToolsServable } from '../../application/contract/tools/mcp-endpoint.ts'
import { join } from 'node:path'
import { isOwnHost } from '../../application/kernel/origins/cross-origin.ts'
import { boot, type BootParts } from '../../application/kernel/boot.ts'
import type { ApplicationOptions } from '../../application/runtime/application-options.ts'
import { LiveWork } from '../../application/runtime/work/live-work.ts'
import { inputWatcher } from '../../web/binding/input-watcher.ts'
import type { Settings } from '../../application/config/settings.ts'
import type { Log } from '../../base/log/log.ts'
import type { Exchange } from '../../web/http/exchange.ts'
import { text } from '../../web/http/replies.ts'
import type { Answered } from '../../web/http/request.ts'
import { fallback } from '../../web/routing/route.ts'
import { builtIn, type BuiltIn } from '../../web/routing/matching/built-in.ts'
import { routes } from '../../web/routing/route-list.ts'
import type { Telemetry } from '../../observability/telemetry/telemetry.ts'
import type { Development } from '../../pages/vite/development.ts'
import { DevelopmentDatabases } from './development-databases.ts'
import { findFixed, loadDevelopmentSettings } from './development-settings.ts'
import type { DevelopmentStores } from './development-stores.ts'
import { createDashboard } from '../dashboard/dashboard.ts'
import { RequestHistory } from '../dashboard/request-history.ts'
import { toSections } from '../dashboard/sections.ts'
import { createErrorPages, type ErrorPages } from './error-pages.ts'
import { toFailure } from '../failures/failure.ts'
import { findPackageHint } from '../failures/missing-package.ts'
import type { Snapshot } from './live-application.ts'
import { loadApplication, type LoadedApplication } from './load-application.ts'
import { findNearRoutes, isMissed, logNearRoutes } from '../failures/near-routes.ts'
import { offerMigrations } from '../dashboard/pending-migrations.ts'
import { RequestTrails } from '../trail/request-trail.ts'
import { timeRenderer } from '../trail/timed-renderer.ts'
import { timeMiddleware, timeRoutes } from '../trail/timed-routes.ts'
import type { KeptMail } from '../mailbox/kept-mail.ts'
import { Mailbox, mailboxPath } from '../mailbox/mailbox.ts'
import { toAskedOrigin } from './development-urls.ts'
import { askedOrigins, createScope, type RunInside } from './scope.ts'

export interface SnapshotsOptions {
  readonly root: string
  readonly settings: Settings
  readonly log: Log
  readonly development: Development
  readonly stores: DevelopmentStores
  readonly isDraining: () => boolean
}

/** Creates snapshots of an application, and keeps what outlives them, such as databases and error pages. */
export class Snapshots {
  readonly #options: SnapshotsOptions
  readonly #trails = new RequestTrails()
  readonly #databases: DevelopmentDatabases
  readonly #errorPages: ErrorPages
  readonly #history = new RequestHistory()
  readonly #dashboard: readonly BuiltIn[]
  #settings: Settings
  #loaded: LoadedApplication | undefined
  #runInside: RunInside = (body) => body()
  readonly #work = new LiveWork()
  readonly #mailbox = new Mailbox()

  constructor(options: SnapshotsOptions) {
    const { root, settings, development } = options
    this.#options = options
    this.#settings = settings
    const findApplication = (): ApplicationOptions | undefined => this.#loaded?.application.options
    this.#databases = new DevelopmentDatabases({
      databaseUrl: settings.databaseUrl,
      redisUrl: settings.redisUrl,
      log: options.log,
      findApplication,
      inApplication: (body) => this.#runInside(body),
      onStatement: (statement) => this.#trails.addStatement(statement),
    })
    this.#errorPages = createErrorPages({
      root,
      base: settings.basePath,
      trails: this.#trails,
      findHint: async (error) =>
        findPackageHint(error, root) ??
        this.#trails.untraced(() => this.#databases.findHint(error)),
      liveTags: () => development.liveTags(),
    })
    const sections = toSections({
      ...options,
      history: this.#history,
      mailbox: this.#mailbox,
      settings: () => this.#settings,
      findApplication,
      findDatabase: () => this.#databases.default,
      findMigrator: () => this.#databases.migrator,
      findErrorPage: (requestId) => this.#errorPages.find(requestId),
    })
    this.#dashboard = createDashboard(sections)
  }

  /** The telemetry of the application that was loaded last. */
  get telemetry(): Telemetry | undefined {
    return this.#loaded?.application.options.telemetry
  }

  /** Loads the application from its current files; if it cannot start, the snapshot answers with the error. */
  async load(): Promise<Snapshot> {
    const { root, development, stores } = this.#options
    try {
      this.#readSettings()
      const main = join(root, 'main.ts')
      const load = (file: string): Promise<unknown> => development.load(file)
      this.#loaded = await loadApplication(main, load, this.#loaded)
      const { options } = this.#loaded.application
      await assertToolsServable(options.routes)
      await stores.use(options)
      await this.#databases.open(options)
      const runInside = this.#createScope(options)
      this.#runInside = runInside
      await this.#restartWork(options, runInside)
      return this.#toSnapshot(options, runInside)
    } catch (error) {
      const fail = (): never => {
        throw error
      }
      const failing = { root, routes: routes([fallback(fail)]) }
      const snapshot = this.#toSnapshot(failing, this.#createScope(failing))
      const hint = findPackageHint(error, root)
      return { ...snapshot, failure: [toFailure(error, root), hint].filter(Boolean).join(' ') }
    }
  }

  /** Keeps the page of an error that a browser has reported; returns its path. */
  showBrowserError(error: Error, url: string): Promise<string> {
    return this.#errorPages.keepBrowserError(error, url)
  }

  /** Calls a function with each mail that the mailbox keeps from now on. */
  followMails(tell: (mail: KeptMail) => void): void {
    this.#mailbox.follow(tell)
  }

  async close(): Promise<void> {
    await this.#work.stop()
    await this.#databases[Symbol.asyncDispose]()
  }

  /** Reads the settings again, because an `.env` file may have changed. */
  #readSettings(): void {
    const { settings, log } = this.#options
    const now = loadDevelopmentSettings()
    const fixed = findFixed(settings, now)
    if (fixed.length > 0) log.warn(`Restart tenon dev to apply the changed ${fixed.join(', ')}`)
    this.#settings = now
  }

  #createScope(application: ApplicationOptions): RunInside {
    return createScope({
      application,
      settings: this.#settings,
      mailbox: this.#mailbox,
      loadMails: this.#options.development.mails,
    })
  }

  #toSnapshot(application: ApplicationOptions, runInside: RunInside): Snapshot {
    const { log, development, isDraining } = this.#options
    const trails = this.#trails
    const errorPages = this.#errorPages
    const parts: BootParts = {
      application: {
        ...application,
        routes: timeRoutes(application.routes, trails),
        middleware: [
          trails.middleware,
          offerMigrations({
            findMigrator: () => this.#databases.migrator,
            untraced: (body) => trails.untraced(body),
            log,
            appUrl: this.#settings.appUrl,
          }),
          ...(application.middleware ?? []).map((middleware) => timeMiddleware(middleware, trails)),
        ],
      },
      settings: this.#settings,
      database: this.#databases.default,
      log,
      client: {
        assets: development.assets,
        builtIns: [errorPages.builtIn, ...this.#dashboard, ...this.#showMailbox()],
        renderer: timeRenderer(development.renderer, trails),
      },
      isDraining,
      details: errorPages,
    }
    const kernel = inputWatcher.run(trails.inputWatcher, () => boot(parts))
    const answer = async (exchange: Exchange): Promise<Answered> => {
      const answered = await askedOrigins.run(toAskedOrigin(String(exchange.header('host'))), () =>
        runInside(() => kernel.handle(exchange)),
      )
      if (!isMissed(answered)) return answered
      const { request, reply } = answered
      const near = findNearRoutes(request.path(), application.routes.routes)
      logNearRoutes(log, request, near)
      const hasFallback = application.routes.fallback !== undefined
      const missing = { near, hasFallback }
      return { request, reply: runInside(() => errorPages.showMissing(request, reply, missing)) }
    }
    return {
      handle: (exchange) =>
        trails.follow(async (trail) => {
          const answered = await answer(exchange)
          this.#history.add(trail, answered)
          return answered
        }),
    }
  }

  #showMailbox(): readonly BuiltIn[] {
    const answer: BuiltIn['answer'] = (request) =>
      isOwnHost(request.host, this.#settings.appUrl) ? this.#mailbox.answer(request) : foreignHost
    const paths = [mailboxPath, `${mailboxPath}/{path*}`]
    return paths.map((path) => builtIn(path, 'the mailbox of development. Move it.', answer))
  }

  async #restartWork(application: ApplicationOptions, runInside: RunInside): Promise<void> {
    const database = this.#databases.default
    if (database === undefined) return
    const context = { application, settings: this.#settings, log: this.#options.log }
    await runInside(() => this.#work.restart(context, database))
  }
}

/** Mails contain links that log in, so a page of another site must not read them through DNS rebinding. */
const foreignHost = text('403 Forbidden: set APP_URL to open the mailbox under this name').status(
  403,
)
