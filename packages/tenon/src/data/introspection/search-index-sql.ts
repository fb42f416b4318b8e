import { isSearchLanguage, type Searched } from '../columns/search/searched.ts'
import type { Dialect } from '../database/database.ts'
import { searchIndexName } from '../queries/search.ts'

/** A search index as `createSearchIndex` writes it. */
export interface FoundSearch {
  readonly table: string
  readonly index: string
  readonly search: Searched
}

/** Reads the definition of a PostgreSQL index; `undefined` if it is not a search index that Tenon wrote. */
export function parsePostgresSearch(
  table: string,
  index: string,
  definition: string,
): Searched | undefined {
  const language =
    / USING gin \(to_tsvector\('(\w+)'::regconfig, regexp_replace\(/.exec(definition)?.[1] ?? ''
  const columns = [...definition.matchAll(/COALESCE\((?:"(\w+)"|(\w+)),/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? '',
  )
  if (searchIndexName(table, columns) !== index) return undefined
  if (language === 'simple') return { columns }
  return isSearchLanguage(language) ? { columns, language } : undefined
}

/** Reads the definition of an SQLite virtual table; `undefined` if it is not a search index that Tenon wrote. */
export function parseSqliteSearch(definition: string): FoundSearch | undefined {
  const [, index = '', names = '', table = '', stemmer] =
    /^create virtual table "(\w+)" using fts5\(((?:"\w+", )+)content="(\w+)", content_rowid="\w+", tokenize="(porter )?unicode61 remove_diacritics 0"\)$/i.exec(
      definition,
    ) ?? []
  const columns = [...names.matchAll(/\w+/g)].map(([name]) => name)
  if (index === '' || searchIndexName(table, columns) !== index) return undefined
  const search: Searched = stemmer === undefined ? { columns } : { columns, language: 'english' }
  return { table, index, search }
}

/** The language that the index has in a database: SQLite supports only English, so others are dropped there. */
export function languageIn(dialect: Dialect, { language }: Searched): Searched['language'] {
  return dialect === 'sqlite' && language !== 'english' ? undefined : language
}
