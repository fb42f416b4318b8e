import type { Table, TableColumn } from '../../columns/table.ts'
import { type Change, type KnownRow, toMatchValue } from '../../database/changes/change.ts'
import { findTransaction } from '../../database/current-database.ts'
import { DatabaseUnavailable } from '../../database/database-error.ts'
import type { Database } from '../../database/database.ts'
import { isPromise, type MaybePromise } from '../../../base/support/maybe-promise.ts'

/** A write and what it changes. */
export interface NotedWrite<Result> {
  readonly database: Database
  readonly table: string
  /** Runs the statement. With `isFollowed`, somebody follows changes, so it returns the values that describe them. */
  readonly write: (isFollowed: boolean) => MaybePromise<Result>
  /** What was changed; `undefined` if nothing was. Called only if somebody follows. */
  readonly changeOf: (result: Result) => Change | undefined
}

/** Runs a write and adds its change to the transaction, or announces it at once if there is no transaction. */
export function noteWrite<Result>(noted: NotedWrite<Result>): MaybePromise<Result> {
  const { database, table, write } = noted
  if (!database.changes.isFollowed) return tellLate(database, table, write(false))
  const written = write(true)
  const told = (result: Result) => noteChange(database, noted.changeOf(result))
  if (!isPromise(written)) return settle(written, told)
  return settle(
    written.catch((error: unknown) => {
      noteUnknown(noted, error)
      throw error
    }),
    told,
  )
}

/** Adds a change to the current transaction, or announces it at once if there is no transaction. */
export function noteChange(database: Database, change: Change | undefined): void {
  if (change === undefined) return
  const transaction = findTransaction(database)
  if (transaction === undefined) database.changes.tell([change])
  else transaction.changes.add(change)
}

/**
 * Announces a write that nobody followed when it began, if somebody has begun to follow meanwhile. If it returned no
 * promise, nobody can have. In a transaction, the commit notices those that begin to follow after the write.
 *
 * Calling this instead of `noteWrite` saves the work of describing the write.
 */
export function tellLate<Result>(
  database: Database,
  table: string,
  written: MaybePromise<Result>,
): MaybePromise<Result> {
  if (!isPromise(written)) return written
  return written.then((result) => {
    if (database.changes.isFollowed) noteChange(database, anyRow(table))
    return result
  })
}

/** The known values of a row, in the columns by which changes are compared with reads. */
export function knownOf(
  columns: readonly TableColumn[],
  valueOf: (column: TableColumn, i: number) => unknown,
): KnownRow {
  const known: Record<string, KnownRow[string]> = {}
  for (const [i, column] of columns.entries()) {
    const value = toMatchValue(valueOf(column, i))
    if (value !== undefined) known[column.name] = value
  }
  return known
}

/** The columns by which changes of a table are compared with reads, without the assigned ones. */
export function matchedBesides(
  { matched }: Table,
  assigned: readonly { readonly column: TableColumn }[],
): readonly TableColumn[] {
  return matched.filter((column) => assigned.every((each) => each.column !== column))
}

function settle<Result>(
  written: MaybePromise<Result>,
  then: (result: Result) => void,
): MaybePromise<Result> {
  if (!isPromise(written)) {
    then(written)
    return written
  }
  return written.then((result) => {
    then(result)
    return result
  })
}

/** Notes a change if the database's response to a write was lost, because the write may have happened. */
function noteUnknown<Result>({ database, table }: NotedWrite<Result>, error: unknown): void {
  if (error instanceof DatabaseUnavailable && error.isOutcomeUnknown) {
    noteChange(database, anyRow(table))
  }
}

function anyRow(table: string): Change {
  return { table, rows: undefined, isDelete: true }
}
