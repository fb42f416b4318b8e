import type { Expanded } from './expansion-kinds.ts'
import { type ModelEntries, type ObjectEntry, readObject, readOption } from '../model-entries.ts'

/**
 * Writes the change of a column into the source of its model. The options come after the columns, so they are written
 * first: the places of the columns stay valid.
 */
export function expandedModel(
  text: string,
  model: ModelEntries,
  { entry, ...change }: Expanded & { readonly entry: ObjectEntry },
): string {
  const { declared = [], retired, isUnenforced } = change
  const withRetired =
    retired === undefined
      ? text
      : addOption(text, model, { name: 'retired', brackets: '{}' }, `${entry.name}: ${retired}`)
  const whole = isUnenforced
    ? addOption(withRetired, model, { name: 'unenforced', brackets: '[]' }, `'${entry.name}'`)
    : withRetired
  const rest = whole.slice(entry.end)
  if (declared.length > 0) {
    const kept = whole.slice(0, entry.nameStart)
    const indent = /\n\s*$/.exec(kept)?.[0] ?? ' '
    return `${kept}${declared.join(`,${indent}`)}${rest}`
  }
  const head = whole.slice(0, entry.start)
  if (rest.startsWith(',')) return `${head.trimEnd()}${rest.slice(1)}`
  return `${head.trimEnd().replace(/,$/, '')}${rest}`
}

/** Whether the written model, read again, has exactly this change. */
export function isExpanded(
  before: ModelEntries,
  after: ModelEntries | undefined,
  { entry, declared = [], retired, isUnenforced }: Expanded & { readonly entry: ObjectEntry },
): boolean {
  if (after === undefined) return false
  const columns = before.columns.entries.flatMap((each) =>
    each === entry ? declared : toTexts([each]),
  )
  const others = ({ options }: ModelEntries): readonly string[] =>
    toTexts((options?.entries ?? []).filter(({ name }) => !expandedOptions.has(name)))
  const itemsOf = (model: ModelEntries): readonly string[] =>
    [...expandedOptions].flatMap((name) => toTexts(readOption(model, name)?.entries ?? []))
  const added = [
    ...(retired === undefined ? [] : [`${entry.name}: ${retired}`]),
    ...(isUnenforced === true ? [`'${entry.name}'`] : []),
  ]
  return (
    isSame(columns, toTexts(after.columns.entries)) &&
    isSame(others(before), others(after)) &&
    isSame([...itemsOf(before), ...added].toSorted(), itemsOf(after).toSorted())
  )
}

const expandedOptions: ReadonlySet<string> = new Set(['retired', 'unenforced'])

function toTexts(entries: readonly ObjectEntry[]): readonly string[] {
  return entries.map(({ name, value }) => (name === '' ? value : `${name}: ${value}`))
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, i) => text === other[i])
}

interface Option {
  readonly name: string
  readonly brackets: '{}' | '[]'
}

function addOption(
  text: string,
  { columns, options }: ModelEntries,
  { name, brackets }: Option,
  item: string,
): string {
  const [open = '', close = ''] = brackets
  const space = brackets === '{}' ? ' ' : ''
  const written = `${name}: ${open}${space}${item}${space}${close}`
  if (options === undefined) return insert(text, columns.close + 1, `, { ${written} }`)
  const existing = options.entries.find((entry) => entry.name === name)
  if (existing === undefined) {
    const last = options.entries.at(-1)
    return last === undefined
      ? insert(text, options.close, ` ${written} `)
      : insert(text, last.end, `, ${written}`)
  }
  const inner = readObject(text, existing.valueStart + 1)
  const last = inner.entries.at(-1)
  return insert(text, last?.end ?? inner.close, last === undefined ? item : `, ${item}`)
}

function insert(text: string, place: number, added: string): string {
  return `${text.slice(0, place)}${added}${text.slice(place)}`
}
