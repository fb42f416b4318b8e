import { TablesOnUse } from '../../../data/own/tables-on-use.ts'
import { authenticatorTable } from './authenticator-table.ts'
import { recoveryCodeTable } from './recovery-code-table.ts'

/** The tables of authenticators and recovery codes, in the database with this name. */
export function createSecondFactorTables(database: string | undefined): TablesOnUse {
  return new TablesOnUse([authenticatorTable, recoveryCodeTable], database)
}
