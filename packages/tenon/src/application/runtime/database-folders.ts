import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { SetupError } from '../../base/support/setup-error.ts'
import type { ApplicationOptions } from './application-options.ts'

/**
 * Returns the migrations folder of the default database, or of the named one. Throws `E_FOLDER_MISSING` as
 * `assertNamedFolder` does.
 */
export function toMigrationsFolder(application: ApplicationOptions, database?: string): string {
  if (database === undefined) assertNamedFolder(application, 'migrations')
  return toFutureMigrationsFolder(application, database)
}

/** Returns the migrations folder, which may not exist until the first migration is written. */
export function toFutureMigrationsFolder(
  { root, migrations = 'database/migrations' }: ApplicationOptions,
  database?: string,
): string {
  return join(root, database === undefined ? migrations : `database/${database}`)
}

/** Returns the seeders folder. Throws `E_FOLDER_MISSING` as `assertNamedFolder` does. */
export function toSeedersFolder(application: ApplicationOptions): string {
  assertNamedFolder(application, 'seeders')
  return join(application.root, application.seeders ?? 'database/seeders')
}

/**
 * Throws `E_FOLDER_MISSING` unless a folder that the application names exists.
 *
 * Without its migrations, a build would find nothing to migrate, and would serve with an outdated schema.
 */
function assertNamedFolder(
  application: ApplicationOptions,
  option: 'migrations' | 'seeders',
): void {
  const { [option]: folder, root } = application
  if (folder === undefined || existsSync(join(root, folder))) return
  throw new SetupError(
    'E_FOLDER_MISSING',
    `There is no folder "${folder}" in "${root}", where the application says its ${option} are. Create it. A build contains it if you build with "tenon build --${option}=${folder}".`,
  )
}
