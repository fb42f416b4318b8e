import type { Rows } from '../../database/statement.ts'
import type { ReturnedColumns, Selection } from '../../queries/selection.ts'

/** Audits writes that do not run hooks. */
export interface BulkAudit {
  /**
   * Runs an update or a delete of the rows of a selection, in one transaction with its audit entries. `write` receives
   * the rows that were found: others may match by then, and would have no entry.
   */
  changing(selection: Selection, write: (found: Selection) => Promise<Rows>): Promise<Rows>
  /** Runs an insert with its audit entries; `insert` must return the given columns. */
  inserting(
    returning: ReturnedColumns,
    insert: (columns: ReturnedColumns) => Promise<Inserted>,
  ): Promise<Inserted>
}

type Inserted = Pick<Rows, 'affected' | 'rows'>
