import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Command, CommandOption } from '../../base/console/command.ts'
import { findMain } from './main-file.ts'
import type { CommandLine } from './command-line.ts'

/** A command of the application's own binary, which knows its models, folders and environment. */
interface Delegated {
  readonly name: string
  readonly summary: string
  readonly words?: string
  readonly options?: Readonly<Record<string, CommandOption>>
}

/** Runs a command of the application's binary under the same name. */
export function delegate(command: Delegated): Command<CommandLine> {
  const names = Object.keys(command.options ?? {})
  return {
    ...command,
    async run({ root }, { has, words }) {
      const options = names.filter(has).map((name) => `--${name}`)
      const rest = words.length === 0 ? [] : ['--', ...words]
      return runMain(root, [command.name, ...options, ...rest])
    },
  }
}

/** Runs the application's binary; returns its exit code. */
export async function runMain(root: string, words: readonly string[]): Promise<number> {
  const call = [findMain(root), ...words]
  const child = spawn(process.execPath, [...process.execArgv, ...call], { stdio: 'inherit' })
  // Ctrl+C reaches the child as well, and what it means there is for the child to say.
  const ignore = (): void => undefined
  process.on('SIGINT', ignore)
  const [code] = await once(child, 'exit')
  process.off('SIGINT', ignore)
  return Number(code ?? 1)
}
