import { SetupError } from '../../../base/support/setup-error.ts'
import { type ModelEntries, readObject } from '../model-entries.ts'

/** A column that a change replaces, and the columns that take its place in a search. */
export interface SearchChange {
  readonly column: string
  /** Absent if the column keeps its name. */
  readonly searched: readonly string[] | undefined
}

/**
 * Writes the new names of a column into the option `search` of its model. The columns come before the options, so their
 * places stay valid. Throws `E_MAKE_EXPAND` if nothing takes the place of a column that is searched.
 */
export function expandedSearch(
  text: string,
  { table, options }: ModelEntries,
  { column, searched }: SearchChange,
): string {
  const option = options?.entries.find(({ name }) => name === 'search')
  if (option === undefined || searched === undefined) return text
  const start = option.valueStart + placeOfList(option.value)
  const end = option.valueStart + option.value.length
  const named = new RegExp(`(['"])${column}\\1`)
  const list = /^[^\]]*/.exec(text.slice(start, end))?.[0] ?? ''
  if (!list.startsWith('[') || !named.test(list)) return text
  if (searched.length === 0) throw stillSearched(table, column)
  const changed = list.replace(named, (_, quote: string) =>
    searched.map((name) => `${quote}${name}${quote}`).join(', '),
  )
  return `${text.slice(0, start)}${changed}${text.slice(start + list.length)}`
}

/** The place of the list of columns in the option: it is the option, or `columns` of it. */
function placeOfList(option: string): number {
  if (!option.startsWith('{')) return 0
  const columns = readObject(option, 1).entries.find(({ name }) => name === 'columns')
  return columns?.valueStart ?? 0
}

function stillSearched(table: string, column: string): SetupError {
  return new SetupError(
    'E_MAKE_EXPAND',
    `The model of "${table}" searches "${column}". First remove it from "search", run "node main.ts make:migration stop searching ${table} ${column}", and deploy that version by itself.`,
  )
}
