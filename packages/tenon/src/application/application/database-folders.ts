import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { SetupError } from '../support/setup-error.ts'
import type { ApplicationOptions } from './application-options.ts'

/** Where an application keeps its migrations. Throws `E_FOLDER_MISSING`, see `assertNamedFolder`. */
export function toMigrationsFolder(application: ApplicationOptions): string {
  assertNamedFolder(application, 'migrations')
  return toFutureMigrationsFolder(application)
}

/** The same where the first migration may still have to be written. */
export function toFutureMigrationsFolder({ root, migrations }: ApplicationOptions): string {
  return join(root, migrations ?? 'database/migrations')
}

/** Where an application keeps its seeders. Throws `E_FOLDER_MISSING`, see `assertNamedFolder`. */
export function toSeedersFolder(application: ApplicationOptions): string {
  assertNamedFolder(application, 'seeders')
  return join(application.root, application.seeders ?? 'database/seeders')
}

/**
 * A folder that the application names must be there: without its migrations a build would find
 * nothing to migrate, and serve beside a schema that is behind.
 */
function assertNamedFolder(
  application: ApplicationOptions,
  option: 'migrations' | 'seeders',
): void {
  const { [option]: folder, root } = application
  if (folder === undefined || existsSync(join(root, folder))) return
  throw new SetupError(
    'E_FOLDER_MISSING',
    `There is no folder "${folder}" in "${root}", where the application says its ${option} are. Create it; a build has it when it is made by "tenon build --${option}=${folder}".`,
  )
}
