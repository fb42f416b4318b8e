import { loadSettings, type Settings } from '../config/settings.ts'
import type { Command } from '../console/command.ts'
import { createDatabase } from '../database/create-database.ts'
import { registerDatabase } from '../database/current-database.ts'
import type { Database, DatabaseOptions } from '../database/database.ts'
import { createLog, type LogOptions } from '../log/create-log.ts'
import type { Log } from '../log/log.ts'
import { createMigrator, type Migrator } from '../migrations/migrator.ts'
import { createScheduler, type Scheduler } from '../schedule/scheduler.ts'
import type { Schedule } from '../schedule/tasks.ts'
import { once } from '../support/once.ts'
import type { ApplicationOptions } from './application-options.ts'
import { toMigrationsFolder } from './database-folders.ts'
import { refuseInspector } from './inspector-signal.ts'
import { openMetrics, type OpenMetrics } from './open-metrics.ts'
import { openServices, type Services } from './services.ts'
import { listenForStop } from './stop-signal.ts'

/** What a command mode works with. */
export interface CommandContext {
  readonly application: ApplicationOptions
  readonly commands: readonly Command<CommandContext>[]
  readonly settings: Settings
  readonly log: Log
  /** Writes a line to standard error. */
  readonly fail: (line: string) => void
  /** Opens the database, makes it the models' own, and closes it afterwards. */
  withDatabase<Result>(
    body: (database: Database) => Promise<Result>,
    options?: DatabaseOptions,
  ): Promise<Result>
  /** Opens the database and the store, as handlers and tasks need them. */
  withServices<Result>(
    body: (services: Services) => Promise<Result>,
    options?: DatabaseOptions,
  ): Promise<Result>
  /** Counts and shows figures meanwhile, where the environment says so. */
  withMetrics<Result>(body: (metrics: OpenMetrics) => Promise<Result>): Promise<Result>
  /** Opens the database for changes of its schema, which take as long as they take. */
  withMigrator<Result>(body: (migrator: Migrator) => Promise<Result>): Promise<Result>
  /** Opens the services and works on the schedule, until the process is told to stop. */
  withScheduler<Result>(
    body: (scheduler: Scheduler, around: SchedulerSurroundings) => Promise<Result>,
  ): Promise<Result>
}

/** What a scheduler works with. */
export interface SchedulerSurroundings {
  /** Aborted when the process is told to stop. */
  readonly signal: AbortSignal
  readonly database: Database
}

export type CommandParts = Pick<CommandContext, 'application' | 'commands' | 'fail'>

/** Settings and log are read when a command first asks: `help` and `routes` need none. */
export function createCommandContext(parts: CommandParts): CommandContext {
  const { application } = parts
  const settings = once(loadSettings)
  const { telemetry } = application
  const currentFields = telemetry && (() => telemetry.logFields())
  const log = once(() => createLog({ ...toLogOptions(settings()), currentFields }))

  const withDatabase: CommandContext['withDatabase'] = async (body, options) => {
    await using database = createDatabase(settings().databaseUrl, options)
    const unregister = registerDatabase(database)
    try {
      return await body(database)
    } finally {
      unregister()
    }
  }

  const withServices: CommandContext['withServices'] = async (body, database) => {
    const { databaseUrl, redisUrl } = settings()
    await using services = await openServices({
      databaseUrl,
      redisUrl,
      log: log(),
      database,
      telemetry,
    })
    return await body(services)
  }

  return {
    ...parts,
    get settings() {
      return settings()
    },
    get log() {
      return log()
    },
    withDatabase,
    withServices,
    withMigrator: (body) =>
      withDatabase(
        (database) => body(createMigrator(database, toMigrationsFolder(application))),
        unhurried,
      ),
    withScheduler: (body) =>
      withServices(async ({ database }) => {
        using _inspector = refuseInspector(settings())
        using stop = listenForStop()
        const tasks = followRuns(application)
        const { environment } = settings()
        return await body(createScheduler({ database, tasks, log: log(), environment }), {
          signal: stop.signal,
          database,
        })
      }),
    async withMetrics(body) {
      await using metrics = await openMetrics({ settings: settings(), log: log() })
      return await body(metrics)
    },
  }
}

/** The schedule, whose runs the application's telemetry follows where it has one. */
function followRuns({ schedule = [], telemetry }: ApplicationOptions): Schedule {
  if (telemetry === undefined) return schedule
  return schedule.map((task) => ({
    ...task,
    run: (run) => telemetry.followRun(run, () => task.run(run)),
  }))
}

/**
 * A change of a schema takes as long as it takes, and waits for the one before it. The transaction
 * that holds its lock is idle while a migration runs outside of it.
 */
export const unhurried: DatabaseOptions = {
  statementTimeoutMs: 0,
  lockTimeoutMs: 10 * 60_000,
  idleTimeoutMs: 0,
}

/** How a process logs: for a reader where one sits at a terminal. */
export function toLogOptions({ logLevel, isProduction }: Settings): LogOptions {
  const isRead = process.stdout.isTTY && !isProduction
  return { level: logLevel, format: isRead ? 'pretty' : 'json' }
}
