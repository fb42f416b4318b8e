import { toClauses, withoutClauses } from './sqlite-column.ts'
import {
  definesColumn,
  foldCase,
  isColumn,
  isUniqueOf,
  unquote,
  withoutComments,
  word,
} from './sqlite-table.ts'

/** A column's definition without the foreign key that it contains. */
export function withoutReference(definition: string): string {
  return withoutClauses(definition, ({ kind }) => kind === 'references')
}

/** The definitions without what makes a column unique. */
export function withoutUnique(definitions: readonly string[], column: string): string[] {
  return definitions
    .filter((definition) => !isUniqueOf(definition, column))
    .map((definition) =>
      definesColumn(definition, column)
        ? withoutClauses(definition, ({ kind }) => kind === 'unique')
        : definition,
    )
}

/**
 * The definitions of a table without a column, and without the constraints that name it, which PostgreSQL drops with it.
 * `undefined` if only the column itself goes, and SQLite can drop it in place.
 */
export function withoutColumn(
  definitions: readonly string[],
  column: string,
): readonly string[] | undefined {
  const [own = ''] = definitions.filter((each) => definesColumn(each, column))
  const left = definitions
    .filter((each) => !definesColumn(each, column) && !isConstraintOf(each, column))
    .map((each) => (isColumn(each) ? withoutChecksOf(each, column) : each))
  const others = definitions.filter((each) => !definesColumn(each, column))
  const isInPlace = left.join() === others.join()
  const isPlain = !toClauses(own).some(({ kind }) => bindingKinds.has(kind))
  return isInPlace && isPlain ? undefined : left
}

/** What SQLite does not drop with a column. */
const bindingKinds: ReadonlySet<string> = new Set(['unique', 'references'])

/** Whether a text of SQL contains the name of a column, quoted or not. */
export function namesColumn(text: string, column: string): boolean {
  const found = withoutComments(text).match(words) ?? []
  return found.some((word) => !word.startsWith("'") && unquote(word) === foldCase(column))
}

/** Whether a definition is a constraint of the table, except its primary key, on a column. */
function isConstraintOf(definition: string, column: string): boolean {
  if (isColumn(definition)) return false
  const text = withoutComments(definition)
  const [head, kind = ''] = constraint.exec(text) ?? []
  if (head === undefined) return false
  const rest = text.slice(head.length)
  // What a foreign key refers to is a column of another table.
  const [own = ''] = kind.toLowerCase() === 'foreign' ? rest.split(/\breferences\b/i) : [rest]
  return namesColumn(own, column)
}

function withoutChecksOf(definition: string, column: string): string {
  return withoutClauses(
    definition,
    ({ kind, text }) => kind === 'check' && namesColumn(text.slice(text.indexOf('(')), column),
  )
}

const words = new RegExp(word, 'g')
const constraint = new RegExp(
  String.raw`^(?:constraint\s+${word}\s+)?(unique|check|foreign)\b`,
  'i',
)
