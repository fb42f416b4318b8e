import type { Rows } from './statement.ts'

/**
 * Turns rows into objects keyed by column, as raw SQL returns them.
 *
 * The author of the SQL declares the type of its rows, because nothing here can know it.
 */
export function toRecords<Record extends object>({ columns, rows }: Rows): Record[] {
  return rows.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i]])) as Record)
}
