import { exitCode, type Command } from '../../console/command.ts'
import { toTable } from '../../console/table.ts'
import type { CompletedMigration } from '../../migrations/migration-failed.ts'
import { createMigrator, type Migrator } from '../../migrations/migrator.ts'
import { loadSeeders } from '../../models/seeder-source.ts'
import { unhurried, type CommandContext } from '../command-context.ts'
import { toMigrationsFolder, toSeedersFolder } from '../database-folders.ts'
import { runSeeders } from './db-seed.ts'

/** Brings the schema up to date; any number of replicas may run it at once. */
export const migrate: Command<CommandContext> = {
  name: 'migrate',
  summary: 'Run pending migrations (any number of replicas may run it at once)',
  options: { pretend: { type: 'boolean', summary: 'Print the SQL and change nothing' } },
  run: (context, call) =>
    context.withMigrator(async (migrator) => {
      if (!call.has('pretend')) {
        printCompleted(await migrator.migrate(), 'Migrated', call.print)
        return exitCode.ok
      }
      for (const { name, statements } of await migrator.pretend()) {
        call.print(`-- ${name}`)
        for (const statement of statements) call.print(`${statement};`)
      }
      return exitCode.ok
    }),
}

export const migrateStatus: Command<CommandContext> = {
  name: 'migrate:status',
  summary: 'List migrations and whether they ran',
  run: (context, { print }) =>
    context.withMigrator(async (migrator) => {
      const migrations = await migrator.status()
      if (migrations.length === 0) {
        print('There are no migrations.')
        return exitCode.ok
      }
      const rows = migrations.map(({ name, state, batch, ranAt, isLate }) => [
        name,
        isLate ? `${state} (late)` : state,
        batch === undefined ? '' : String(batch),
        ranAt?.toISOString() ?? '',
      ])
      print(toTable(['MIGRATION', 'STATE', 'BATCH', 'RAN AT'], rows))
      return exitCode.ok
    }),
}

export const migrateRollback: Command<CommandContext> = {
  name: 'migrate:rollback',
  summary: 'Undo the last batch of migrations',
  options: {
    step: { type: 'string', summary: 'Undo this many migrations instead' },
    batch: { type: 'string', summary: 'Undo the batch of this number instead' },
  },
  run: (context, call) => {
    const step = toCount(call.value('step'))
    const batch = toCount(call.value('batch'))
    if (step === null || batch === null) {
      context.fail('--step and --batch take a whole number from 1.')
      return Promise.resolve(exitCode.usage)
    }
    return context.withMigrator(async (migrator) => {
      const options = {
        ...(step === undefined ? {} : { step }),
        ...(batch === undefined ? {} : { batch }),
      }
      printCompleted(await migrator.rollback(options), 'Rolled back', call.print)
      return exitCode.ok
    })
  },
}

export const migrateFresh: Command<CommandContext> = {
  name: 'migrate:fresh',
  summary: 'Drop every table and migrate anew (in production only with --force)',
  options: {
    force: { type: 'boolean', summary: 'Do it in production as well' },
    seed: { type: 'boolean', summary: 'Run the seeders afterwards' },
  },
  async run(context, call) {
    const { application, settings } = context
    if (settings.isProduction && !call.has('force')) {
      context.fail('migrate:fresh drops every table. In production it needs --force.')
      return exitCode.failed
    }
    const seeders = call.has('seed') ? await loadSeeders(toSeedersFolder(application)) : undefined
    const begin = async (migrator: Migrator): Promise<void> =>
      printCompleted(await migrator.fresh(), 'Migrated', call.print)
    if (seeders === undefined) {
      await context.withMigrator(begin)
      return exitCode.ok
    }
    // With all that seeders have under `db:seed`, on the one connection that a database in memory is.
    await context.withServices(async ({ database }) => {
      await begin(createMigrator(database, toMigrationsFolder(application)))
      await runSeeders(seeders, call.print)
    }, unhurried)
    return exitCode.ok
  },
}

function printCompleted(
  completed: readonly CompletedMigration[],
  verb: string,
  print: (line: string) => void,
): void {
  if (completed.length === 0) print('Nothing to do.')
  for (const { name, durationMs } of completed) {
    print(`${verb} ${name} (${Math.round(durationMs)} ms)`)
  }
}

/** A whole number from 1, `undefined` when none was given, `null` when it is none. */
function toCount(text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null
}
