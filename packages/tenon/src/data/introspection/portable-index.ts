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
  /'(?:[^']|'')*'|"[^"]*"|\d+(?:\.\d+)?|\w+(?:\s*\()?|<>|[<>!]=|\|\||-(?!>)|[=<>+*/(),]|\s+/gy

const FUNCTIONS = new Set(['lower', 'upper', 'length', 'coalesce', 'nullif', 'abs', 'replace'])

const KEYWORDS_BEFORE_BRACKET = new Set([
  'and',
  'or',
  'not',
  'in',
  'is',
  'between',
  'when',
  'then',
  'else',
])

function isPortable(sql: string): boolean {
  const tokens = sql.match(TOKEN) ?? []
  if (tokens.join('') !== sql) return false
  return tokens.every((token) => {
    if (token.toLowerCase() === 'collate') return false
    const called = /^(\w+)\s*\($/.exec(token)?.[1]?.toLowerCase()
    return called === undefined || FUNCTIONS.has(called) || KEYWORDS_BEFORE_BRACKET.has(called)
  })
}
