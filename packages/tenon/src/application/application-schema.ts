import { dirname, join } from 'node:path'
import type { SchemaSources } from '../migrations/difference/make-migration.ts'
import { assertModels } from '../relations/assert-models.ts'
import { SetupError } from '../support/setup-error.ts'
import type { ApplicationOptions } from './application-options.ts'
import { toFutureMigrationsFolder } from './database-folders.ts'

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
  const folder = toFutureMigrationsFolder(application)
  return { models, folder, snapshot: join(dirname(folder), 'schema.json') }
}
