import { dirname, join, relative } from 'node:path'
import { writeFileSync } from 'node:fs'
import { isOwnTable } from '../../application/runtime/databases/own-tables.ts'
import { loadSettings } from '../../application/config/settings.ts'
import { exitCode, type CommandCall } from '../../base/console/command.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { createDatabase } from '../../data/drivers/create-database.ts'
import type { Database } from '../../data/database/database.ts'
import { readOtherSchemas } from '../../data/introspection/postgres/other-schemas.ts'
import { readLiveSchema } from '../../data/introspection/live-schema.ts'
import { readSchema, toMigrationName } from '../../data/migrations/difference/make-migration.ts'
import { formatSnapshot } from '../../data/migrations/difference/schema-snapshot.ts'
import { recordApplied } from '../../data/migrations/journal.ts'
import { applyPlan } from '../../scaffolding/generators/apply-plan.ts'
import { openProject } from '../../scaffolding/generators/project.ts'
import { findExistingModels, hasView } from '../../scaffolding/pull/existing-models.ts'
import { planPull, type PulledPlan } from '../../scaffolding/pull/plan-pull.ts'

/** Pulls a database into the application in a folder. In the database, it changes only the list of migrations. */
export async function pullDatabase(root: string, call: CommandCall): Promise<number> {
  const { databaseUrl } = loadSettings('working')
  // Examining the contents must see the rows of all owners.
  const options = { statementTimeout: '10m', rowLevelSecurity: true } as const
  await using database = createDatabase(databaseUrl, options)
  return await pull(root, database, call)
}

async function pull(root: string, database: Database, call: CommandCall): Promise<number> {
  const migrations = join(root, 'database/migrations')
  const snapshot = join(dirname(migrations), 'schema.json')
  const before = await readSchema({ folder: migrations, snapshot })
  await assertOwnJournal(database)
  const left = new Set<string>()
  const found = await readLiveSchema(database, (table, columns) => {
    const isOwn = isOwnTable(table, columns)
    if (isOwn) left.add(table)
    return isOwn || before.schema.has(table)
  })
  const project = openProject(root)
  const live = { ...found, views: found.views.filter(({ name }) => !hasView(project, name)) }
  const name = toMigrationName('create existing tables', new Date(), before.migrations)
  const pulled = planPull(live, {
    dialect: database.dialect,
    migrationPath: `database/migrations/${name}.ts`,
    existing: findExistingModels(project, before.schema),
  })
  if (pulled.plan.files.length === 0) {
    call.fail(
      `${database.description} has no tables or views that your migrations or models do not have already. Check DATABASE_URL.`,
    )
    return exitCode.failed
  }

  // In a transaction: if a file cannot be written, the migration is not recorded either.
  await database.transaction(async () => {
    if (live.schema.size > 0) await recordApplied(database, name)
    applyPlan(pulled.plan, project, call.print)
    if (live.schema.size === 0) return
    const schema = new Map([...before.schema, ...pulled.schema])
    writeFileSync(snapshot, formatSnapshot({ migrations: [...before.migrations, name], schema }))
  })
  if (live.schema.size > 0) {
    call.print(`Wrote ${relative(root, snapshot)}`)
    call.print(`Recorded ${name} as applied in ${database.description}`)
  }
  if (left.size > 0) call.print(tellLeft([...left]))
  printRemarks([...pulled.remarks, ...(await readOtherSchemas(database))], call)
  return exitCode.ok
}

function tellLeft(names: readonly string[]): string {
  const quoted = names.map((name) => `"${name}"`).join(', ')
  const [tables, them] = names.length === 1 ? ['table', 'it'] : ['tables', 'them']
  return `Left out the ${tables} ${quoted}: Tenon, or an earlier version of it, keeps ${them} itself`
}

function printRemarks(remarks: PulledPlan['remarks'], { print }: CommandCall): void {
  if (remarks.length === 0) return
  const count = remarks.length === 1 ? '1 thing' : `${remarks.length} things`
  print(`\nTo do: ${count} that the models and the migration do not contain`)
  for (const { place, text } of remarks) print(`  [ ] ${place} ${text}`)
}

/** Throws `E_PULL_MIGRATIONS` if another tool's table has this name, because it cannot record our migrations. */
async function assertOwnJournal(database: Database): Promise<void> {
  const { schema } = await readLiveSchema(database, (name) => name !== 'migrations')
  const columns = schema.get('migrations')?.columns
  if (columns === undefined || ['name', 'batch', 'ran_at'].every((name) => columns[name])) return
  throw new SetupError(
    'E_PULL_MIGRATIONS',
    'The table "migrations" belongs to another tool, and Tenon records its migrations under the same name. Rename that table first: alter table migrations rename to old_migrations.',
  )
}
