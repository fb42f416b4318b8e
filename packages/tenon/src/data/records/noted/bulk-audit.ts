import type { Rows } from '../../database/statement.ts'
import type { ReturnedColumns, Selection } from '../../queries/selection.ts'

/** Audits writes without hooks. */
export interface BulkAudit {
  /**
   * Runs an update or a delete of the rows of a selection, in a transaction with what is kept of it. `write` is given
   * those rows that were found: others may match by then, of which nothing would be kept.
   */
  changing(selection: Selection, write: (found: Selection) => Promise<Rows>): Promise<Rows>
  /** Runs an insert, which returns the columns that it is asked for. */
  inserting(
    returning: ReturnedColumns,
    insert: (columns: ReturnedColumns) => Promise<Inserted>,
  ): Promise<Inserted>
}

type Inserted = Pick<Rows, 'affected' | 'rows'>
