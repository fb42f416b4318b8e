/**
 * A `create table` text of SQLite, taken apart at its top-level commas.
 *
 * SQLite cannot change a column's type or default or a foreign key; a table is then made anew from
 * its own text with one definition exchanged. The text is the only complete description that SQLite
 * has of a table: what it says and Tenon never wrote (collations, checks, `strict`) stays.
 */
export interface SqliteTable {
  /** Columns first, then constraints of the table, each as it stands in the text. */
  readonly definitions: readonly string[]
  /** What follows the closing parenthesis: `strict`, `without rowid`. */
  readonly tail: string
}

/** Takes a `create table` text apart, as `sqlite_schema` has it. */
export function parseSqliteTable(text: string): SqliteTable {
  const definitions: string[] = []
  let depth = 0
  let start = 0

  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (token === '(' && ++depth === 1) start = index + 1
    const isEnd = token === ')' && --depth === 0
    if (isEnd || (token === ',' && depth === 1)) {
      definitions.push(text.slice(start, index).trim())
      start = index + 1
    }
    if (isEnd) return { definitions, tail: text.slice(index + 1).trim() }
  }
  throw new TypeError(`Not a table: ${text}`)
}

/** Tells whether a definition is that of the named column. */
export function definesColumn(definition: string, column: string): boolean {
  const [word = ''] = withoutComments(definition).match(name) ?? []
  return !tableConstraints.has(word.toLowerCase()) && unquote(word) === column.toLowerCase()
}

/** Tells whether a definition is the foreign key of the named column. */
export function isForeignKeyOf(definition: string, column: string): boolean {
  const [, word = ''] = withoutComments(definition).match(foreignKey) ?? []
  return unquote(word) === column.toLowerCase()
}

const quoted =
  String.raw`"(?:[^"]|"")*"|'(?:[^']|'')*'|` + '`(?:[^`]|``)*`' + String.raw`|\[[^\]]*\]`
const comment = String.raw`--[^\n]*|/\*[\s\S]*?\*/`
const word = String.raw`(?:${quoted}|[\w$]+)`

/** What hides commas and parentheses, then those themselves. */
const tokens = new RegExp(`${quoted}|${comment}|[(),]`, 'g')
const name = new RegExp(`^${word}`)
const foreignKey = new RegExp(
  String.raw`^(?:constraint\s+${word}\s+)?foreign\s+key\s*\(\s*(${word})\s*\)`,
  'i',
)
const tableConstraints = new Set(['constraint', 'primary', 'unique', 'check', 'foreign'])

function withoutComments(definition: string): string {
  return definition
    .replaceAll(new RegExp(`${quoted}|${comment}`, 'g'), (part) =>
      part.startsWith('--') || part.startsWith('/*') ? ' ' : part,
    )
    .trim()
}

function unquote(word: string): string {
  return word.replaceAll(/^["'`[]|["'`\]]$/g, '').toLowerCase()
}
