import { SetupError } from '../../../base/support/setup-error.ts'
import type { Columns } from '../column.ts'
import { assertIdentifier } from '../identifier.ts'
import type { Table } from '../table.ts'

/**
 * Throws `E_COLUMN_RETIRED` if a new row cannot leave out a retired column, or if the model still has the
 * column.
 */
export function assertRetired(table: Table, retired: Columns): void {
  for (const [name, { definition }] of Object.entries(retired)) {
    assertIdentifier(name)
    const { nullable, default: constant, computed, primaryKey } = definition
    if (table.columns.some((column) => column.name === name)) {
      throw refused(table, name, 'a column of the model too. Remove it from one of them.')
    }
    if (primaryKey || !(nullable || constant !== undefined || computed !== undefined)) {
      throw refused(
        table,
        name,
        'not nullable, and new rows have no value for it. Declare it as nullable().',
      )
    }
  }
}

function refused(table: Table, column: string, what: string): SetupError {
  return new SetupError(
    'E_COLUMN_RETIRED',
    `The retired column "${table.name}"."${column}" is ${what}`,
  )
}
