/**
 * Full-text search: SQLite keeps an FTS5 table beside the searched one, PostgreSQL an index on an
 * expression. Both read text as words of letters and digits, ignoring case. With a language, PostgreSQL compares
 * the stems of words; FTS5 can do that for English only.
 */
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { fitIdentifier } from '../columns/identifier.ts'
import type { SearchLanguage } from '../columns/search/searched.ts'
import type { Dialect } from '../database/statement.ts'
import type { Search } from './condition.ts'

/** The name of a search index, derived from what it indexes. */
export function searchIndexName(table: string, columns: readonly string[]): string {
  return fitIdentifier([table, ...columns, 'search'].join('_'))
}

/** Writes words so that each of them must start a word of the text. */
export function searchWords(words: readonly string[], dialect: Dialect): string {
  return dialect === 'sqlite'
    ? words.map((word) => `"${word}"*`).join(' ')
    : words.map((word) => `${word}:*`).join(' & ')
}

/** Writes the text search vector of columns on PostgreSQL. An index and its queries must use the same SQL. */
export function searchVector(columns: readonly string[], language?: SearchLanguage): string {
  const text = columns.map((column) => `coalesce(${column}, '')`).join(` || ' ' || `)
  return `to_tsvector(${configuration(language)}, regexp_replace(${text}, '${PUNCTUATION}', ' ', 'g'))`
}

/** The text search configuration, which has the name of the language. */
function configuration(language: SearchLanguage | undefined): string {
  return `'${language ?? 'simple'}'::regconfig`
}

/**
 * Spaces replace these characters: PostgreSQL would read `example.com` and `a/b` as one word each, and in
 * the locale C, every character beyond ASCII as a letter.
 */
const PUNCTUATION = String.raw`[[:space:]!-/:-@[-\u0060{-~\u00a0-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u2000-\u206f\u3000-\u3003\u3008-\u3011]+`

/** Writes the condition that a row contains the words. */
export function buildSearch(search: Search, name: string, dialect: Dialect): RawBuilder<SqlBool> {
  if (dialect === 'postgres') return sql`(${vectorOf(search, name)} @@ ${queryOf(search)})`
  return sql`(${keyOf(search, name)} in (select rowid from ${matching(search)}))`
}

/** Writes how well a row matches the words; larger is better. */
export function buildRelevance(
  search: Search,
  name: string,
  dialect: Dialect,
): RawBuilder<unknown> {
  if (dialect === 'postgres') return sql`ts_rank(${vectorOf(search, name)}, ${queryOf(search)})`
  return sql`(select -rank from ${matching(search)} and rowid = ${keyOf(search, name)})`
}

/** A key that distinguishes this search from those in other columns. */
export function searchText({ columns, language }: Search): string {
  return `search ${language ?? ''} ${columns.map((column) => column.name).join(' ')}`
}

function matching({ table, columns, words }: Search): RawBuilder<unknown> {
  const names = columns.map((column) => column.name)
  const index = sql.table(searchIndexName(table.name, names))
  return sql`${index} where ${index} match ${words}`
}

function keyOf({ table }: Search, name: string): RawBuilder<unknown> {
  return sql.ref(`${name}.${table.singleKey('it cannot be searched.').name}`)
}

function vectorOf({ columns, language }: Search, name: string): RawBuilder<unknown> {
  // Names of tables and columns have been checked to contain no quotes.
  const names = columns.map((column) => `"${name}"."${column.name}"`)
  return sql.raw(searchVector(names, language))
}

function queryOf({ words, language }: Search): RawBuilder<unknown> {
  return sql`to_tsquery(${sql.raw(configuration(language))}, ${words})`
}
