import { assertToolsServable } from '../../application/contract/tools/mcp-endpoint.ts'
import { join } from 'node:path'
import { isOwnHost } from '../../application/kernel/cross-origin.ts'
import { boot, type BootParts } from '../../application/kernel/boot.ts'
import type { ApplicationOptions } from '../../application/runtime/application-options.ts'
import { toSchemaSources } from '../../application/runtime/application-schema.ts'
import { createApplicationMigrator } from '../../application/runtime/databases/application-migrator.ts'
import { findPending } from '../../application/runtime/prepare-database.ts'
import { loadDatabaseUrls, toUrlVariable } from '../../application/config/database-urls.ts'
import { warnOfIdle } from '../../application/runtime/services.ts'
import { LiveWork } from '../../application/runtime/work/live-work.ts'
import { inputWatcher } from '../../web/binding/input-watcher.ts'
import type { Settings } from '../../application/config/settings.ts'
import { createDatabase } from '../../data/drivers/create-database.ts'
import { registerDatabase } from '../../data/database/current-database.ts'
import type { Database, DatabaseOptions, SlowStatement } from '../../data/database/database.ts'
import { DatabaseUnavailable, StatementError } from '../../data/database/database-error.ts'
import { logStatement } from '../../data/database/places/statement-log.ts'
import { linePlaces } from '../../base/log/line-places.ts'
import type { Log } from '../../base/log/log.ts'
import { traceParents } from '../../base/log/trace-parents.ts'
import { findDrift } from '../../data/migrations/difference/make-migration.ts'
import type { Migrator } from '../../data/migrations/migrator.ts'
import type { Store } from '../../stores/cache/store.ts'
import type { Exchange } from '../../web/http/exchange.ts'
import { text } from '../../web/http/replies.ts'
import type { Answered } from '../../web/http/request.ts'
import { fallback } from '../../web/routing/route.ts'
import { routes } from '../../web/routing/route-list.ts'
import type { Telemetry } from '../../observability/telemetry/telemetry.ts'
import type { Development } from '../../pages/vite/development.ts'
import { findFixed, loadDevelopmentSettings } from './development-settings.ts'
import { createDashboard, type Dashboard } from '../dashboard/dashboard.ts'
import { RequestHistory } from '../dashboard/request-history.ts'
import { toSections } from '../dashboard/sections.ts'
import { createErrorPages, type ErrorPages } from './error-pages.ts'
import { toFailure } from '../failures/failure.ts'
import type { Snapshot } from './live-application.ts'
import { loadApplication, type LoadedApplication } from './load-application.ts'
import { findNearRoutes, isMissed, logNearRoutes } from '../failures/near-routes.ts'
import { migrateNewDatabase, offerMigrations } from '../dashboard/pending-migrations.ts'
import { RequestTrails } from '../trail/request-trail.ts'
import { timeRenderer } from '../trail/timed-renderer.ts'
import { timeMiddleware, timeRoutes } from '../trail/timed-routes.ts'
import { Mailbox } from '../mailbox/mailbox.ts'
import { createSurroundings, type RunInside } from './surroundings.ts'

export interface SnapshotsOptions {
  readonly root: string
  readonly settings: Settings
  readonly log: Log
  readonly development: Development
  readonly store: Store
  readonly isDraining: () => boolean
}

/** Creates snapshots of an application, and keeps what outlives them: database and error pages. */
export class Snapshots {
  readonly #options: SnapshotsOptions
  readonly #trails = new RequestTrails()
  readonly #errorPages: ErrorPages
  readonly #history = new RequestHistory()
  readonly #dashboard: Dashboard
  #settings: Settings
  #loaded: LoadedApplication | undefined
  #database: Database | undefined
  #migrator: Migrator | undefined
  readonly #work = new LiveWork()
  readonly #mailbox = new Mailbox()
  #unregister = (): void => {}
  /** The named databases, which are opened when the application first lists them. */
  readonly #named: Database[] = []
  readonly #opened = new AsyncDisposableStack()

  constructor(options: SnapshotsOptions) {
    const { root, settings, development } = options
    this.#options = options
    this.#settings = settings
    this.#errorPages = createErrorPages({
      root,
      trails: this.#trails,
      findHint: (error) => this.#trails.aside(() => this.#findHint(error)),
      liveTags: () => development.liveTags(),
    })
    const sections = toSections({
      ...options,
      history: this.#history,
      mailbox: this.#mailbox,
      settings: () => this.#settings,
      findApplication: () => this.#loaded?.application.options,
      findDatabase: () => this.#database,
      findMigrator: () => this.#migrator,
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
    const { root, development } = this.#options
    try {
      this.#readSettings()
      const main = join(root, 'main.ts')
      const load = (file: string): Promise<unknown> => development.load(file)
      this.#loaded = await loadApplication(main, load, this.#loaded)
      const { options } = this.#loaded.application
      await assertToolsServable(options.routes)
      await this.#openDatabase(options)
      await this.#openNamed(options)
      const runInside = this.#createSurroundings(options)
      await this.#restartWork(options, runInside)
      return this.#toSnapshot(options, runInside)
    } catch (error) {
      const fail = (): never => {
        throw error
      }
      const failing = { root, routes: routes([fallback(fail)]) }
      const snapshot = this.#toSnapshot(failing, this.#createSurroundings(failing))
      return { ...snapshot, failure: toFailure(error, root) }
    }
  }

  /** Keeps the page of an error that came from a browser; returns its address. */
  showBrowserError(error: Error, url: string): Promise<string> {
    return this.#errorPages.keepBrowserError(error, url)
  }

  async close(): Promise<void> {
    await this.#work.stop()
    this.#unregister()
    await this.#database?.close()
    await this.#opened.disposeAsync()
  }

  /** Reads the settings again, because an `.env` file may have changed. */
  #readSettings(): void {
    const { settings, log } = this.#options
    const now = loadDevelopmentSettings()
    const fixed = findFixed(settings, now)
    if (fixed.length > 0) log.warn(`Restart tenon dev to apply the changed ${fixed.join(', ')}`)
    this.#settings = now
  }

  #createSurroundings(application: ApplicationOptions): RunInside {
    return createSurroundings({
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
            findMigrator: () => this.#migrator,
            aside: (body) => trails.aside(body),
            log,
            appUrl: this.#settings.appUrl,
          }),
          ...(application.middleware ?? []).map((middleware) => timeMiddleware(middleware, trails)),
        ],
      },
      settings: this.#settings,
      database: this.#database,
      log,
      client: {
        assets: development.assets,
        answer: (request) => errorPages.answer(request) ?? this.#dashboard(request),
        renderer: timeRenderer(development.renderer, trails),
      },
      isDraining,
      showDetails: errorPages.show,
      folders: {
        mail: (request) =>
          isOwnHost(request.host, this.#settings.appUrl)
            ? this.#mailbox.answer(request)
            : foreignHost,
      },
    }
    const kernel = inputWatcher.run(trails.inputWatcher, () => boot(parts))
    const answer = async (exchange: Exchange): Promise<Answered> => {
      const answered = await runInside(() => kernel.handle(exchange))
      if (!isMissed(answered)) return answered
      const { request, reply } = answered
      const near = findNearRoutes(request.path(), application.routes.routes)
      logNearRoutes(log, request, near)
      const hasFallback = application.routes.fallback !== undefined
      return { request, reply: errorPages.showMissing(request, reply, { near, hasFallback }) }
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

  async #openDatabase(application: ApplicationOptions): Promise<void> {
    if (this.#migrator !== undefined) return
    const { log } = this.#options
    const database = (this.#database ??= this.#createDatabase(application))
    const migrator = createApplicationMigrator(application, database, { log })
    await this.#migrateNew(migrator)
    this.#migrator = migrator
  }

  async #migrateNew(migrator: Migrator, name?: string): Promise<void> {
    const { log } = this.#options
    try {
      await migrateNewDatabase(migrator, log)
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error
      log.error(
        `${error.message}. Check ${toUrlVariable(name)}; requests that need it are answered 503.`,
      )
    }
  }

  async #openNamed(application: ApplicationOptions): Promise<void> {
    const names = (application.databases ?? []).map(({ name }) => name)
    for (const [name, url] of loadDatabaseUrls(names)) {
      if (this.#named.some((each) => each.name === name)) continue
      const database = this.#opened.use(createDatabase(url, { ...this.#databaseOptions(), name }))
      this.#opened.defer(registerDatabase(database))
      this.#named.push(database)
      await this.#migrateNew(createApplicationMigrator(application, database), name)
    }
  }

  async #restartWork(application: ApplicationOptions, runInside: RunInside): Promise<void> {
    if (this.#database === undefined) return
    const database = this.#database
    const context = { application, settings: this.#settings, log: this.#options.log }
    await runInside(() => this.#work.restart(context, database))
  }

  #createDatabase({ telemetry }: ApplicationOptions): Database {
    const following = telemetry?.followStatements()
    const { databaseUrl } = this.#options.settings
    const database = createDatabase(databaseUrl, this.#databaseOptions())
    const forget = registerDatabase(database)
    const forgetLog = linePlaces.register(this.#options.log)
    const forgetTraces = traceParents.register(() => this.telemetry?.traceParent())
    this.#unregister = () => {
      forget()
      forgetLog()
      forgetTraces()
      following?.[Symbol.dispose]()
    }
    return database
  }

  #databaseOptions(): DatabaseOptions {
    return {
      slowStatement: 'always',
      statementPlaces: true,
      onSlowStatement: (statement) => this.#noteStatement(statement),
      onIdleTransaction: (transaction) => warnOfIdle(this.#options.log, transaction),
    }
  }

  #noteStatement(statement: SlowStatement): void {
    this.#trails.addStatement(statement)
    logStatement(this.#options.log, statement)
  }

  async #findHint(error: unknown): Promise<string | undefined> {
    try {
      const pending = await this.#findPending()
      if (pending.length > 0) {
        return `Migrations are pending: ${pending.join(', ')}. Run: node main.ts migrate`
      }
      return error instanceof StatementError ? await this.#findDrift() : undefined
    } catch {
      return undefined // the error itself reports an unavailable database
    }
  }

  async #findPending(): Promise<readonly string[]> {
    const application = this.#loaded?.application.options
    const pending = (await this.#migrator?.pending()) ?? []
    if (application === undefined || this.#named.length === 0) return pending
    return [...pending, ...(await findPending(application, this.#named))]
  }

  /** Returns the drift that `schema:check` would report. */
  async #findDrift(): Promise<string | undefined> {
    const application = this.#loaded?.application.options
    if (application?.models === undefined) return undefined
    const drift = await findDrift(toSchemaSources(application))
    if (drift.length === 0) return undefined
    return `The models have changes that the migrations lack: ${drift.join(', ')}. Run: node main.ts make:migration …, then node main.ts migrate`
  }
}

/** Mails have links that log in; a page of another site must not read them through DNS rebinding. */
const foreignHost = text('403 Forbidden: set APP_URL to open the mailbox under this name').status(
  403,
)
