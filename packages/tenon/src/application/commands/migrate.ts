import { exitCode, type Command, type CommandCall } from '../../base/console/command.ts'
import { toMoment } from '../../base/console/moment.ts'
import { toTable } from '../../base/console/table.ts'
import type { PretendedMigration } from '../../data/migrations/pretend.ts'
import { type CompletedMigration, MigrationFailed } from '../../data/migrations/migration-failed.ts'
import type { MigrationStatus, Migrator } from '../../data/migrations/migrator.ts'
import { loadSeeders } from '../../data/models/seeder-source.ts'
import { withoutTimeLimits, type CommandContext } from '../runtime/command-context.ts'
import { createApplicationMigrator } from '../runtime/databases/application-migrator.ts'
import {
  databaseOption,
  selectDatabase,
  selectDatabases,
  toPrefix,
} from '../runtime/databases/select-databases.ts'
import { toSeedersFolder } from '../runtime/database-folders.ts'
import { assertToolsServable } from '../contract/tools/mcp-endpoint.ts'
import { runSeeders } from './db-seed.ts'
import { destructiveOptions, hasConsent } from './services/consent.ts'

/** Brings the schema up to date; any number of replicas may run it at the same time. */
export const migrate: Command<CommandContext> = {
  name: 'migrate',
  summary: 'Run pending migrations (any number of replicas may run it at the same time)',
  options: {
    check: { type: 'boolean', summary: 'Say what would break the running version; change nothing' },
    pretend: { type: 'boolean', summary: 'Print the SQL and change nothing' },
    force: { type: 'boolean', summary: 'In production, also what breaks the running version' },
    ...databaseOption,
  },
  async run(context, call) {
    // Load it only here: a process that serves does not need it.
    const { checkPending, mayMigrate, rememberModels } = await import('./services/rolling.ts')
    const names = selectDatabases(context.application, call)
    if (call.has('check')) return checkPending(context, names, call)
    // Check here, before a new version serves: the old version keeps running.
    await assertToolsServable(context.application.routes)
    if (call.has('pretend')) {
      for (const name of names) {
        const pretended = await context.withMigrator((migrator) => migrator.pretend(), name)
        printStatements(pretended, name, call)
      }
      return exitCode.ok
    }
    if (!(await mayMigrate(context, names, call))) return exitCode.failed
    let count = 0
    for (const name of names) {
      const migrated = context.withMigrator((migrator) => migrator.migrate(), name)
      count += await tellCompleted(migrated, { verb: 'Migrated', name, print: call.print })
      await rememberModels(context, name)
    }
    if (count === 0) call.print(nothingToDo)
    return exitCode.ok
  },
}

function printStatements(
  migrations: readonly PretendedMigration[],
  database: string | undefined,
  { print }: CommandCall,
): void {
  for (const { name, statements } of migrations) {
    print(`-- ${toPrefix(database)}${name}`)
    for (const statement of statements) print(`${statement};`)
  }
}

export const migrateStatus: Command<CommandContext> = {
  name: 'migrate:status',
  summary: 'List migrations and whether they ran',
  options: databaseOption,
  async run(context, call) {
    const rows: string[][] = []
    for (const name of selectDatabases(context.application, call)) {
      const migrations = await context.withMigrator((migrator) => migrator.status(), name)
      rows.push(...migrations.map((migration) => toRow(name, migration)))
    }
    call.print(
      rows.length === 0
        ? 'There are no migrations.'
        : toTable(['MIGRATION', 'STATE', 'BATCH', 'RAN AT'], rows),
    )
    return exitCode.ok
  },
}

function toRow(
  database: string | undefined,
  { name, state, batch, ranAt, isLate }: MigrationStatus,
): string[] {
  return [
    `${toPrefix(database)}${name}`,
    isLate ? `${state} (late)` : state,
    batch === undefined ? '' : String(batch),
    ranAt === undefined ? '' : toMoment(ranAt),
  ]
}

export const migrateRollback: Command<CommandContext> = {
  name: 'migrate:rollback',
  summary: 'Undo the last batch of migrations',
  options: {
    step: { type: 'string', summary: 'Undo this many migrations instead' },
    batch: { type: 'string', summary: 'Undo the batch with this number instead' },
    ...destructiveOptions,
    ...databaseOption,
  },
  async run(context, call) {
    const step = toCount(call.value('step'))
    const batch = toCount(call.value('batch'))
    if (step === null || batch === null) {
      context.fail('--step and --batch must be whole numbers from 1.')
      return exitCode.usage
    }
    const name = selectDatabase(context.application, call)
    const options = {
      ...(step === undefined ? {} : { step }),
      ...(batch === undefined ? {} : { batch }),
    }
    if (call.has('pretend')) {
      const undone = await context.withMigrator((each) => each.pretendRollback(options), name)
      printStatements(undone, name, call)
      return exitCode.ok
    }
    const warning = 'migrate:rollback drops what migrations have created, with its data'
    if (!(await hasConsent(context, call, warning))) return exitCode.failed
    return context.withMigrator(async (migrator) => {
      const printing = { verb: 'Rolled back', name, print: call.print }
      const count = await tellCompleted(migrator.rollback(options), printing)
      if (count === 0) call.print(nothingToDo)
      return exitCode.ok
    }, name)
  },
}

export const migrateFresh: Command<CommandContext> = {
  name: 'migrate:fresh',
  summary: 'Drop every table and run all migrations again (in production only with --force)',
  options: {
    seed: { type: 'boolean', summary: 'Run the seeders afterwards' },
    ...destructiveOptions,
    ...databaseOption,
  },
  async run(context, call) {
    const { application } = context
    const seeders = call.has('seed') ? await loadSeeders(toSeedersFolder(application)) : undefined
    const names = selectDatabases(application, call)
    if (call.has('pretend')) return pretendFresh(context, names, call)
    if (!(await hasConsent(context, call, 'migrate:fresh drops every table')))
      return exitCode.failed
    if (seeders === undefined) {
      for (const name of names) {
        await context.withMigrator((migrator) => startAgain(migrator, name, call), name)
      }
      return exitCode.ok
    }
    // Seeders get the same services as under `db:seed`, on one connection, as in-memory databases need.
    await context.withServices(async ({ databases }) => {
      for (const database of databases.filter((each) => names.includes(each.name))) {
        const migrator = createApplicationMigrator(application, database, { log: context.log })
        await startAgain(migrator, database.name, call)
      }
      await runSeeders(seeders, call.print)
    }, withoutTimeLimits)
    return exitCode.ok
  },
}

/** Prints the statements that would drop the tables, and the migrations that would run again. */
async function pretendFresh(
  context: CommandContext,
  names: readonly (string | undefined)[],
  { print }: CommandCall,
): Promise<number> {
  for (const name of names) {
    await context.withMigrator(async (migrator) => {
      for (const statement of await migrator.pretendFresh()) print(`${statement};`)
      for (const migration of await migrator.status()) {
        if (migration.state !== 'missing') print(`-- ${toPrefix(name)}${migration.name}`)
      }
    }, name)
  }
  return exitCode.ok
}

async function startAgain(
  migrator: Migrator,
  name: string | undefined,
  { print }: CommandCall,
): Promise<void> {
  const count = await tellCompleted(migrator.fresh(), { verb: 'Migrated', name, print })
  if (count === 0) print(nothingToDo)
}

interface Printing {
  readonly verb: string
  /** The name of the database. */
  readonly name: string | undefined
  readonly print: (line: string) => void
}

/** Prints the migrations that have completed, also if a later one failed, and returns their number. */
async function tellCompleted(
  running: Promise<readonly CompletedMigration[]>,
  printing: Printing,
): Promise<number> {
  try {
    const completed = await running
    printMigrations(completed, printing)
    return completed.length
  } catch (error) {
    if (error instanceof MigrationFailed) printMigrations(error.completed, printing)
    throw error
  }
}

function printMigrations(
  completed: readonly CompletedMigration[],
  { verb, name: database, print }: Printing,
): void {
  for (const { name, durationMs } of completed) {
    print(`${verb} ${toPrefix(database)}${name} (${Math.round(durationMs)} ms)`)
  }
}

const nothingToDo = 'Nothing to do.'

/** Parses a whole number from 1; returns `undefined` if absent, `null` if invalid. */
function toCount(text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null
}
