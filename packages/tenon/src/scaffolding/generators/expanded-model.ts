import type { Expanded } from './expansion-kinds.ts'
import { type ModelEntries, type ObjectEntry, readObject } from './model-entries.ts'

/**
 * Writes what becomes of a column into the source of its model. The options come after the columns, so they are written
 * first: places before them stay.
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
  const head = whole.slice(0, entry.start)
  const rest = whole.slice(entry.end)
  const indent = /\n\s*$/.exec(head)?.[0] ?? ' '
  if (declared.length > 0) return `${head}${declared.join(`,${indent}`)}${rest}`
  if (rest.startsWith(',')) return `${head.trimEnd()}${rest.slice(1)}`
  return `${head.trimEnd().replace(/,$/, '')}${rest}`
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
  const inner = readObject(text, existing.end - existing.value.length + 1)
  const last = inner.entries.at(-1)
  return insert(text, last?.end ?? inner.close, last === undefined ? item : `, ${item}`)
}

function insert(text: string, place: number, added: string): string {
  return `${text.slice(0, place)}${added}${text.slice(place)}`
}
