import { SetupError } from '../../../base/support/setup-error.ts'
import type { DatabaseValue, NumberedKey } from '../statement.ts'

/**
 * Throws `E_MODEL_KEY_UNNUMBERED` unless SQLite numbers the rows by this key.
 *
 * Without a value, any other key than an `INTEGER PRIMARY KEY` becomes null, and SQLite reports the number of the row,
 * which is not its key.
 */
export function assertNumbered(
  { table, column }: NumberedKey,
  ask: (sql: string, parameters: readonly DatabaseValue[]) => readonly unknown[],
): void {
  if (ask(numbered, [table, column, table, table]).length > 0) return
  throw new SetupError(
    'E_MODEL_KEY_UNNUMBERED',
    `SQLite does not number "${table}"."${column}", because the table does not declare it as INTEGER PRIMARY KEY. Give new records a value for "${column}", or declare it with onCreate() or, if the table has a default for it, defaultSql().`,
  )
}

/** A key that is the number of the row has no index of its own. */
const numbered = `
  select 1 from pragma_table_info(?) where pk = 1 and name = ? collate nocase
    and (select count(*) from pragma_table_info(?) where pk > 0) = 1
    and not exists (select 1 from pragma_index_list(?) where origin = 'pk')`
