import { keyVariables } from '../config/key-variables.ts'
import { loadDatabaseUrls, toUrlVariable } from '../config/database-urls.ts'
import { loadSettings, type Purpose, type Settings } from '../config/settings.ts'
import { createDatabase } from '../../data/drivers/create-database.ts'
import { registerDatabase } from '../../data/database/current-database.ts'
import { withReplicaReads } from '../../data/drivers/replicas/read-scope.ts'
import type { Database, DatabaseOptions } from '../../data/database/database.ts'
import { createLog, type LogOptions } from '../../base/log/create-log.ts'
import type { Log } from '../../base/log/log.ts'
import type { Migrator } from '../../data/migrations/migrator.ts'
import {
  createScheduler,
  type Scheduler,
  type SchedulerOptions,
} from '../../work/schedule/scheduler.ts'
import type { Task } from '../../work/schedule/scheduled-task.ts'
import { toTasks } from './work/application-tasks.ts'
import { mailVariables, toMailService } from '../mail/mail-service.ts'
import { once } from '../../base/support/once.ts'
import type { ApplicationOptions } from './application-options.ts'
import { createApplicationMigrator } from './databases/application-migrator.ts'
import { toDatabaseOptions } from './databases/ownership.ts'
import { unknownDatabase } from './databases/select-databases.ts'
import { ignoreDebugSignals } from './debug-signals.ts'
import { openMetrics, type OpenMetrics } from './open-metrics.ts'
import { assertOwnTables, explainPending } from './prepare-database.ts'
import { openServices, type Services } from './services.ts'
import { listenForStop } from './stop-signal.ts'

/** The parts of an application that a command uses. */
export interface CommandContext {
  readonly application: ApplicationOptions
  readonly settings: Settings
  /** The settings for serving. Throws `E_ENVIRONMENT` if they do not say where to listen. */
  readonly servingSettings: Settings
  /** Throws `E_ENVIRONMENT`, which names everything that a serving or working process lacks. */
  assertComplete(purpose: Purpose): void
  readonly log: Log
  /** The URL of the default database, or of the named one. Throws `E_DATABASE_UNKNOWN`. */
  readonly urlOf: (name: string | undefined) => string
  /** Writes a line to standard error. */
  readonly fail: (line: string) => void
  /**
   * Opens the default database, or the named one in the options, and makes it the one that models use. Closes it
   * afterwards.
   */
  withDatabase<Result>(
    body: (database: Database) => Promise<Result>,
    options?: DatabaseOptions,
  ): Promise<Result>
  /** Opens the database and the store, which handlers and tasks need. */
  withServices<Result>(
    body: (services: Services) => Promise<Result>,
    options?: DatabaseOptions,
  ): Promise<Result>
  /** Collects and serves metrics, and the probes of a working process, while `body` runs. */
  withMetrics<Result>(
    purpose: Purpose,
    body: (metrics: OpenMetrics) => Promise<Result>,
  ): Promise<Result>
  /** Opens the database, or the named one, for schema changes, without statement timeouts. */
  withMigrator<Result>(
    body: (migrator: Migrator) => Promise<Result>,
    name?: string,
  ): Promise<Result>
  /** Opens the services and a scheduler, until the process receives a stop signal. */
  withScheduler<Result>(
    body: (scheduler: Scheduler, around: SchedulerContext) => Promise<Result>,
  ): Promise<Result>
}

/** The parts with which a scheduler runs. */
export interface SchedulerContext {
  /** Aborted when the process receives a stop signal. */
  readonly signal: AbortSignal
  readonly services: Services
}

export type CommandParts = Pick<CommandContext, 'application' | 'fail'>

/** Creates the context. It loads settings and log on first use, because `help` and `routes` need neither. */
export function createCommandContext(parts: CommandParts): CommandContext {
  const { application } = parts
  const { telemetry, databases = [] } = application
  const names = databases.map(({ name }) => name)
  const urlVariables = names.map(toUrlVariable)
  const settings = once(() => loadSettings('working', urlVariables))
  const assertComplete = (purpose: Purpose): void => {
    loadSettings(purpose, [...urlVariables, ...neededVariables(application, purpose)])
  }
  const owned = toDatabaseOptions(application.ownership)
  const databaseUrls = once(() => loadDatabaseUrls(names))
  const currentFields = telemetry && (() => telemetry.logFields())
  const log = once(() => createLog({ ...toLogOptions(settings()), currentFields }))
  const toProcess = () => ({ application, settings: settings(), log: log() })

  const urlOf = (name: string | undefined): string => {
    const { databaseUrl } = settings()
    const url = name === undefined ? databaseUrl : databaseUrls().get(name)
    if (url === undefined) throw unknownDatabase(application, name)
    return url
  }

  const withDatabase: CommandContext['withDatabase'] = async (body, options = {}) => {
    await using database = createDatabase(urlOf(options.name), { ...owned, ...options })
    using stack = new DisposableStack()
    stack.defer(registerDatabase(database))
    return await body(database)
  }

  const withServices: CommandContext['withServices'] = async (body, database) => {
    assertComplete('working')
    const opening = { ...settings(), databaseUrls: databaseUrls(), log: log() }
    await using services = await openServices({ ...application, ...opening, database })
    using _mail = toMailService(application)?.open({ ...application, settings: settings() })
    try {
      return await body(services)
    } catch (error) {
      throw await explainPending(error, application, services.databases)
    }
  }

  return {
    ...parts,
    get settings() {
      return settings()
    },
    get servingSettings() {
      return loadSettings('serving', urlVariables)
    },
    assertComplete,
    get log() {
      return log()
    },
    urlOf,
    withDatabase,
    withServices,
    withMigrator: (body, name) =>
      withDatabase(
        (database) => body(createApplicationMigrator(application, database, { log: log() })),
        { ...withoutTimeLimits, name },
      ),
    withScheduler: (body) => withServices((services) => runScheduler(body, services, toProcess())),
    async withMetrics(purpose, body) {
      await using metrics = await openMetrics(toProcess(), purpose)
      return await body(metrics)
    },
  }
}

function neededVariables(application: ApplicationOptions, purpose: Purpose): readonly string[] {
  return [...mailVariables(application.mail), ...keyVariables(application, purpose)]
}

async function runScheduler<Result>(
  body: (scheduler: Scheduler, around: SchedulerContext) => Promise<Result>,
  services: Services,
  { application, settings, log }: Pick<CommandContext, 'application' | 'settings' | 'log'>,
): Promise<Result> {
  using _signals = ignoreDebugSignals(settings)
  using stop = listenForStop()
  const { database, databases } = services
  await assertOwnTables(databases)
  const scheduler = openScheduler(application, { database, log, environment: settings.environment })
  return await body(scheduler, { signal: stop.signal, services })
}

/** Creates a scheduler of the application's tasks on a database. */
export function openScheduler(
  application: ApplicationOptions,
  options: Omit<SchedulerOptions, 'tasks'>,
): Scheduler {
  const { telemetry } = application
  const tasks = toTasks(application, options.environment ?? 'local')
  return createScheduler({
    ...options,
    tasks: readFromReplicas(options.database, tasks),
    ...(telemetry && { follow: (run, work) => telemetry.followRun(run, work) }),
  })
}

/** The tasks. If the database has replicas, their runs read from them. */
function readFromReplicas({ replicas }: Database, tasks: readonly Task[]): readonly Task[] {
  if (replicas === undefined) return tasks
  return tasks.map(({ name, '~settings': settings }) => {
    const run: typeof settings.run = (run) => withReplicaReads(() => settings.run(run))
    return { name, '~settings': { ...settings, run } }
  })
}

/**
 * Options for schema changes, which may take any time and wait for earlier ones. The transaction that holds their lock
 * is idle while a migration runs outside of it.
 */
export const withoutTimeLimits: DatabaseOptions = {
  statementTimeout: false,
  lockTimeout: '10m',
  idleTimeout: false,
}

/** Log options of a process: readable lines on a terminal in development, JSON otherwise. */
export function toLogOptions({ logLevel, isProduction }: Settings): LogOptions {
  const isRead = process.stdout.isTTY && !isProduction
  return { level: logLevel, format: isRead ? 'pretty' : 'json' }
}
