import { databaseOf, findTransaction } from '../../database/current-database.ts'
import type { Entity } from '../entity.ts'

/**
 * Runs a write of rows that may hold keys of owned records, in a transaction: the check locks these records, so that
 * its result is still true when the rows are stored.
 */
export function whileChecked<Result>(
  { keyGuard, table }: Entity,
  rows: readonly Readonly<Record<string, unknown>>[],
  write: () => Promise<Result>,
): Promise<Result> {
  if (keyGuard === undefined || !rows.some((row) => keyGuard.holds(row))) return write()
  const database = databaseOf(table.database)
  return findTransaction(database) === undefined ? database.transaction(write) : write()
}
