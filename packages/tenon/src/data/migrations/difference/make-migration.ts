import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { SetupError } from '../../support/setup-error.ts'
import { loadMigrations } from '../migration-source.ts'
import { describeOperation, type Operation } from '../operation.ts'
import { applyOperation } from './apply-operation.ts'
import { migrationText } from './migration-text.ts'
import { pairTablesOf } from './pair-tables.ts'
import { type ModelTable, type Schema, schemaOf } from './schema.ts'
import { type AnswerRename, findDifference } from './schema-difference.ts'
import { formatSnapshot, readSnapshot, type SchemaSnapshot } from './schema-snapshot.ts'

/** Where the schema of the models and that of the migrations are to be found. */
export interface SchemaSources {
  readonly models: Iterable<ModelTable>
  /** The folder of migrations. */
  readonly folder: string
  /** The file of the snapshot, by convention `database/schema.json`. */
  readonly snapshot: string
}

/** Options of `makeMigration`. */
export interface MakeMigrationOptions extends SchemaSources {
  /** What the migration does, in a few words: `add author to posts`. */
  readonly name: string
  /** Asked for everything new while something old of its kind is gone. Default: it is new. */
  readonly answerRename?: AnswerRename
  /** Default: now. */
  readonly date?: Date
}

/** A migration that was written. */
export interface MadeMigration {
  readonly name: string
  readonly path: string
  readonly operations: readonly Operation[]
}

/** What a migration is going to do, and the schema before and after it. */
export interface MigrationPlan {
  readonly operations: readonly Operation[]
  readonly before: SchemaSnapshot
  readonly after: Schema
}

/**
 * Writes the migration that brings the schema to what the models say, and the snapshot after it.
 *
 * Answers `undefined`, and writes nothing, when they agree. Migrations that were written by hand
 * since the snapshot count as well; what they do with `sql` cannot be seen.
 */
export async function makeMigration(
  options: MakeMigrationOptions,
): Promise<MadeMigration | undefined> {
  const plan = await planMigration(options, options.answerRename)
  return plan && writeMigration(plan, options)
}

/** Compares models and migrations; `undefined` when they agree. */
export async function planMigration(
  sources: SchemaSources,
  answerRename: AnswerRename = isNew,
): Promise<MigrationPlan | undefined> {
  const before = await readSchema(sources)
  const wanted = wantedSchema(sources.models, before.schema)
  const operations = await findDifference(before.schema, wanted, answerRename)
  if (operations.length === 0) return undefined
  const after = withModels(operations.reduce(applyOperation, before.schema), wanted)
  return { operations, before, after }
}

/** Writes what was planned. Throws `E_MIGRATION_NAME` for a name without a letter. */
export async function writeMigration(
  { operations, before, after }: MigrationPlan,
  { folder, snapshot, name: words, date = new Date() }: MakeMigrationOptions,
): Promise<MadeMigration> {
  const name = toName(words, date, before.migrations)
  const path = join(folder, `${name}.ts`)
  const migrations = [...before.migrations, name]
  await write(path, migrationText(operations))
  await write(snapshot, formatSnapshot({ migrations, schema: after }))
  return { name, path, operations }
}

/** Lists what the models have and the migrations have not, empty when they agree. */
export async function findDrift(sources: SchemaSources): Promise<string[]> {
  const { schema } = await readSchema(sources)
  const operations = await findDifference(schema, wantedSchema(sources.models, schema), isNew)
  return operations.map(describeOperation)
}

/** The tables of the models, and of their pairs: one of these that is there already is left as it is. */
function wantedSchema(models: Iterable<ModelTable>, before: Schema): Schema {
  const listed = [...models]
  const pairs = [...pairTablesOf(listed)].map(
    ([name, table]) => [name, { ...(before.get(name) ?? table), hasModel: false }] as const,
  )
  return new Map([...pairs, ...schemaOf(listed)])
}

/** The snapshot, and what the migrations that are not in it have changed since. */
async function readSchema(sources: SchemaSources): Promise<SchemaSnapshot> {
  const { migrations, schema } = await readSnapshot(sources.snapshot)
  const known = new Set(migrations)
  const later = (await loadMigrations(sources.folder)).filter(({ name }) => !known.has(name))

  return {
    migrations: [...migrations, ...later.map(({ name }) => name)],
    schema: later.flatMap(({ migration }) => migration.up).reduce(applyOperation, schema),
  }
}

const isNew: AnswerRename = async () => undefined

function withModels(schema: Schema, models: Schema): Schema {
  return new Map(
    [...schema].map(([name, table]) => [
      name,
      { ...table, hasModel: models.get(name)?.hasModel ?? false },
    ]),
  )
}

function toName(words: string, date: Date, migrations: readonly string[]): string {
  const slug = words
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[_0-9]+|_+$/g, '')
  if (slug !== '') return `${toStamp(date, migrations.toSorted().at(-1))}_${slug}`
  throw new SetupError(
    'E_MIGRATION_NAME',
    `"${words}" does not say what the migration does. Name it like "add author to posts".`,
  )
}

/** The moment in UTC, `2026_11_20_093000`; one more than the last, should the clock be behind it. */
function toStamp(date: Date, last = ''): string {
  const [day = '', time = ''] = date.toISOString().split(/[T.]/)
  const now = `${day.replaceAll('-', '_')}_${time.replaceAll(':', '')}`
  if (now > last.slice(0, now.length)) return now

  const [lastDay, lastNumber] = [last.slice(0, 11), Number(last.slice(11, 17))]
  return `${lastDay}${String(lastNumber + 1).padStart(6, '0')}`
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}
