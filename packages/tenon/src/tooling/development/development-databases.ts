import { logContexts } from '../../base/log/log-context.ts'
import type { Log } from '../../base/log/log.ts'
import { traceParents } from '../../base/log/trace-parents.ts'
import { createDatabase } from '../../data/drivers/create-database.ts'
import { registerDatabase } from '../../data/database/current-database.ts'
import { DatabaseUnavailable, StatementError } from '../../data/database/database-error.ts'
import type { Database, DatabaseOptions, SlowStatement } from '../../data/database/database.ts'
import { logStatement } from '../../data/database/places/statement-log.ts'
import { toDatabaseOptions } from '../../application/runtime/databases/ownership.ts'
import { findDrift } from '../../data/migrations/difference/make-migration.ts'
import type { Migrator } from '../../data/migrations/migrator.ts'
import type { ApplicationOptions } from '../../application/runtime/application-options.ts'
import { toSchemaSources } from '../../application/runtime/application-schema.ts'
import { createApplicationMigrator } from '../../application/runtime/databases/application-migrator.ts'
import { findPending } from '../../application/runtime/prepare-database.ts'
import { type LiveServices, openLiveServices } from '../../application/runtime/live-services.ts'
import { warnOfIdle } from '../../application/runtime/services.ts'
import { loadDatabaseUrls, toUrlVariable } from '../../application/config/database-urls.ts'
import type { InApplication } from '../../work/events/told-events.ts'
import { migrateNewDatabase } from '../dashboard/pending-migrations.ts'
import { createMissing } from './create-missing.ts'

export interface DevelopmentDatabasesOptions {
  readonly databaseUrl: string
  readonly redisUrl: string | undefined
  readonly log: Log
  /** The application that was loaded last. */
  readonly findApplication: () => ApplicationOptions | undefined
  /** Runs a function in the scope of the application that was loaded last. */
  readonly inApplication: InApplication
  readonly onStatement: (statement: SlowStatement) => void
}

/** The databases of an application, which stay open when it reloads. A database is opened when it is first listed. */
export class DevelopmentDatabases implements AsyncDisposable {
  readonly #options: DevelopmentDatabasesOptions
  readonly #named: Database[] = []
  readonly #opened = new AsyncDisposableStack()
  #default: Database | undefined
  #migrator: Migrator | undefined
  #live: LiveServices | undefined

  constructor(options: DevelopmentDatabasesOptions) {
    this.#options = options
  }

  /** The default database; `undefined` until it is open. */
  get default(): Database | undefined {
    return this.#default
  }

  /** The migrator of the default database; `undefined` until the database is open and, if it is new, migrated. */
  get migrator(): Migrator | undefined {
    return this.#migrator
  }

  /** Opens the databases that are not open yet, and migrates new ones. */
  async open(application: ApplicationOptions): Promise<void> {
    await this.#openDefault(application)
    const names = (application.databases ?? []).map(({ name }) => name)
    for (const [name, url] of loadDatabaseUrls(names)) {
      if (this.#named.some((each) => each.name === name)) continue
      const database = this.#create(url, { ...toDatabaseOptions(application.ownership), name })
      this.#named.push(database)
      await this.#closeLive()
      await this.#migrateNew(createApplicationMigrator(application, database), { url, name })
    }
    await this.#openLive()
  }

  /** Explains how migrations may have caused an error; `undefined` if they did not. */
  async findHint(error: unknown): Promise<string | undefined> {
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

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#closeLive()
    await this.#opened.disposeAsync()
  }

  /** Lets pages follow all open databases. */
  async #openLive(): Promise<void> {
    if (this.#live !== undefined || this.#default === undefined) return
    this.#live = await openLiveServices([this.#default, ...this.#named], this.#options)
    this.#live.feed.open()
  }

  async #closeLive(): Promise<void> {
    await this.#live?.[Symbol.asyncDispose]()
    this.#live = undefined
  }

  async #openDefault(application: ApplicationOptions): Promise<void> {
    if (this.#migrator !== undefined) return
    const { databaseUrl, log } = this.#options
    const database = (this.#default ??= this.#createDefault(application))
    const migrator = createApplicationMigrator(application, database, { log })
    await this.#migrateNew(migrator, { url: databaseUrl, name: undefined })
    this.#migrator = migrator
  }

  #createDefault({ telemetry, ownership }: ApplicationOptions): Database {
    const { databaseUrl, log, findApplication } = this.#options
    // Open it before the database, which checks only once for subscribers.
    this.#opened.use(telemetry?.followStatements())
    const database = this.#create(databaseUrl, toDatabaseOptions(ownership))
    this.#opened.defer(logContexts.register(log))
    this.#opened.defer(traceParents.register(() => findApplication()?.telemetry?.traceParent()))
    return database
  }

  #create(url: string, own: DatabaseOptions): Database {
    const { log, onStatement } = this.#options
    const database = this.#opened.use(
      createDatabase(url, {
        slowStatement: 'always',
        statementLocations: true,
        onSlowStatement: (statement) => {
          onStatement(statement)
          logStatement(log, statement)
        },
        onIdleTransaction: (transaction) => warnOfIdle(log, transaction),
        ...own,
      }),
    )
    this.#opened.defer(registerDatabase(database))
    return database
  }

  /** Migrates a database if it is new. If it does not exist, creates it first. */
  async #migrateNew(migrator: Migrator, place: Place): Promise<void> {
    const { log } = this.#options
    try {
      await migrateNewDatabase(migrator, log)
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error
      if (await createMissing(place.url, error, log)) return migrateNewDatabase(migrator, log)
      log.error(
        `${error.message}. Check ${toUrlVariable(place.name)}; requests that need it are answered 503.`,
      )
    }
  }

  async #findPending(): Promise<readonly string[]> {
    const application = this.#options.findApplication()
    const pending = (await this.#migrator?.pending()) ?? []
    if (application === undefined || this.#named.length === 0) return pending
    return [...pending, ...(await findPending(application, this.#named))]
  }

  /** Returns the drift that `schema:check` would report. */
  async #findDrift(): Promise<string | undefined> {
    const application = this.#options.findApplication()
    if (application?.models === undefined) return undefined
    const drift = await findDrift(toSchemaSources(application))
    if (drift.length === 0) return undefined
    return `The models have changes that the migrations lack: ${drift.join(', ')}. Run: node main.ts make:migration …, then node main.ts migrate`
  }
}

/** The URL and name of a database; the default one has no name. */
interface Place {
  readonly url: string
  readonly name: string | undefined
}
