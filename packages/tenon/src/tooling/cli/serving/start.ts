import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { exitCode, type Command } from '../../../base/console/command.ts'
import { SetupError } from '../../../base/support/setup-error.ts'
import type { CommandLine } from '../command-line.ts'

export const start: Command<CommandLine> = {
  name: 'start',
  summary: 'Run the build on this machine: migrate, then serve and work in one process',
  async run({ root }) {
    const main = findBuild(root)
    const migrated = await runNode([main, 'migrate'])
    return migrated === exitCode.ok ? runNode([main, 'serve', '--work']) : migrated
  },
}

function findBuild(root: string): string {
  const main = ['build/main.js', 'main.js']
    .map((name) => join(root, name))
    .find((path) => existsSync(path))
  if (main !== undefined) return main
  throw new SetupError('E_NO_BUILD', `There is no build in "${root}". Run "tenon build" first.`)
}

/** Runs a program of Node until it ends; signals that stop this process are passed on to it. */
async function runNode(call: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [...process.execArgv, ...call], { stdio: 'inherit' })
  const passOn = (signal: NodeJS.Signals): void => void child.kill(signal)
  // From a terminal, Ctrl+C reaches the child as well; from a supervisor, only this process.
  const ignore = (): void => undefined
  process.on('SIGTERM', passOn).on('SIGHUP', passOn).on('SIGINT', ignore)
  const [code] = await once(child, 'exit')
  process.off('SIGTERM', passOn).off('SIGHUP', passOn).off('SIGINT', ignore)
  return Number(code ?? exitCode.failed)
}
