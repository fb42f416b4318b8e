import { toStartFailure } from '../../application/runtime/start-failure.ts'
import type { Command } from '../../base/console/command.ts'
import { printTo } from '../../base/console/print-to.ts'
import { runCommand, type ProgramCall } from '../../base/console/run-command.ts'
import { version } from '../../base/support/packages/version.ts'
import { add, additionNames } from './add.ts'
import { build } from './build.ts'
import { check } from './check.ts'
import { dbPull } from './db-pull.ts'
import { destroy, make, generatorNames } from './make.ts'
import { dev } from './serving/dev.ts'
import { createCompletion } from './completion.ts'
import { delegate } from './delegate.ts'
import { insideApplication } from './main-file.ts'
import { mcp } from './mcp/mcp.ts'
import { start } from './serving/start.ts'
import { types } from './types.ts'
import { upgrade } from './upgrade/upgrade.ts'
import type { CommandLine } from './command-line.ts'

const working: readonly Command<CommandLine>[] = [
  dev,
  start,
  build,
  check,
  make,
  destroy,
  add,
  dbPull,
  types,
  upgrade,
  mcp,
  delegate({
    name: 'console',
    summary: 'Open the console of the application',
    options: {
      sandbox: { type: 'boolean', summary: 'Roll back all changes of the databases at the end' },
    },
  }),
  delegate({
    name: 'client',
    summary: 'Print the types of the routes for a client in another repository',
    words: '[document]',
    options: {
      types: { type: 'boolean', summary: 'Only the types, as a declaration file' },
      standalone: {
        type: 'boolean',
        summary: 'With the client itself, so that it needs no package',
      },
    },
  }),
  delegate({
    name: 'db',
    summary: 'Open sqlite3 or psql on the database',
    words: '[sql]',
    options: { database: { type: 'string', summary: 'The database: default, or a named one' } },
  }),
  delegate({
    name: 'doctor',
    summary: 'Check the environment of a deployment and suggest fixes',
    options: { json: { type: 'boolean', summary: 'Print JSON' } },
  }),
].map(insideApplication)

const commands = [
  ...working,
  createCompletion(working, { make: generatorNames, destroy: generatorNames, add: additionNames }),
]

/** Runs the command that the words name, or prints the list of commands. */
export async function runCommands(argv: readonly string[]): Promise<void> {
  const call = { argv, print: printTo(process.stdout), fail: printTo(process.stderr) }
  process.exitCode = await runCommandsIn(process.cwd(), call)
}

/** Runs a command on the application in a folder, and returns the exit code. */
export async function runCommandsIn(root: string, call: ProgramCall): Promise<number> {
  try {
    const program = {
      name: 'tenon',
      about: 'Run it in the folder of an application.',
      version: `tenon ${version}`,
      commands,
      defaultName: 'help',
      describeElsewhere,
    }
    return await runCommand(program, call, { root })
  } catch (error) {
    const failure = toStartFailure(error)
    call.fail(failure.message)
    return failure.exitCode
  }
}

/** Explains where a command of the application is: other frameworks have one program, so people try `tenon migrate`. */
async function describeElsewhere(name: string): Promise<string | undefined> {
  const { commandNames } = await import('../../application/application/application.ts')
  return commandNames.includes(name)
    ? `"${name}" is a command of the application: "node main.ts ${name}".`
    : undefined
}
