import { toStartFailure } from '../application/start-failure.ts'
import { exitCode, type Command } from '../console/command.ts'
import { toHelp } from '../console/help.ts'
import { printTo } from '../console/print-to.ts'
import { runCommand } from '../console/run-command.ts'
import { build } from './build.ts'
import { dev } from './dev.ts'
import { doctor } from './doctor.ts'
import { types } from './types.ts'
import type { Workplace } from './workplace.ts'

const help: Command<Workplace> = {
  name: 'help',
  summary: 'Show this list',
  run: async (_context, { print }) => {
    print('Usage: tenon <command> [options], in the folder of an application\n')
    print(toHelp(commands))
    return exitCode.ok
  },
}

const commands: readonly Command<Workplace>[] = [dev, build, types, doctor, help]

/** Runs the `tenon` command: what a developer does to an application, not what it does itself. */
export async function runCli(argv: readonly string[]): Promise<void> {
  const print = printTo(process.stdout)
  const fail = printTo(process.stderr)
  try {
    const call = { argv, defaultName: help.name, output: { print, fail } }
    process.exitCode = await runCommand(commands, call, { root: process.cwd() })
  } catch (error) {
    const failure = toStartFailure(error)
    fail(failure.message)
    process.exitCode = failure.exitCode
  }
}
