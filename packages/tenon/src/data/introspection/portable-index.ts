import type { Dialect } from '../database/database.ts'
import type { CreateIndex, IndexSql } from '../migrations/operation.ts'

/**
 * The index with SQL for both databases. SQL that both databases understand stays as it is. Otherwise the other
 * database gets the SQL without its casts, if it understands that, or no index.
 */
export function toPortableIndex(index: CreateIndex, dialect: Dialect): CreateIndex {
  const toPortable = (sql: IndexSql): IndexSql => {
    if (typeof sql !== 'string' || isPortable(sql)) return sql
    const plain = sql.replaceAll(PLAIN_CAST, (part) => (part.startsWith('::') ? '' : part))
    const other = isPortable(plain) ? plain : ''
    return dialect === 'sqlite'
      ? { sqlite: sql, postgres: other }
      : { sqlite: other, postgres: sql }
  }
  return {
    ...index,
    expressions: index.expressions.map(toPortable),
    where: index.where === undefined ? undefined : toPortable(index.where),
  }
}

/** Casts of PostgreSQL that SQLite does not need. Also matches texts, because a text may contain such a cast. */
const PLAIN_CAST =
  /'(?:[^']|'')*'|::(?:text|character varying|bpchar|citext|smallint|integer|bigint|numeric|double precision|boolean)(?:\(\d+(?:,\d+)?\))?/g

/** Texts, quoted names, numbers, words, and operators that are the same on both databases. */
const TOKEN =
  /'(?:[^']|'')*'|"[^"]*"|\d+(?:\.\d+)?|\w+(?:\s*\()?|<>|[<>!]=|\|\||-(?!>)|=(?!=)|[<>+*/(),]|\s+/gy

const FUNCTIONS = new Set(['lower', 'upper', 'length', 'coalesce', 'nullif', 'abs', 'replace'])

/** The words that are not operands. Two operands in a row have another word between them, such as `like` or a type. */
// oxfmt-ignore
const KEYWORDS = new Set([
  'and', 'or', 'not', 'in', 'is', 'distinct', 'from', 'between', 'case', 'when', 'then', 'else', 'end', 'asc', 'desc',
])

/** `is` with a value, which only SQLite has. */
const IS_VALUE = /\bis\b(?!\s+(?:not\s+)?(?:null|true|false|distinct)\b)/i

const QUOTED = /'(?:[^']|'')*'|"[^"]*"/g

function isPortable(sql: string): boolean {
  const tokens = sql.match(TOKEN) ?? []
  if (tokens.join('') !== sql || IS_VALUE.test(sql.replaceAll(QUOTED, "''"))) return false
  const parts = tokens.filter((token) => token.trim() !== '')
  return parts.every((part, i) => {
    const called = /^(\w+)\s*\($/.exec(part)?.[1]?.toLowerCase()
    if (called !== undefined) return FUNCTIONS.has(called) || KEYWORDS.has(called)
    return !(part === ')' || isOperand(part)) || !isOperand(parts[i + 1] ?? '')
  })
}

/** Whether an operand starts with this part: a text, a quoted name, a number, or a word that is not a keyword. */
function isOperand(part: string): boolean {
  const word = /^\w+/.exec(part)?.[0].toLowerCase()
  return word === undefined ? /^['"]/.test(part) : !KEYWORDS.has(word)
}
