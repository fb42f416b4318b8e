import { inspect } from 'node:util'
import type { Command } from '../console/command.ts'
import { printTo } from '../console/print-to.ts'
import { runCommand } from '../console/run-command.ts'
import { toUrlTable, urls } from '../routing/url.ts'
import { Ambient } from '../support/ambient.ts'
import { SetupError } from '../support/setup-error.ts'
import type { ApplicationOptions } from './application-options.ts'
import { createCommandContext, type CommandContext } from './command-context.ts'
import { dbSeed } from './commands/db-seed.ts'
import { doctor } from './commands/doctor.ts'
import { help } from './commands/help.ts'
import { makeMigration } from './commands/make-migration.ts'
import { migrate, migrateFresh, migrateRollback, migrateStatus } from './commands/migrate.ts'
import { listRoutes } from './commands/routes.ts'
import { scheduleList, scheduleRun, scheduleWork } from './commands/schedule.ts'
import { schemaCheck } from './commands/schema-check.ts'
import { serve } from './commands/serve.ts'
import { toStartFailure } from './start-failure.ts'

/** An application: its options, and the binary that they make. */
export interface Application {
  readonly options: ApplicationOptions
  /**
   * Runs a command mode, `argv` being the words after the file's name; without a word it serves.
   * Sets the process's exit code. Under `testApp()` and `tenon dev`, which run it themselves, it
   * does nothing.
   */
  run(argv: readonly string[]): Promise<void>
}

/** Receives an application in place of running it, while something else loads its main file. */
export const applicationReceiver = new Ambient<(application: Application) => void>()

/** Makes an application of its parts. Throws `SetupError` for anything that is declared wrong. */
export function application(options: ApplicationOptions): Application {
  assertRoutes(options)
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
    `application({ routes }) takes what routes([…]) returns, not ${inspect(routes, { depth: -1 })}.`,
  )
}

const commands: readonly Command<CommandContext>[] = [
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
  listRoutes,
  doctor,
  help,
]

async function runSafely(options: ApplicationOptions, argv: readonly string[]): Promise<number> {
  const fail = printTo(process.stderr)
  const print = printTo(process.stdout)
  const forgetUrls = urls.register(toUrlTable(options.routes))
  try {
    const call = { argv, defaultName: serve.name, output: { print, fail } }
    return await runCommand(
      commands,
      call,
      createCommandContext({ application: options, commands, fail }),
    )
  } catch (error) {
    const failure = toStartFailure(error)
    fail(failure.message)
    return failure.exitCode
  } finally {
    forgetUrls()
  }
}
