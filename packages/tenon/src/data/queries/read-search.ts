import { rulesOf } from '../columns/column-type.ts'
import type { Table } from '../columns/table.ts'
import type { Columns } from '../columns/column.ts'
import type { ValueOf } from '../columns/row.ts'
import type { Condition, Search } from './condition.ts'
import { searchWords } from './search.ts'
import { ValidationFailed } from '../../base/support/http-error.ts'
import { SetupError } from '../../base/support/setup-error.ts'

/** The maximum number of words in a search. */
export const SEARCH_WORD_LIMIT = 50

/** The columns that hold text. */
export type TextName<Declared extends Columns> = Extract<
  {
    [Name in keyof Declared]: NonNullable<ValueOf<Declared, Name>> extends string ? Name : never
  }[keyof Declared],
  string
>

/** Reads a search; `undefined` for text without words. */
export function readSearch(
  table: Table,
  names: readonly string[],
  text: string,
): Search | undefined {
  const columns = names.map((name) => table.column(name))
  const isText = columns.length > 0 && columns.every(({ definition }) => rulesOf(definition).isText)
  const { key } = table
  const hasNumber = key !== undefined && rulesOf(key.definition).range !== undefined
  if (!isText || !hasNumber) throw notSearched(table)

  const words = text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  if (words.length > SEARCH_WORD_LIMIT) {
    throw new ValidationFailed({
      [names.join()]: `The search must have at most ${SEARCH_WORD_LIMIT} words`,
    })
  }
  if (words.length === 0) return undefined
  return { table, columns, words: { encode: (dialect) => searchWords(words, dialect) } }
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
