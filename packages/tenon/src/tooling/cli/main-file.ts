import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from '../../base/console/command.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import type { CommandLine } from './command-line.ts'

/** Makes a command refuse to run outside an application, before it reads or writes anything. */
export function insideApplication(command: Command<CommandLine>): Command<CommandLine> {
  return {
    ...command,
    async run(workplace, call) {
      findMain(workplace.root)
      return command.run(workplace, call)
    },
  }
}

/** Returns the path of the file that starts the application. Throws `E_MAIN_FILE` if there is none. */
export function findMain(root: string): string {
  const main = ['main.ts', 'main.js']
    .map((name) => join(root, name))
    .find((path) => existsSync(path))
  if (main !== undefined) return main
  throw new SetupError(
    'E_MAIN_FILE',
    `There is no "main.ts" or "main.js" in "${root}". Run it in the application's folder, or a build's.`,
  )
}
