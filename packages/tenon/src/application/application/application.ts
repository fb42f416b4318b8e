import { inspect } from 'node:util'
import type { Command } from '../../base/console/command.ts'
import { registerLanguages } from '../../base/language/language-context.ts'
import { printTo } from '../../base/console/print-to.ts'
import { runCommand } from '../../base/console/run-command.ts'
import { EventBus, eventBuses } from '../../work/events/event-bus.ts'
import { jobLists } from '../../work/jobs/dispatch.ts'
import { toUrlTable, urls } from '../../web/routing/url.ts'
import { Ambient } from '../../base/support/ambient.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { version } from '../../base/support/packages/version.ts'
import type { ApplicationOptions } from '../runtime/application-options.ts'
import { createCommandContext, type CommandContext } from '../runtime/command-context.ts'
import { toProgramName } from '../config/program-name.ts'
import { about } from '../commands/about.ts'
import { cacheClear } from '../commands/cache-clear.ts'
import { console } from '../commands/console.ts'
import { db } from '../commands/db.ts'
import { dbSeed } from '../commands/db-seed.ts'
import { doctor } from '../commands/doctor.ts'
import { keyGenerate } from '../commands/key-generate.ts'
import { down, up } from '../commands/maintenance.ts'
import { makeMigration } from '../commands/make-migration.ts'
import { migrate, migrateFresh, migrateRollback, migrateStatus } from '../commands/migrate.ts'
import { assertNamesFree, toOwnCommand } from '../commands/own-command.ts'
import { listRoutes } from '../commands/routes/routes.ts'
import {
  scheduleHistory,
  scheduleList,
  schedulePause,
  scheduleResume,
  scheduleRun,
  scheduleWork,
} from '../commands/schedule.ts'
import { listModels } from '../commands/contract/models.ts'
import { personalErase, personalExport } from '../commands/services/personal.ts'
import { client } from '../commands/contract/client.ts'
import { openapi } from '../commands/contract/openapi.ts'
import { schemaCheck } from '../commands/schema-check.ts'
import { serve } from '../commands/serve.ts'
import { listEvents } from '../commands/services/events.ts'
import { storageSweep } from '../commands/services/storage-sweep.ts'
import { toStartFailure } from '../runtime/start-failure.ts'
import { assertDeclarations } from '../runtime/declarations.ts'
import { toJobNames } from '../runtime/work/application-jobs.ts'
import {
  jobsCancel,
  jobsForget,
  jobsList,
  jobsRetry,
  jobsShow,
  jobsStats,
} from '../commands/work/job-commands.ts'
import { jobsPause, jobsResume } from '../commands/work/queue-commands.ts'
import { jobsWork, work } from '../commands/work/work-commands.ts'

/** An application: its options, and the binary that they define. */
export interface Application {
  readonly options: ApplicationOptions
  /**
   * Runs a command and sets the process's exit code. `argv` holds the words after the file's name;
   * without any, the application serves. Under `testApp()` and `tenon dev`, which run the
   * application themselves, it does nothing.
   */
  run(argv: readonly string[]): Promise<void>
}

/** Receives an application instead of running it, while something else loads its main file. */
export const applicationReceiver = new Ambient<(application: Application) => void>()

/** Creates an application. Throws `SetupError` for a mistake in its declaration. */
export function application(options: ApplicationOptions): Application {
  assertRoutes(options)
  assertNamesFree(toCommands(options))
  assertDeclarations(options)
  const self: Application = {
    options,
    async run(argv) {
      const receive = applicationReceiver.get()
      if (receive === undefined) process.exitCode = await runSafely(options, argv)
      else receive(self)
    },
  }
  return self
}

function assertRoutes({
  routes,
}: {
  readonly routes?: Partial<ApplicationOptions['routes']>
}): void {
  if (Array.isArray(routes?.routes)) return
  throw new SetupError(
    'E_APPLICATION_ROUTES',
    `application({ routes }) takes the result of routes([…]), not ${inspect(routes, { depth: -1 })}.`,
  )
}

const builtIn: readonly Command<CommandContext>[] = [
  serve,
  migrate,
  migrateStatus,
  migrateRollback,
  migrateFresh,
  makeMigration,
  schemaCheck,
  dbSeed,
  scheduleWork,
  scheduleRun,
  scheduleList,
  schedulePause,
  scheduleResume,
  scheduleHistory,
  jobsWork,
  jobsList,
  jobsShow,
  jobsRetry,
  jobsCancel,
  jobsForget,
  jobsPause,
  jobsResume,
  jobsStats,
  work,
  down,
  up,
  console,
  db,
  cacheClear,
  storageSweep,
  personalExport,
  personalErase,
  listEvents,
  listRoutes,
  listModels,
  client,
  openapi,
  about,
  doctor,
  keyGenerate,
]

/** The commands that every application has. */
export const commandNames: readonly string[] = builtIn.map(({ name }) => name)

function toCommands({ commands = [] }: ApplicationOptions): readonly Command<CommandContext>[] {
  return [...builtIn, ...commands.map(toOwnCommand)]
}

async function runSafely(options: ApplicationOptions, argv: readonly string[]): Promise<number> {
  const fail = printTo(process.stderr)
  const print = printTo(process.stdout)
  using registered = new DisposableStack()
  registered.defer(registerLanguages(options))
  const context = createCommandContext({ application: options, fail })
  const { patterns } = toUrlTable(options.routes)
  registered.defer(
    urls.register({
      patterns,
      // The settings are read when something asks for a URL: `help` needs none.
      get base() {
        return context.settings.basePath
      },
    }),
  )
  try {
    registered.defer(eventBuses.register(new EventBus(options.listeners)))
    registered.defer(jobLists.register(toJobNames(options)))
    const commands = toCommands(options)
    const program = {
      name: toProgramName(),
      about: 'Without a command the application serves.',
      version: `tenon ${version}`,
      commands,
      defaultName: serve.name,
    }
    return await runCommand(program, { argv, print, fail }, context)
  } catch (error) {
    const failure = toStartFailure(error)
    fail(failure.message)
    return failure.exitCode
  }
}
