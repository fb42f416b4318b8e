import { SetupError } from '../../base/support/setup-error.ts'
import { type AnyModel, entityOf } from '../../data/records/entity.ts'

/**
 * Checks the users of an application. Throws `E_ACCOUNTS` if two kinds of users have tables with the same name in
 * different databases: sessions, cookies and links tell users apart by the name of their table.
 */
export function assertAccounts(models: readonly AnyModel[]): void {
  const databases = new Map<string, string | undefined>()
  for (const { table, account } of models.map(entityOf)) {
    if (account === undefined) continue
    if (databases.has(table.name))
      throw tableTaken(table.name, [databases.get(table.name), table.database])
    databases.set(table.name, table.database)
  }
}

function tableTaken(table: string, databases: readonly (string | undefined)[]): SetupError {
  const [one, other] = databases.map((name) =>
    name === undefined ? 'in the default database' : `in "${name}"`,
  )
  return new SetupError(
    'E_ACCOUNTS',
    `Two accounts() have users in tables named "${table}", one ${one} and one ${other}. One session cannot tell them apart: a user would get the session of the other. Rename one of the tables.`,
  )
}
