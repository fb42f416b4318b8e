import type { Database } from '../../data/database/database.ts'
import { readRowLevelSecurity } from '../../data/introspection/postgres/row-level-security.ts'
import { error, type Finding, warning, when } from './finding.ts'

/** Checks that the policies of owners exist, and that they bind the database role of the application. */
export async function checkRowLevelSecurity(
  database: Database,
  tables: Iterable<string>,
): Promise<readonly Finding[]> {
  const state = await readRowLevelSecurity(database, tables)
  if (state === undefined) {
    return [
      warning(
        'ownership',
        'SQLite has no row level security, so raw SQL without an owner sees all rows',
        'Use PostgreSQL where that matters.',
      ),
    ]
  }
  const { bypassedBy, unguarded } = state
  return [
    ...when(
      bypassedBy !== undefined,
      error(
        'ownership',
        `Row level security does not bind this role, because it ${bypassedBy === 'superuser' ? 'is a superuser' : 'has BYPASSRLS'}`,
        'Connect with a role of its own: create role app login nosuperuser nobypassrls.',
      ),
    ),
    ...when(
      unguarded.length > 0,
      error(
        'ownership',
        `Every statement sees all rows of ${unguarded.join(', ')}`,
        'Run the commands "make:migration" and "migrate", or "schema:check --database".',
      ),
    ),
  ]
}
