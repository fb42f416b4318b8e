import type { Database } from '../../data/database/database.ts'
import type { OwnTable } from '../../data/own/own-table.ts'
import { hasTable } from '../../data/database/dialects/has-table.ts'
import { createOwnTables } from '../../data/own/own-tables.ts'
import { taskRunTable } from './task-run-table.ts'
import { taskTable } from './task-table.ts'

/** The two tables of the ledger. */
export const ledgerTables: readonly OwnTable[] = [taskTable, taskRunTable]

/** Creates missing tables of the ledger. */
export function createLedgerTables(database: Database): Promise<void> {
  return createOwnTables(database, ledgerTables)
}

/** Tells whether any scheduler has worked on this database yet. */
export function hasLedgerTables(database: Database): Promise<boolean> {
  return hasTable(database, taskRunTable.name)
}
