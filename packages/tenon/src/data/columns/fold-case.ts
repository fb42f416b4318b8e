import type { Dialect } from '../database/statement.ts'

/**
 * Writes SQL text in lower case, for columns that are compared ignoring case.
 *
 * Only ASCII letters, as on SQLite: an index must mean the same on every machine, whatever its locale.
 */
export function foldCaseSql(text: string, dialect: Dialect): string {
  return dialect === 'sqlite' ? `lower(${text})` : `lower(${text} collate "C")`
}

/** Converts text to lower case like the database does. */
export function foldCase(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
}
