import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { boot, type BootParts } from '../app/boot.ts'
import type { ApplicationOptions } from '../application/application-options.ts'
import { toSchemaSources } from '../application/application-schema.ts'
import { toMigrationsFolder } from '../application/database-folders.ts'
import { prepareDatabase } from '../application/prepare-database.ts'
import { warnOfIdle } from '../application/services.ts'
import { inputWatcher } from '../binding/input-watcher.ts'
import type { Settings } from '../config/settings.ts'
import { createDatabase } from '../database/create-database.ts'
import { registerDatabase } from '../database/current-database.ts'
import type { Database, SlowStatement } from '../database/database.ts'
import { StatementError } from '../database/database-error.ts'
import type { Log } from '../log/log.ts'
import { findDrift } from '../migrations/difference/make-migration.ts'
import { createMigrator, type Migrator } from '../migrations/migrator.ts'
import { fallback } from '../routing/route.ts'
import { routes } from '../routing/route-list.ts'
import { toUrlTable, urls } from '../routing/url.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'
import type { Development } from '../vite/development.ts'
import { findFixed, loadDevelopmentSettings } from './development-settings.ts'
import { createErrorPages, type ErrorPages } from './error-pages.ts'
import { toFailure } from './failure.ts'
import type { Snapshot } from './live-application.ts'
import { loadApplication, type LoadedApplication } from './load-application.ts'
import { logNearRoutes } from './near-routes.ts'
import { RequestTrails } from './request-trail.ts'

export interface SnapshotsOptions {
  readonly root: string
  readonly settings: Settings
  readonly log: Log
  readonly development: Development
  readonly isDraining: () => boolean
}

/** Makes snapshots of an application around what outlives them: its database and its error pages. */
export class Snapshots {
  readonly #options: SnapshotsOptions
  readonly #appKey = randomUUID()
  readonly #trails = new RequestTrails()
  readonly #errorPages: ErrorPages
  #settings: Settings
  #loaded: LoadedApplication | undefined
  #database: Database | undefined
  #migrator: Migrator | undefined
  #unregister = (): void => {}

  constructor(options: SnapshotsOptions) {
    const { root, settings, development } = options
    this.#options = options
    this.#settings = settings
    this.#errorPages = createErrorPages({
      root,
      trails: this.#trails,
      findHint: (error) => this.#findHint(error),
      liveTags: () => development.liveTags(),
    })
  }

  /** What follows the requests of the application that was loaded last. */
  get telemetry(): Telemetry | undefined {
    return this.#loaded?.application.options.telemetry
  }

  /** Loads the application as its files are now; what keeps it from starting becomes its answer. */
  async load(): Promise<Snapshot> {
    const { root, development } = this.#options
    try {
      this.#readSettings()
      const main = join(root, 'main.ts')
      const load = (file: string): Promise<unknown> => development.load(file)
      this.#loaded = await loadApplication(main, load, this.#loaded)
      const { options } = this.#loaded.application
      await this.#openDatabase(options)
      return this.#toSnapshot(options)
    } catch (error) {
      const fail = (): never => {
        throw error
      }
      const snapshot = this.#toSnapshot({ root, routes: routes([fallback(fail)]) })
      return { ...snapshot, failure: toFailure(error, root) }
    }
  }

  async close(): Promise<void> {
    this.#unregister()
    await this.#database?.close()
  }

  /** An `.env` may have changed, too. */
  #readSettings(): void {
    const { settings, log } = this.#options
    const now = loadDevelopmentSettings()
    const fixed = findFixed(settings, now)
    if (fixed.length > 0) log.warn(`Start tenon dev anew for the changed ${fixed.join(', ')}`)
    // Without a key of its own the application would sign with another one after each change.
    this.#settings = { ...now, appKey: now.appKey ?? this.#appKey }
  }

  #toSnapshot(application: ApplicationOptions): Snapshot {
    const { log, development, isDraining } = this.#options
    const trails = this.#trails
    const parts: BootParts = {
      application: {
        ...application,
        middleware: [trails.middleware, ...(application.middleware ?? [])],
      },
      settings: this.#settings,
      database: this.#database,
      log,
      client: {
        assets: development.assets,
        answer: this.#errorPages.answer,
        renderer: development.renderer,
      },
      isDraining,
      showDetails: this.#errorPages.show,
    }
    const kernel = inputWatcher.run(trails.watchInput, () => boot(parts))
    const table = toUrlTable(application.routes)
    return {
      async handle(exchange) {
        const answer = await trails.follow(() => urls.run(table, () => kernel.handle(exchange)))
        logNearRoutes(log, answer, application.routes.routes)
        return answer
      },
    }
  }

  async #openDatabase(application: ApplicationOptions): Promise<void> {
    if (this.#migrator !== undefined) return
    const { settings, log } = this.#options
    const database = (this.#database ??= this.#createDatabase(application))
    await prepareDatabase({ application, settings, log }, database)
    this.#migrator = createMigrator(database, toMigrationsFolder(application))
  }

  #createDatabase({ telemetry }: ApplicationOptions): Database {
    const following = telemetry?.followStatements()
    const database = createDatabase(this.#options.settings.databaseUrl, {
      slowStatementMs: 0,
      onSlowStatement: (statement) => this.#noteStatement(statement),
      onIdleTransaction: (transaction) => warnOfIdle(this.#options.log, transaction),
    })
    const forget = registerDatabase(database)
    this.#unregister = () => {
      forget()
      following?.[Symbol.dispose]()
    }
    return database
  }

  #noteStatement(statement: SlowStatement): void {
    this.#trails.addStatement(statement)
    if (statement.durationMs > slowMs) {
      this.#options.log.warn('A statement took long', { ...statement })
    }
  }

  async #findHint(error: unknown): Promise<string | undefined> {
    try {
      const pending = (await this.#migrator?.pending()) ?? []
      if (pending.length > 0) {
        return `Migrations are pending: ${pending.join(', ')}. Run: node main.ts migrate`
      }
      return error instanceof StatementError ? await this.#findDrift() : undefined
    } catch {
      return undefined // a database that is away is what the error itself tells of
    }
  }

  /** What `schema:check` would say. */
  async #findDrift(): Promise<string | undefined> {
    const application = this.#loaded?.application.options
    if (application?.models === undefined) return undefined
    const drift = await findDrift(toSchemaSources(application))
    if (drift.length === 0) return undefined
    return `The migrations lack what the models have: ${drift.join(', ')}. Run: node main.ts make:migration …, then node main.ts migrate`
  }
}

const slowMs = 20
