import { mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { SetupError } from '../../../base/support/setup-error.ts'
import { splitCapitals } from '../../../base/support/values/split-capitals.ts'
import { loadMigrations } from '../migration-source.ts'
import { describeOperation, isConcurrent, type Operation } from '../operation.ts'
import type { OwnerPolicy } from '../operation.ts'
import { applyOperation } from './apply-operation.ts'
import { migrationText } from './migration-text.ts'
import { pairTablesOf } from './pair-tables.ts'
import { type ModelTable, type Schema, schemaOf } from './schema.ts'
import { type AnswerRename, findDifference } from './schema-difference.ts'
import {
  formatSnapshot,
  readSnapshot,
  type SchemaSnapshot,
  toKnownSchema,
} from './schema-snapshot.ts'

/** The sources of the schemas: the models and the migrations. */
export interface SchemaSources {
  readonly models: Iterable<ModelTable>
  /** The policies of owned tables, with row level security. Default: none. */
  readonly policies?: ReadonlyMap<string, OwnerPolicy>
  /** The folder of migrations. */
  readonly folder: string
  /** The file of the snapshot, by convention `database/schema.json`. */
  readonly snapshot: string
}

/** Options of `makeMigration`. */
export interface MakeMigrationOptions extends SchemaSources {
  /** What the migration does, in a few words: `add author to posts`. */
  readonly name: string
  /** Called for each new table or column if an old one is gone, which may have been renamed. Default: it is new. */
  readonly answerRename?: AnswerRename
  /** The date in the migration's name. Default: now. */
  readonly date?: Date
}

/** A migration that has been written. */
export interface MadeMigration {
  readonly name: string
  readonly path: string
  /** The paths of the migrations that run after it and have to be separate. */
  readonly later: readonly string[]
  readonly operations: readonly Operation[]
}

/** The operations of a new migration, and the schema before and after it. */
export interface MigrationPlan {
  readonly operations: readonly Operation[]
  readonly before: SchemaSnapshot
  readonly after: Schema
}

/**
 * Writes the migration that makes the schema match the models, and the new snapshot.
 *
 * Returns `undefined` and writes nothing if they match. Takes migrations into account that were written by
 * hand since the snapshot, except for `execute`, whose effects are unknown.
 *
 * Throws `E_MIGRATION_NAME` for an invalid name, `E_MIGRATION_PRIMARY_KEY` if a primary key would change, and
 * `E_SCHEMA_SNAPSHOT` or `E_MIGRATION_MISSING` if the snapshot or a migration cannot be read.
 */
export async function makeMigration(
  options: MakeMigrationOptions,
): Promise<MadeMigration | undefined> {
  const plan = await planMigration(options, options.answerRename)
  return plan && writeMigration(plan, options)
}

/** Compares models and migrations; returns `undefined` if they match. */
export async function planMigration(
  sources: SchemaSources,
  answerRename: AnswerRename = isNew,
): Promise<MigrationPlan | undefined> {
  const before = await readSchema(sources)
  const wanted = wantedSchema(sources, before.schema)
  const known = toKnownSchema(before.schema, before.files, wanted)
  const operations = await findDifference(known, wanted, answerRename)
  if (operations.length === 0) return undefined
  const after = withModels(operations.reduce(applyOperation, known), wanted)
  return { operations, before, after }
}

/**
 * Writes a planned migration. Operations that fill a mirror get separate files, which run after it. Throws
 * `E_MIGRATION_NAME` for a name without a letter or with more than 200 characters.
 */
export async function writeMigration(
  { operations, before, after }: MigrationPlan,
  { folder, snapshot, name: words, date = new Date() }: MakeMigrationOptions,
): Promise<MadeMigration> {
  const name = toMigrationName(words, date, before.migrations)
  const path = join(folder, `${name}.ts`)
  const migrations = [...before.migrations, name]
  const alone = operations.filter(isConcurrent)
  const later: string[] = []
  await write(path, migrationText(operations.filter((operation) => !isConcurrent(operation))))
  for (const operation of alone) {
    const next = toMigrationName(`fill ${words}`, date, migrations)
    migrations.push(next)
    later.push(join(folder, `${next}.ts`))
    await write(join(folder, `${next}.ts`), migrationText([operation]))
  }
  await write(snapshot, formatSnapshot({ migrations, schema: after }))
  return { name, path, later, operations }
}

/** Lists the operations that are missing in the migrations, compared to the models. */
export async function findDrift(sources: SchemaSources): Promise<string[]> {
  const { schema, files } = await readSchema(sources)
  const wanted = wantedSchema(sources, schema)
  const operations = await findDifference(toKnownSchema(schema, files, wanted), wanted, isNew)
  return operations.map(describeOperation)
}

/** The tables of the models and their pivot tables. An existing pivot table stays as it is. */
export function wantedSchema(
  { models, policies }: Pick<SchemaSources, 'models' | 'policies'>,
  before: Schema,
): Schema {
  const listed = [...models].filter((model) => model['~isView'] !== true)
  const pairs = [...pairTablesOf(listed)].map(
    ([name, table]) => [name, { ...(before.get(name) ?? table), hasModel: false }] as const,
  )
  return new Map([...pairs, ...schemaOf(listed, policies)])
}

/** The schema after all migrations. */
export interface MigratedSchema extends SchemaSnapshot {
  /** The schema according to the current files alone, without the snapshot. */
  readonly files: Schema
}

/**
 * Reads the snapshot and applies the migrations that it does not contain. If the files of its last migrations are gone,
 * they were withdrawn, and the schema is computed from the files. Throws `E_MIGRATION_MISSING` if the file of an
 * earlier migration is gone, because an empty database would lack its tables.
 */
export async function readSchema(
  sources: Pick<SchemaSources, 'folder' | 'snapshot'>,
): Promise<MigratedSchema> {
  const { migrations, schema } = await readSnapshot(sources.snapshot)
  const known = new Set(migrations)
  const all = await loadMigrations(sources.folder)
  const later = all.filter(({ name }) => !known.has(name))
  const empty: Schema = new Map()
  const files = all.flatMap(({ migration }) => migration.up).reduce(applyOperation, empty)
  const names = all.map(({ name }) => name)
  const missing = migrations.filter((name) => !names.includes(name))
  const [lost] = missing.filter((name) => name < (names.at(-1) ?? ''))
  if (lost !== undefined) throw withoutFile(lost, sources.snapshot)
  if (missing.length > 0) return { files, migrations: names, schema: files }

  // Add the search indexes, because snapshots of older versions do not contain them.
  const searches = all
    .filter(({ name }) => known.has(name))
    .flatMap(({ migration }) => migration.up)
    .filter((operation) => operation.kind === 'execute')

  return {
    files,
    migrations: [...migrations, ...later.map(({ name }) => name)],
    schema: [...searches, ...later.flatMap(({ migration }) => migration.up)].reduce(
      applyOperation,
      schema,
    ),
  }
}

function withoutFile(name: string, snapshot: string): SetupError {
  const file = basename(snapshot)
  return new SetupError(
    'E_MIGRATION_MISSING',
    `${file} contains the migration "${name}", whose file does not exist. Restore the file. To go on without it, delete ${file}: make:migration writes it again, from the files that are there.`,
  )
}

const isNew: AnswerRename = async () => undefined

function withModels(schema: Schema, models: Schema): Schema {
  return new Map(
    [...schema].map(([name, table]) => [
      name,
      {
        ...table,
        hasModel: models.get(name)?.hasModel ?? false,
        searched: models.get(name)?.searched,
      },
    ]),
  )
}

/** The name of a migration that runs after these. Throws `E_MIGRATION_NAME` for words without a letter, or too many. */
export function toMigrationName(words: string, date: Date, migrations: readonly string[]): string {
  const slug = splitCapitals(words)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[_0-9]+|_+$/g, '')
  if (slug.length > NAME_LIMIT) {
    throw new SetupError(
      'E_MIGRATION_NAME',
      `The name of the migration has ${slug.length} characters. Use at most ${NAME_LIMIT}, which every file system takes.`,
    )
  }
  if (slug !== '') return `${toStamp(date, migrations.toSorted().at(-1))}_${slug}`
  throw new SetupError(
    'E_MIGRATION_NAME',
    `"${words}" does not say what the migration does. Use a name like "add author to posts".`,
  )
}

/** The maximum length of a name without its time. File systems accept 255 bytes. */
const NAME_LIMIT = 200

/** The time in UTC, `2026_11_20_093000`. If the clock is behind the last migration, its stamp plus one. */
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
