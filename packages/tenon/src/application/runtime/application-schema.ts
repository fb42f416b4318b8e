import { dirname, join } from 'node:path'
import type { SchemaSources } from '../../data/migrations/difference/make-migration.ts'
import { assertModels } from '../../data/relations/assertions/assert-models.ts'
import { policiesOf } from '../../data/relations/policies-of.ts'
import { entityOf } from '../../data/records/entity.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import type { ApplicationOptions } from './application-options.ts'
import { toFutureMigrationsFolder } from './database-folders.ts'

/**
 * Returns the models, migrations folder and snapshot of an application's default database, or of the
 * named one. Throws `E_NO_MODELS`.
 */
export function toSchemaSources(application: ApplicationOptions, database?: string): SchemaSources {
  if (application.models === undefined) {
    throw new SetupError(
      'E_NO_MODELS',
      'The application does not list its models. Pass them: application({ models: { … } }).',
    )
  }
  const all = Object.values(application.models)
  assertModels(all)
  const models = all.filter((model) => entityOf(model).table.database === database)
  const folder = toFutureMigrationsFolder(application, database)
  const snapshot = database === undefined ? 'schema.json' : `schema.${database}.json`
  const sources = { models, folder, snapshot: join(dirname(folder), snapshot) }
  if (application.ownership?.rowLevelSecurity !== true) return sources
  return { ...sources, policies: policiesOf(models) }
}
