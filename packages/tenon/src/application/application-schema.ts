import { dirname, join } from 'node:path'
import type { SchemaSources } from '../migrations/difference/make-migration.ts'
import { assertModels } from '../relations/assert-models.ts'
import { SetupError } from '../support/setup-error.ts'
import type { ApplicationOptions } from './application-options.ts'
import { toMigrationsFolder } from './command-context.ts'

/** Where an application's models, migrations and snapshot are. Throws `E_NO_MODELS`. */
export function toSchemaSources(application: ApplicationOptions): SchemaSources {
  if (application.models === undefined) {
    throw new SetupError(
      'E_NO_MODELS',
      'The application does not say which models it has. Name them: application({ models: { … } }).',
    )
  }
  const models = Object.values(application.models)
  assertModels(models)
  const folder = toMigrationsFolder(application)
  return { models, folder, snapshot: join(dirname(folder), 'schema.json') }
}

/** Where an application keeps its seeders. */
export function toSeedersFolder({ root, seeders }: ApplicationOptions): string {
  return join(root, seeders ?? 'database/seeders')
}
