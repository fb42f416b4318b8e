import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ifThere } from '../../base/support/files/if-there.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { isMigration, type Migration } from './migration.ts'

/** A migration, and its name in the journal. */
export interface NamedMigration {
  /** The file's name without its extension: `2026_11_20_000001_create_todos`. */
  readonly name: string
  readonly migration: Migration
}

/** The source of migrations: the path of a folder, or a list. */
export type MigrationSource = string | readonly NamedMigration[]

/** Lists the names of all migrations in the order in which they run. Does not load the files. */
export async function listMigrations(source: MigrationSource): Promise<string[]> {
  if (typeof source !== 'string') return sortedByName(source).map(({ name }) => name)
  return (await findFiles(source)).map(({ name }) => name)
}

/**
 * Loads all migrations in the order in which they run.
 *
 * Throws `E_MIGRATION_NAME`, `E_MIGRATION_DUPLICATE` or `E_MIGRATION_FILE`, each with the file's name.
 */
export async function loadMigrations(source: MigrationSource): Promise<NamedMigration[]> {
  if (typeof source !== 'string') return sortedByName(source)
  return Promise.all((await findFiles(source)).map(loadFile))
}

interface MigrationFile {
  readonly name: string
  readonly path: string
}

const grammar = /^\d{4}_\d{2}_\d{2}_\d{6}_[a-z][a-z0-9_]*$/

/** Files that builds and operating systems create: declarations, source maps, hidden files. */
const ignored = /^\.|\.d\.ts$|\.map$/

async function findFiles(folder: string): Promise<MigrationFile[]> {
  const entries = ((await ifThere(readdir(folder))) ?? []).filter((entry) => !ignored.test(entry))
  return sortedByName(
    entries.map((entry) => {
      const [name = '', ending] = entry.split(/(?=\.[^.]*$)/)
      if (ending !== '.ts' && ending !== '.js') throw badName(join(folder, entry))
      return { name, path: join(folder, entry) }
    }),
  )
}

async function loadFile({ name, path }: MigrationFile): Promise<NamedMigration> {
  const migration = (await importFile(path)).default
  if (!isMigration(migration)) {
    throw new SetupError(
      'E_MIGRATION_FILE',
      `The file "${path}" does not export a migration. Write: export default migration([…]).`,
    )
  }
  return { name, migration }
}

async function importFile(path: string): Promise<{ default?: unknown }> {
  try {
    return (await import(pathToFileURL(path).href)) as { default?: unknown }
  } catch (error) {
    const code = error instanceof SetupError ? error.code : 'E_MIGRATION_FILE'
    const message = error instanceof Error ? error.message : String(error)
    throw new SetupError(code, `The migration "${path}" cannot be loaded. ${message}`, {
      cause: error,
    })
  }
}

function sortedByName<Named extends { readonly name: string; readonly path?: string }>(
  migrations: readonly Named[],
): Named[] {
  const sorted = migrations.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  for (const [i, { name, path = name }] of sorted.entries()) {
    if (!grammar.test(name)) throw badName(path)
    if (sorted[i + 1]?.name === name) throw duplicate(name)
  }
  return sorted
}

function badName(path: string): SetupError {
  return new SetupError(
    'E_MIGRATION_NAME',
    `"${path}" is not a valid migration name. Use a name like 2026_11_20_000001_create_todos.ts, or move the file elsewhere.`,
  )
}

function duplicate(name: string): SetupError {
  return new SetupError(
    'E_MIGRATION_DUPLICATE',
    `There are two migrations "${name}". Remove or rename one of them.`,
  )
}
