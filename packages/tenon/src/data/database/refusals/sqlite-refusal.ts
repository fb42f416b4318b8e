import { SetupError } from '../../../base/support/setup-error.ts'
import type { DatabaseValue, NumberedKey, Row } from '../statement.ts'
import { placeIn, type RefusedValueError } from './refused-value.ts'

/**
 * Finds the columns of a check that failed in SQLite, and adds them to the error. The error has the name of the
 * check or, for an unnamed check, its expression. `ask` runs a statement on the same connection.
 */
export function placeSqliteRefusal(
  error: RefusedValueError,
  ask: (sql: string, parameters: readonly DatabaseValue[]) => readonly Row[],
): void {
  const { table, constraint } = error.place ?? {}
  if (table === undefined || constraint === undefined) return
  const [[definition] = []] = ask('select sql from sqlite_schema where name = ?', [table])
  const words = wordsOf(expressionOf(constraint, String(definition)))
  const names = ask('select name from pragma_table_info(?)', [table]).map(([name]) => String(name))
  placeIn(
    error,
    table,
    names.filter((name) => words.has(name.toLowerCase())),
  )
}

/** The text in the parentheses of a named check. */
function expressionOf(constraint: string, definition: string): string {
  const name = constraint.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const named = new RegExp(`constraint\\s+["\`[]?${name}["\`\\]]?\\s+check\\s*\\(`, 'i')
  const found = named.exec(definition)
  if (found === null) return constraint
  const text = definition.slice(found.index + found[0].length)
  return text.slice(0, endOf(text))
}

/** The index of the parenthesis that closes the one before the text. */
function endOf(text: string): number {
  let open = 1
  for (const { 0: token, index } of text.matchAll(/'(?:[^']|'')*'|[()]/g)) {
    if (token === '(') open += 1
    else if (token === ')') open -= 1
    if (open === 0) return index
  }
  return text.length
}

function wordsOf(expression: string): ReadonlySet<string> {
  const withoutTexts = expression.replace(/'(?:[^']|'')*'/g, ' ')
  return new Set(Array.from(withoutTexts.matchAll(/\w+/g), ([word]) => word.toLowerCase()))
}

/**
 * Throws `E_MODEL_KEY_UNNUMBERED` unless SQLite assigns values to this key.
 *
 * SQLite does so only for an `INTEGER PRIMARY KEY`. Any other key without a value becomes null, and SQLite reports the
 * row id, which is not the key.
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

/** A key that is the row id has no index of its own. */
const numbered = `
  select 1 from pragma_table_info(?) where pk = 1 and name = ? collate nocase
    and (select count(*) from pragma_table_info(?) where pk > 0) = 1
    and not exists (select 1 from pragma_index_list(?) where origin = 'pk')`
