import { exitCode, type Command } from '../../console/command.ts'
import { toTable } from '../../console/table.ts'
import type { CommandContext } from '../command-context.ts'

export const help: Command<CommandContext> = {
  name: 'help',
  summary: 'Show this list',
  run: async ({ commands }, { print }) => {
    print('Usage: node main.js [command] [options]\n')
    print('Without a command the application serves.\n')
    const rows = commands.flatMap(({ name, summary, options = {} }) => [
      [name, summary],
      ...Object.entries(options).map(([option, { type, summary }]) => [
        `  --${option}${type === 'string' ? '=<value>' : ''}`,
        summary,
      ]),
    ])
    print(toTable(['COMMAND', 'WHAT IT DOES'], rows))
    return exitCode.ok
  },
}
