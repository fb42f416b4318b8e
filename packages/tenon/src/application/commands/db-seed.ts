import { exitCode, type Command } from '../../base/console/command.ts'
import { seed, type Seeder } from '../../data/models/seeder.ts'
import { loadSeeders, type NamedSeeder } from '../../data/models/seeder-source.ts'
import type { CommandContext } from '../runtime/command-context.ts'
import { toSeedersFolder } from '../runtime/database-folders.ts'
import { destructiveOptions, hasConsent } from './services/consent.ts'

/** Runs all seeders, or only the given ones, in one transaction. */
export const dbSeed: Command<CommandContext> = {
  name: 'db:seed',
  summary: 'Run the seeders, or those named (in production only with --force)',
  words: '[seeder…]',
  options: destructiveOptions,
  async run(context, call) {
    const isPretended = call.has('pretend')
    const warning = 'db:seed changes records in the database'
    if (!isPretended && !(await hasConsent(context, call, warning))) return exitCode.failed
    const seeders = await loadSeeders(toSeedersFolder(context.application), call.words)
    if (isPretended) {
      for (const { name } of seeders) call.print(`Would run ${name}`)
      return exitCode.ok
    }
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
  await seed(seeders.map(toNamed))
  for (const { name } of seeders) print(`Seeded ${name}`)
}

/** An error of the database has no frame of the seeder in its stack, so name the seeder. */
function toNamed({ name, run }: NamedSeeder): Seeder {
  return async () => {
    try {
      await run()
    } catch (cause) {
      throw new Error(`The seeder "${name}" failed. Nothing of this run is kept.`, { cause })
    }
  }
}
