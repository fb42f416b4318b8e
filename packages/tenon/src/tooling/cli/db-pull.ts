import type { Command } from '../../base/console/command.ts'
import type { Workplace } from './workplace.ts'

export const dbPull: Command<Workplace> = {
  name: 'db:pull',
  summary: 'Write models and a first migration from the tables that the database has',
  async run({ root }, call) {
    // Only here: the other commands of `tenon` open no database.
    const { pullDatabase } = await import('./pull-database.ts')
    return pullDatabase(root, call)
  },
}
