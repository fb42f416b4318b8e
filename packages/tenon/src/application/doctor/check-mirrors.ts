import type { Database } from '../../data/database/database.ts'
import { readMirrorState } from '../../data/introspection/comparison/mirror-state.ts'
import type { Schema } from '../../data/migrations/difference/schema.ts'
import { error, type Finding, warning } from './finding.ts'

interface MirrorCheck {
  readonly schema: Schema
  /** Whether the database has migrations of a newer version, which this one does not have. */
  readonly isAhead: boolean
}

/** Checks the triggers that keep a renamed column and its new columns the same. */
export async function checkMirrors(
  database: Database,
  { schema, isAhead }: MirrorCheck,
): Promise<readonly Finding[]> {
  const { open, missing, undeclared } = await readMirrorState(schema, database)
  return [
    ...missing.map(({ table, from, to }) =>
      error(
        `${table}.${from}`,
        `The trigger that writes it to ${to.join(', ')} and back is missing or turned off`,
        'Run the command "schema:check --database", which says how to create it again.',
      ),
    ),
    ...open.map(({ table, from, to }) =>
      warning(
        `${table}.${from}`,
        `It is also ${to.join(', ')}: a trigger writes both, with each row`,
        `Once no replica of the version before runs, remove .was('${from}') from the model, and run "node main.ts make:migration --drop finish_${table}_${from}".`,
      ),
    ),
    ...undeclared.map(({ table, trigger }) =>
      isAhead
        ? warning(
            table,
            `A newer version has begun to change one of its columns: the trigger ${trigger} writes the values for both versions`,
            'Keep the trigger. Deploy the newer version again and finish the change with it, or take the change back with migrate:rollback of the newer version.',
          )
        : warning(
            table,
            `The trigger ${trigger} writes a former column, and no model declares it`,
            'Run the command "make:migration" where you develop the application, and deploy the migration that it writes.',
          ),
    ),
  ]
}
