import { randomBytes } from 'node:crypto'
import { exitCode, type Command } from '../../base/console/command.ts'
import type { CommandContext } from '../runtime/command-context.ts'

export const keyGenerate: Command<CommandContext> = {
  name: 'key:generate',
  summary: 'Print a new APP_KEY',
  run: async (_context, { print }) => {
    print(`APP_KEY=base64:${randomBytes(32).toString('base64')}`)
    return exitCode.ok
  },
}
