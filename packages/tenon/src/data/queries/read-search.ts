import { rulesOf } from '../columns/column-type.ts'
import type { Table } from '../columns/table.ts'
import type { Columns } from '../columns/column.ts'
import type { ValueOf } from '../columns/row.ts'
import type { Condition, Search } from './condition.ts'
import { hasSameColumns, type Searched, toSearched } from '../columns/search/searched.ts'
import { SEARCH_WORD_LIMIT, wordsOf } from './highlight.ts'
import { searchWords } from './search.ts'
import { ValidationFailed } from '../../base/support/http-error.ts'
import { SetupError } from '../../base/support/setup-error.ts'

/** The columns that hold text. */
export type TextName<Declared extends Columns> = Extract<
  {
    [Name in keyof Declared]: NonNullable<ValueOf<Declared, Name>> extends string ? Name : never
  }[keyof Declared],
  string
>

/** The maximum length of a word in a search. PostgreSQL does not index words of 2 kB; a letter has up to 4 bytes. */
const WORD_LIMIT = 500

/** Reads a search in the given columns, or those of the model; `undefined` for text without words. */
export function readSearch(
  table: Table,
  given: readonly [text: string] | readonly [columns: readonly string[] | Searched, text: string],
): Search | undefined {
  const [searched, text] =
    given.length === 1 ? [declared(table), given[0]] : [named(table, given[0]), given[1]]
  const { columns: names, language } = searched
  const columns = names.map((name) => table.column(name))
  const isText = columns.length > 0 && columns.every(({ definition }) => rulesOf(definition).isText)
  const { key } = table
  const hasNumber = key !== undefined && rulesOf(key.definition).range !== undefined
  if (!isText || !hasNumber) throw notSearched(table)

  const words = wordsOf(text)
  if (words.length > SEARCH_WORD_LIMIT) {
    throw new ValidationFailed({
      [names.join()]: `The search must have at most ${SEARCH_WORD_LIMIT} words`,
    })
  }
  if (words.some((word) => word.length > WORD_LIMIT)) {
    throw new ValidationFailed({
      [names.join()]: `The words of a search must have at most ${WORD_LIMIT} characters`,
    })
  }
  if (words.length === 0) return undefined
  return { table, columns, language, words: { encode: (dialect) => searchWords(words, dialect) } }
}

/** The condition of a search; without words, no row matches it. */
export function searchCondition(search: Search | undefined): Condition {
  return search === undefined ? { kind: 'any', conditions: [] } : { kind: 'search', search }
}

function notSearched({ name }: Table): SetupError {
  return new SetupError(
    'E_QUERY_VALUE',
    `A search in "${name}" needs text columns and an integer primary key.`,
  )
}

function declared({ name, searched }: Table): Searched {
  if (searched !== undefined) return searched
  throw new SetupError(
    'E_QUERY_VALUE',
    `The model of "${name}" does not say what whereSearch() searches. Declare it: Model('${name}', { … }, { search: ['…'] }), or pass the columns first.`,
  )
}

/** The columns that the model declares are searched in its language, unless another is given. */
function named(table: Table, option: readonly string[] | Searched): Searched {
  const given = toSearched(table.name, option)
  const isDeclared = given.language === undefined && hasSameColumns(given, table.searched)
  return isDeclared && table.searched !== undefined ? table.searched : given
}
