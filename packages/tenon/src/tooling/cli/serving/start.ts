import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { exitCode, type Command } from '../../../base/console/command.ts'
import { SetupError } from '../../../base/support/setup-error.ts'
import type { CommandLine } from '../command-line.ts'
import { runNode } from '../delegate.ts'

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
