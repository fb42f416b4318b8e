import { SetupError } from '../../../base/support/setup-error.ts'

/** The languages that PostgreSQL can stem: its text search configurations. */
// oxfmt-ignore
export const SEARCH_LANGUAGES = [
  'arabic', 'armenian', 'basque', 'catalan', 'danish', 'dutch', 'english', 'finnish', 'french', 'german', 'greek',
  'hindi', 'hungarian', 'indonesian', 'irish', 'italian', 'lithuanian', 'nepali', 'norwegian', 'portuguese',
  'romanian', 'russian', 'serbian', 'spanish', 'swedish', 'tamil', 'turkish', 'yiddish',
] as const

/** A language in which a search compares words by their stems. */
export type SearchLanguage = (typeof SEARCH_LANGUAGES)[number]

/** Text columns that are searched together. With a language, words are compared by their stems. */
export interface Searched {
  readonly columns: readonly string[]
  readonly language?: SearchLanguage | undefined
}

/** What a model declares as searchable: columns, or columns and their language. */
export type SearchOption<Name extends string = string> =
  | readonly [Name, ...Name[]]
  | {
      readonly columns: readonly [Name, ...Name[]]
      /** Default: none, words are compared as they are written. */
      readonly language?: SearchLanguage
    }

/** Converts both forms of the option. Throws `E_SEARCH_LANGUAGE` for an unknown language. */
export function toSearched(table: string, option: readonly string[] | Searched): Searched {
  const { columns, language } = isList(option) ? { columns: option } : option
  if (language === undefined) return { columns }
  assertSearchLanguage(table, language)
  return { columns, language }
}

/** Throws `E_SEARCH_LANGUAGE` for an unknown language. */
export function assertSearchLanguage(table: string, language: string): void {
  if (isSearchLanguage(language)) return
  throw new SetupError(
    'E_SEARCH_LANGUAGE',
    `"${table}" cannot be searched in "${language}". Use one of ${SEARCH_LANGUAGES.join(', ')}, or no language.`,
  )
}

/** Whether a text is one of `SEARCH_LANGUAGES`. */
export function isSearchLanguage(text: string): text is SearchLanguage {
  return SEARCH_LANGUAGES.some((language) => language === text)
}

/** Whether two search indexes would have the same name: a table has one index per list of columns. */
export function hasSameColumns(one: Searched | undefined, other: Searched | undefined): boolean {
  return one?.columns.join() === other?.columns.join()
}

function isList(option: readonly string[] | Searched): option is readonly string[] {
  return Array.isArray(option)
}
