import type { KnownRow } from '../../database/changes/change.ts'
import { databaseOf } from '../../database/current-database.ts'
import { rowsOfSelection } from '../../queries/reads/rows-of-condition.ts'
import type { Table } from '../../columns/table.ts'
import { noteChange } from '../../records/noted/note-write.ts'
import type { Watchable } from './reads-of.ts'

/**
 * Says that rows of models or queries were changed, after raw SQL or Kysely has changed them:
 * `changed(Ticket)`, `changed(Comment.where('ticket_id', ticket.id))`.
 *
 * Inside a transaction it is told with the commit, and not at all if that is rolled back. Live pages that have read
 * such rows ask again. A query must match the rows before and after: otherwise name the model.
 */
export function changed(...sources: readonly Watchable[]): void {
  for (const source of sources) {
    if ('plan' in source) {
      const { selection } = source.plan
      const { dialect } = databaseOf(selection.table.database)
      noteRows(selection.table, rowsOfSelection(selection, dialect))
    } else {
      noteRows(source['~entity'].table, undefined)
    }
  }
}

function noteRows({ name, database }: Table, rows: readonly KnownRow[] | undefined): void {
  noteChange(databaseOf(database), { table: name, rows, isDelete: true })
}
