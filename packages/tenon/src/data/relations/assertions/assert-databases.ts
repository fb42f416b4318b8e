import { SetupError } from '../../../base/support/setup-error.ts'
import type { NamedDatabase } from '../../database/named/named-database.ts'
import { type AnyModel, entityOf } from '../../records/entity.ts'

/**
 * Checks the named databases of an application, and that its models use no others.
 *
 * Throws `E_DATABASE_NAME` if two databases have the same name, and `E_MODEL_DATABASE` if a model uses a
 * database that is not listed.
 */
export function assertDatabases(
  databases: readonly NamedDatabase[],
  models: readonly AnyModel[],
): void {
  const names = new Set<string | undefined>([undefined])
  for (const { name } of databases) {
    if (names.has(name)) throw nameTaken(name)
    names.add(name)
  }
  for (const model of models) {
    const { name: table, database } = entityOf(model).table
    if (!names.has(database)) throw notListed(table, database)
  }
}

function nameTaken(name: string): SetupError {
  return new SetupError(
    'E_DATABASE_NAME',
    `Two databases are named "${name}". Declare it once with namedDatabase(), and import it where you need it.`,
  )
}

function notListed(table: string, database = ''): SetupError {
  return new SetupError(
    'E_MODEL_DATABASE',
    `The model of "${table}" uses the database "${database}", which the application does not list. Pass it: application({ databases: [${database}] }).`,
  )
}
