import type { Column } from './column.ts'
import * as c from './kinds.ts'
import { columnOf } from './types/column-word.ts'

/** The kinds of columns, for models and for migrations. */
export { c }

/** How a column's values are stored: the types shared by models and migrations. */
export type ColumnType = Exclude<keyof typeof c, 'id' | `${string}Id` | 'enum' | 'file'>

/** The pair `created_at` and `updated_at`, maintained by the model: `...timestamps()`. */
export function timestamps(): {
  created_at: Column<Date, 'optional'>
  updated_at: Column<Date, 'optional'>
} {
  const now = (): Date => new Date()
  return {
    created_at: c.timestamp().onCreate(now),
    updated_at: c.timestamp().onCreate(now).onUpdate(now),
  }
}

/** The column `deleted_at`: `...softDeletes()` makes `delete` keep the row, hidden from queries. */
export function softDeletes(): { deleted_at: Column<Date | null, 'optional' | 'marksDeleted'> } {
  return { deleted_at: columnOf('timestamp', { nullable: true, marksDeleted: true }) }
}

/**
 * The column `version`, which every update increments: `...versions()` makes `update` of a record throw
 * `Conflict` (409) if someone else has updated it meanwhile. If an existing table has another name for the
 * column, pass the name: `...versions('lock_version')`.
 */
export function versions<const Name extends string = 'version'>(
  // Sound: without an argument, `Name` is 'version' too.
  name: Name = 'version' as Name,
): { readonly [Key in Name]: Column<number, 'optional'> } {
  const column = columnOf<number, 'optional'>('integer', { default: 1, countsVersions: true })
  // A computed key has the type `string`.
  return { [name]: column } as { readonly [Key in Name]: Column<number, 'optional'> }
}
