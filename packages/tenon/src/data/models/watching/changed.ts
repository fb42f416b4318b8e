import type { KnownRow } from '../../database/changes/change.ts'
import { databaseOf } from '../../database/current-database.ts'
import { rowsOfSelection } from '../../queries/reads/rows-of-condition.ts'
import type { Table } from '../../columns/table.ts'
import { noteChange } from '../../records/noted/note-write.ts'
import type { Watchable } from './reads-of.ts'

/**
 * Announces that raw SQL or Kysely has changed rows of models or queries:
 * `changed(Ticket)`, `changed(Comment.where('ticket_id', ticket.id))`.
 *
 * Inside a transaction, the change is announced at the commit, and not at all after a rollback. Live pages that have
 * read these rows are updated. A query must match the rows both before and after the change; otherwise pass the model.
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
