import { exitCode, type Command } from '../../console/command.ts'
import { findDrift } from '../../migrations/difference/make-migration.ts'
import { toSchemaSources } from '../application-schema.ts'
import type { CommandContext } from '../command-context.ts'

/** For CI: asks no database, so it needs none. */
export const schemaCheck: Command<CommandContext> = {
  name: 'schema:check',
  summary: 'Fail when the models have what the migrations have not',
  async run({ application, fail }, { print }) {
    const drift = await findDrift(toSchemaSources(application))
    if (drift.length === 0) {
      print('The migrations have everything that the models have.')
      return exitCode.ok
    }
    for (const operation of drift) print(operation)
    fail('The models and the migrations differ. Run make:migration, and commit what it writes.')
    return exitCode.failed
  },
}
