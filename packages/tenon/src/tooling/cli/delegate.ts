import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Command, CommandOption } from '../../base/console/command.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import type { Workplace } from './workplace.ts'

/** A command of the application's own binary, which knows its models, folders and environment. */
interface Delegated {
  readonly name: string
  readonly summary: string
  readonly words?: string
  readonly options?: Readonly<Record<string, CommandOption>>
}

/** Runs a command of the application's binary under the same name. */
export function delegate(command: Delegated): Command<Workplace> {
  const names = Object.keys(command.options ?? {})
  return {
    ...command,
    async run({ root }, { has, words }) {
      const options = names.filter(has).map((name) => `--${name}`)
      const rest = words.length === 0 ? [] : ['--', ...words]
      const call = [findMain(root), command.name, ...options, ...rest]
      const child = spawn(process.execPath, [...process.execArgv, ...call], { stdio: 'inherit' })
      // Ctrl+C reaches the child as well, and what it means there is for the child to say.
      const ignore = (): void => undefined
      process.on('SIGINT', ignore)
      const [code] = await once(child, 'exit')
      process.off('SIGINT', ignore)
      return Number(code ?? 1)
    },
  }
}

function findMain(root: string): string {
  const main = ['main.ts', 'main.js']
    .map((name) => join(root, name))
    .find((path) => existsSync(path))
  if (main !== undefined) return main
  throw new SetupError(
    'E_MAIN_FILE',
    `There is no "main.ts" or "main.js" in "${root}". Run it in the application's folder, or a build's.`,
  )
}
