import { exitCode, type Command } from '../../console/command.ts'
import { toHelp } from '../../console/help.ts'
import type { CommandContext } from '../command-context.ts'

export const help: Command<CommandContext> = {
  name: 'help',
  summary: 'Show this list',
  run: async ({ commands }, { print }) => {
    print('Usage: node main.js [command] [options]\n')
    print('Without a command the application serves.\n')
    print(toHelp(commands))
    return exitCode.ok
  },
}
