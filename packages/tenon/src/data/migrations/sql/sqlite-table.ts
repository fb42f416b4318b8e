import { comment, plain, quoted, unquoteName, unquoteText } from '../../columns/written/sql-text.ts'

/**
 * A `create table` text of SQLite, split at its top-level commas and before table constraints without a comma.
 *
 * SQLite cannot change a column's type or default or a foreign key, so a table is rebuilt from its own
 * text with one definition replaced. The text is the only complete description of a table in SQLite:
 * parts that Tenon never wrote (collations, checks, `strict`) are kept.
 */
export interface SqliteTable {
  /** Columns first, then table constraints, each as written in the text. */
  readonly definitions: readonly string[]
  /** The text after the closing parenthesis: `strict`, `without rowid`. */
  readonly tail: string
}

/** Splits a `create table` text from `sqlite_schema`. */
export function parseSqliteTable(text: string): SqliteTable {
  const definitions: string[] = []
  let depth = 0
  let start = 0
  let hasList = false

  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (token === '(' && ++depth === 1) start = index + 1
    const isEnd = token === ')' && --depth === 0
    if (token === ')' && depth === 1) hasList = true
    const isNext = depth === 1 && hasList && tableConstraints.has(token.toLowerCase())
    const isCut = isNext && !isColumn(text.slice(start, index))
    if (isEnd || isCut || (token === ',' && depth === 1)) {
      definitions.push(text.slice(start, index).trim())
      start = isCut ? index : index + 1
      hasList = false
    }
    if (isEnd) return { definitions, tail: text.slice(index + 1).trim() }
  }
  throw new TypeError(`Not a table: ${text}`)
}

/** Whether a definition is a column, not a table constraint. */
export function isColumn(definition: string): boolean {
  const [word = ''] = withoutComments(definition).match(name) ?? []
  return !tableConstraints.has(word.toLowerCase())
}

/** Whether a definition is that of the named column. */
export function definesColumn(definition: string, column: string): boolean {
  const [word = ''] = withoutComments(definition).match(name) ?? []
  return isColumn(definition) && unquote(word) === foldCase(column)
}

/** Whether a definition is the foreign key of the named column. */
export function isForeignKeyOf(definition: string, column: string): boolean {
  const [, word = ''] = withoutComments(definition).match(foreignKey) ?? []
  return unquote(word) === foldCase(column)
}

/** Whether a definition makes exactly these columns unique together, with any sort direction and collation. */
export function isUniqueOf(definition: string, columns: readonly string[]): boolean {
  const text = withoutComments(definition)
  const [head] = text.match(uniqueKey) ?? []
  if (head === undefined) return false
  const listed = parseSqliteTable(text.slice(head.length)).definitions
  const names = listed.map((each) => unquote(each.match(words)?.[0] ?? ''))
  return names.join('\n') === columns.map(foldCase).join('\n')
}

export const word = `(?:${quoted}|${plain})`

/** Quoted names and comments come first, because they may contain commas and parentheses; then words, then both. */
const tokens = new RegExp(`${quoted}|${comment}|${plain}|[(),]`, 'g')
const name = new RegExp(`^${word}`)
const words = new RegExp(word, 'g')
const foreignKey = new RegExp(
  String.raw`^(?:constraint\s+${word}\s+)*foreign\s+key\s*\(\s*(${word})\s*\)`,
  'i',
)
const uniqueKey = new RegExp(String.raw`^(?:constraint\s+${word}\s+)*unique(?=\s*\()`, 'i')
const tableConstraints = new Set(['constraint', 'primary', 'unique', 'check', 'foreign'])

/** The text with each comment replaced by a space. */
export function withoutComments(definition: string): string {
  return definition
    .replaceAll(new RegExp(`${quoted}|${comment}`, 'g'), (part) =>
      part.startsWith('--') || part.startsWith('/*') ? ' ' : part,
    )
    .trim()
}

/** A name without its quotes, in the form in which SQLite compares names. */
export function unquote(word: string): string {
  return foldCase(word.startsWith("'") ? unquoteText(word) : unquoteName(word))
}

/** A name in the form in which SQLite compares names: only the case of A to Z is ignored. */
export function foldCase(name: string): string {
  return name.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
}
