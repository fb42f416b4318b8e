import { assertIdentifier } from '../columns/identifier.ts'
import { assertSearchLanguage, type SearchLanguage } from '../columns/search/searched.ts'
import type { Database } from '../database/database.ts'
import { Sql, sql } from '../database/sql.ts'
import { searchIndexName, searchVector } from '../queries/search.ts'
import type { RunSql, SearchChange, SqlByDialect } from './operation.ts'

/** Options of `createSearchIndex` and `dropSearchIndex`. */
export interface SearchIndexOptions {
  /** The table's primary key, an integer. Default `id`. */
  readonly key?: string
  /**
   * Compares words by their stems in this language: `house` finds `houses`. SQLite has stems only for `english`, and
   * compares words of other languages as they are written. Default: words are compared as they are written.
   */
  readonly language?: SearchLanguage | undefined
}

/**
 * Creates the index that `whereSearch` needs on these text columns, and fills it.
 *
 * On SQLite it is an FTS5 table with triggers: drop it before you rename the table or one of its columns. Throws
 * `E_IDENTIFIER` for a name with special characters, and `E_SEARCH_LANGUAGE` for an unknown language.
 */
export function createSearchIndex(
  table: string,
  columns: readonly string[],
  options: SearchIndexOptions = {},
): RunSql {
  const { create, drop, change } = searchIndex(table, columns, options)
  return { kind: 'execute', up: create, down: drop, search: change('createSearchIndex') }
}

/** Drops the search index on exactly these columns. */
export function dropSearchIndex(
  table: string,
  columns: readonly string[],
  options: SearchIndexOptions = {},
): RunSql {
  const { create, drop, change } = searchIndex(table, columns, options)
  return { kind: 'execute', up: drop, down: create, search: change('dropSearchIndex') }
}

/**
 * Removes words that no row contains any more from the search indexes of a table. SQLite only marks them as deleted and
 * would keep them until it merges that part of the index. On PostgreSQL, `autovacuum` removes them.
 */
export async function forgetWords(database: Database, table: string): Promise<void> {
  if (database.dialect !== 'sqlite') return
  for (const index of await readSearches(database, table)) {
    await database.query(new Sql([`insert into ${index} (${index}) values ('optimize')`], []))
  }
}

/** Writes the statements that rebuild the search indexes of an SQLite table after a change that triggers do not see. */
export async function fillSearchSql(database: Database, table: string): Promise<string[]> {
  const indexes = await readSearches(database, table)
  return indexes.map((index) => `insert into ${index} (${index}) values ('rebuild')`)
}

/** The names of the search indexes of an SQLite table, in quotes. */
async function readSearches(database: Database, table: string): Promise<string[]> {
  const indexes = await database.query<{ name: string }>(sql`
    select name from sqlite_schema
    where sql like 'create virtual table % using fts5(%' and instr(sql, ${`content="${table}"`}) > 0`)
  return indexes.map(({ name }) => `"${name.replaceAll('"', '""')}"`)
}

interface SearchIndex {
  readonly create: SqlByDialect
  readonly drop: SqlByDialect
  readonly change: (call: SearchChange['call']) => SearchChange
}

function searchIndex(
  table: string,
  columns: readonly string[],
  { key = 'id', language }: SearchIndexOptions,
): SearchIndex {
  for (const name of [table, key, ...columns]) assertIdentifier(name)
  if (language !== undefined) assertSearchLanguage(table, language)
  const index = searchIndexName(table, columns)
  const names = columns.map((column) => `"${column}"`)
  const vector = searchVector(names, language)
  return {
    create: {
      sqlite: sqliteIndex({ index, table, key, columns, language }),
      postgres: `create index "${index}" on "${table}" using gin ((${vector}))`,
    },
    drop: {
      sqlite: [
        ...SEARCH_EVENTS.map((event) => `drop trigger "${index}_${event}";`),
        `drop table "${index}";`,
      ].join('\n'),
      postgres: `drop index "${index}"`,
    },
    change: (call) => ({ call, table, columns, key, ...(language && { language }) }),
  }
}

/** The events for which a search index on SQLite has a trigger. The name of a trigger ends with its event. */
export const SEARCH_EVENTS = ['insert', 'delete', 'update'] as const

interface SqliteIndex {
  readonly index: string
  readonly table: string
  readonly key: string
  readonly columns: readonly string[]
  readonly language: SearchLanguage | undefined
}

/** An index that does not store the text itself, so a trigger has to pass the old text to remove it. */
function sqliteIndex({ index, table, key, columns, language }: SqliteIndex): string {
  const names = columns.map((column) => `"${column}"`).join(', ')
  const of = (row: string): string =>
    [key, ...columns].map((column) => `${row}."${column}"`).join(', ')
  const add = `insert into "${index}" (rowid, ${names}) values (${of('new')});`
  const remove = `insert into "${index}" ("${index}", rowid, ${names}) values ('delete', ${of('old')});`
  const trigger = (event: string, when: string, body: string): string =>
    `create trigger "${index}_${event}" after ${when} on "${table}" begin ${body} end;`
  return [
    `create virtual table "${index}" using fts5(${names}, content="${table}", content_rowid="${key}", tokenize="${tokenizer(language)}");`,
    `insert into "${index}" ("${index}") values ('rebuild');`,
    trigger('insert', 'insert', add),
    trigger('delete', 'delete', remove),
    trigger('update', `update of "${key}", ${names}`, `${remove} ${add}`),
  ].join('\n')
}

/** The tokenizer of FTS5. Its only stemmer is Porter's, for English. */
function tokenizer(language: SearchLanguage | undefined): string {
  const words = 'unicode61 remove_diacritics 0'
  return language === 'english' ? `porter ${words}` : words
}
