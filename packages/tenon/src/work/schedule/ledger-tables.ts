import type { Database } from '../../data/database/database.ts'
import type { OwnTable } from '../../data/database/own/own-table.ts'
import { createOwnTables, hasTable } from '../../data/database/own/own-tables.ts'
import { taskRunTable } from './task-run-table.ts'
import { taskTable } from './task-table.ts'

/** The two tables of the ledger. */
export const ledgerTables: readonly OwnTable[] = [taskTable, taskRunTable]

/** Creates the tables of the ledger that are missing. */
export function createLedgerTables(database: Database): Promise<void> {
  return createOwnTables(database, ledgerTables)
}

/** Tells whether any scheduler has worked on this database yet. */
export function hasLedgerTables(database: Database): Promise<boolean> {
  return hasTable(database, taskRunTable.name)
}
