import { fits } from '../templates/fit.ts'

/** Small edits of TypeScript files formatted by oxfmt or Prettier. */

export function removeLine(text: string, line: string): string {
  return text.replace(`${line}\n`, '')
}

/**
 * Adds an item, which consists of whole lines, to the list that begins with `opening` and ends with a line `])` or
 * `] as const`. The fallback stays the last item of a route list.
 */
export function addItem(text: string, opening: string, item: string): string | undefined {
  if (text.includes(item)) return text
  const start = text.indexOf(`${opening}\n`)
  if (start === -1) return undefined
  const length = text.slice(start).search(endOfItems)
  const before = text.slice(0, start + length)
  if (length === -1 || !(before.endsWith(',') || before.endsWith(opening))) return undefined
  return `${before}\n${item}${text.slice(before.length + 1)}`
}

/** Adds a line to the list of routes, before its fallback. */
export function addRoute(text: string, item: string): string | undefined {
  return addItem(text, 'routes([', item) ?? addItem(text, 'routes.stated([', item)
}

/** The end of a list, or its fallback with the comment above it. */
const endOfItems = /\n(?:(?: {2}\/\/.*\n)* {2}fallback\(|\](?:\)| as const))/

/** Adds an entry to the property of an options object: `models: { Todo }`, `commands: [prune]`. */
export function addEntry(text: string, property: Property, entry: string): string | undefined {
  return changeEntries(text, property, (entries) =>
    entries.includes(entry) ? entries : [...entries, entry],
  )
}

/** Removes an entry from the property, and removes the property with its last entry. */
export function removeEntry(text: string, property: Property, entry: string): string | undefined {
  return changeEntries(text, property, (entries) => entries.filter((other) => other !== entry))
}

export interface Property {
  readonly name: string
  readonly brackets: '{}' | '[]'
}

function changeEntries(
  text: string,
  { name, brackets }: Property,
  change: (entries: readonly string[]) => readonly string[],
): string | undefined {
  const [open = '', close = ''] = brackets
  const inside = brackets === '{}' ? '[^{}]*' : '[^\\[\\]]*'
  const match = new RegExp(`^( *)${name}: \\${open}(${inside})\\${close},\\n`, 'm').exec(text)
  if (match === null) return undefined
  const [whole, indent = '', body = ''] = match
  const space = brackets === '{}' ? ' ' : ''
  const toLine = (entries: readonly string[]): string =>
    `${indent}${name}: ${open}${space}${entries.join(', ')}${space}${close},`
  const before = toEntries(body)
  const entries = change(before)
  if (entries.length === 0) return text.replace(whole, '')
  // A list that would have fitted on one line is spread because its author wants it so.
  const isWanted = body.includes('\n') && fits(toLine(before))
  const isSpread = isWanted || !fits(toLine(entries))
  const lines = entries.map((entry) => `${indent}  ${entry},\n`).join('')
  const replacement = isSpread
    ? `${indent}${name}: ${open}\n${lines}${indent}${close},\n`
    : `${toLine(entries)}\n`
  return text.replace(whole, () => replacement)
}

function toEntries(text: string): readonly string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}

/** Adds a property to `application({ … })`, as its last one. */
export function addProperty(text: string, line: string): string | undefined {
  const start = text.indexOf('application({\n')
  if (start === -1) return undefined
  const end = text.indexOf('\n})', start)
  return end === -1 ? undefined : `${text.slice(0, end)}\n${line}${text.slice(end)}`
}
