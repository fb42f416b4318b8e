import { AccountTables } from '../authentication/account-tables.ts'
import { authenticatorTable } from './authenticator-table.ts'
import { recoveryCodeTable } from './recovery-code-table.ts'

/** The tables of authenticators and recovery codes, in the database with this name. */
export function createSecondFactorTables(database: string | undefined): AccountTables {
  return new AccountTables([authenticatorTable, recoveryCodeTable], database)
}
