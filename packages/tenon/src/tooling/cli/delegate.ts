import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { exitCode, type Command, type CommandOption } from '../../base/console/command.ts'
import { findMain } from './main-file.ts'
import type { CommandLine } from './command-line.ts'

/** A command of the application's own program, which knows its models, folders and environment. */
interface Delegated {
  readonly name: string
  readonly summary: string
  readonly words?: string
  readonly options?: Readonly<Record<string, CommandOption>>
}

/** Runs a command of the application's program under the same name. */
export function delegate(command: Delegated): Command<CommandLine> {
  const names = Object.keys(command.options ?? {})
  return {
    ...command,
    async run({ root }, { has, value, words }) {
      const options = names.flatMap((name) => {
        const given = value(name)
        if (given !== undefined) return [`--${name}=${given}`]
        return has(name) ? [`--${name}`] : []
      })
      const rest = words.length === 0 ? [] : ['--', ...words]
      return runMain(root, [command.name, ...options, ...rest])
    },
  }
}

/** Runs the application's program; returns its exit code. */
export function runMain(root: string, words: readonly string[]): Promise<number> {
  return runNode([findMain(root), ...words])
}

/** Runs a command of the application's program, and returns what it prints: the caller decides what of it matters. */
export async function runCheck(
  root: string,
  words: readonly string[],
): Promise<{ readonly code: number; readonly printed: string }> {
  const call = [...process.execArgv, findMain(root), ...words]
  const child = spawn(process.execPath, call, { stdio: ['inherit', 'pipe', 'inherit'] })
  const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  return { code: Number(code ?? exitCode.failed), printed: printed.trimEnd() }
}

/** Runs a Node program until it ends, and passes stop signals on to it. Returns its exit code. */
export async function runNode(call: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [...process.execArgv, ...call], { stdio: 'inherit' })
  const passOn = (signal: NodeJS.Signals): void => void child.kill(signal)
  // In a terminal, Ctrl+C reaches the child as well, and the child decides what to do. From a supervisor, SIGINT
  // reaches only this process.
  const ignore = (): void => undefined
  process.on('SIGTERM', passOn).on('SIGHUP', passOn).on('SIGINT', ignore)
  const [code] = await once(child, 'exit')
  process.off('SIGTERM', passOn).off('SIGHUP', passOn).off('SIGINT', ignore)
  return Number(code ?? exitCode.failed)
}
