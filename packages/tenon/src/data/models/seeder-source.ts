import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { SetupError } from '../../base/support/setup-error.ts'
import type { Seeder } from './seeder.ts'

/** A seeder and the name of its file, without the extension. */
export interface NamedSeeder {
  readonly name: string
  readonly run: Seeder
}

/**
 * Loads the seeders of a folder in the order of their names; if `names` is not empty, only those.
 *
 * Throws `E_SEEDER_UNKNOWN` for a name without a file, `E_SEEDER_FILE` for a file without a seeder.
 */
export async function loadSeeders(
  folder: string,
  names: readonly string[] = [],
): Promise<NamedSeeder[]> {
  const files = findFiles(folder)
  const unknown = names.find((name) => !files.has(name))
  if (unknown !== undefined) throw unknownSeeder(unknown, files)

  const chosen = [...files].filter(([name]) => names.length === 0 || names.includes(name))
  return Promise.all(chosen.map(async ([name, path]) => ({ name, run: await loadFile(path) })))
}

/** Paths by name, in the order of the names. */
function findFiles(folder: string): ReadonlyMap<string, string> {
  const files = globSync('*.{ts,js}', { cwd: folder })
    .filter((file) => !/\.(?:d|test)\.[jt]s$/.test(file))
    .toSorted()
  return new Map(files.map((file) => [file.replace(/\.[jt]s$/, ''), join(folder, file)]))
}

async function loadFile(path: string): Promise<Seeder> {
  const { default: run } = (await import(pathToFileURL(path).href)) as { default?: unknown }
  if (isSeeder(run)) return run
  throw new SetupError(
    'E_SEEDER_FILE',
    `The file "${path}" does not export a seeder. Write: export default async () => { … }.`,
  )
}

function isSeeder(value: unknown): value is Seeder {
  return typeof value === 'function'
}

function unknownSeeder(name: string, files: ReadonlyMap<string, string>): SetupError {
  const known = [...files.keys()].join(', ') || 'none'
  return new SetupError('E_SEEDER_UNKNOWN', `Unknown seeder "${name}". Available: ${known}.`)
}
