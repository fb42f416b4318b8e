import type { Command } from '../../base/console/command.ts'
import type { CommandLine } from './command-line.ts'

export const dbPull: Command<CommandLine> = {
  name: 'db:pull',
  summary: 'Write models and a first migration from the tables that the database has',
  async run({ root }, call) {
    // Load it only here: other commands of `tenon` do not open a database.
    const { pullDatabase } = await import('./pull-database.ts')
    return pullDatabase(root, call)
  },
}
