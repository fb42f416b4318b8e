import { exitCode, type Command } from '../../../base/console/command.ts'
import { seed } from '../../../data/models/seeder.ts'
import { loadSeeders, type NamedSeeder } from '../../../data/models/seeder-source.ts'
import type { CommandContext } from '../command-context.ts'
import { toSeedersFolder } from '../database-folders.ts'

/** Runs all seeders, or only the named ones, in one transaction. */
export const dbSeed: Command<CommandContext> = {
  name: 'db:seed',
  summary: 'Run the seeders, or those named (in production only with --force)',
  words: '[seeder…]',
  options: { force: { type: 'boolean', summary: 'Run in production as well' } },
  async run(context, call) {
    const { application, settings } = context
    if (settings.isProduction && !call.has('force')) {
      context.fail('db:seed adds records to the database. In production it needs --force.')
      return exitCode.failed
    }
    const seeders = await loadSeeders(toSeedersFolder(application), call.words)
    await context.withServices(() => runSeeders(seeders, call.print))
    return exitCode.ok
  },
}

/** Seeds the current database and prints which seeders have run. */
export async function runSeeders(
  seeders: readonly NamedSeeder[],
  print: (line: string) => void,
): Promise<void> {
  if (seeders.length === 0) print('There are no seeders.')
  await seed(seeders.map(({ run }) => run))
  for (const { name } of seeders) print(`Seeded ${name}`)
}
