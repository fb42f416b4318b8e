/*
 * The places of a model's columns and options in its source, as a formatter leaves it or not: brackets and texts are
 * followed, and nothing else is understood.
 */

/** An entry of an object: `title: c.text()`. */
export interface ObjectEntry {
  /** Empty for a spread. */
  readonly name: string
  /** What is declared after the colon. */
  readonly value: string
  readonly start: number
  readonly end: number
}

/** An object literal; `close` is the place of its last bracket. */
export interface ObjectSource {
  readonly entries: readonly ObjectEntry[]
  readonly close: number
}

/** The arguments of `Model('table', { … }, { … })`. */
export interface ModelEntries {
  readonly columns: ObjectSource
  /** Absent if it has none. */
  readonly options: ObjectSource | undefined
}

/** Finds the model of a table in a source file; `undefined` if there is none. */
export function findModelEntries(text: string, table: string): ModelEntries | undefined {
  const call = new RegExp(`\\bModel\\(\\s*(['"])${table}\\1,\\s*\\{`).exec(text)
  if (call === null) return undefined
  const columns = readObject(text, call.index + call[0].length)
  const next = /^\s*,\s*\{/.exec(text.slice(columns.close + 1))
  const options = next === null ? undefined : readObject(text, columns.close + 1 + next[0].length)
  return { columns, options }
}

/** Reads an object from the place after its bracket. */
export function readObject(text: string, from: number): ObjectSource {
  const entries: ObjectEntry[] = []
  for (let start = from; ;) {
    const end = endOfEntry(text, start)
    const entry = text.slice(start, end)
    const [head = '', name = ''] =
      /^\s*(?:\/\/.*\n\s*|\/\*[\s\S]*?\*\/\s*)*(\w+):\s*/.exec(entry) ?? []
    const padding = /^\s*/.exec(entry)?.[0].length ?? 0
    const value = entry.slice(head.length).trim()
    if (value !== '')
      entries.push({ name, value, start: start + padding, end: start + entry.trimEnd().length })
    if (text[end] !== ',') return { entries, close: end }
    start = end + 1
  }
}

/** The place of the comma or bracket that ends an entry. */
function endOfEntry(text: string, from: number): number {
  let depth = 0
  for (let i = from; i < text.length; i++) {
    const character = text[i] ?? ''
    if (`'"\``.includes(character)) i = endOfText(text, i)
    else if (text.startsWith('//', i)) i = text.indexOf('\n', i)
    else if ('([{'.includes(character)) depth++
    else if (depth === 0 && ',)]}'.includes(character)) return i
    else if (')]}'.includes(character)) depth--
    if (i === -1) break
  }
  return text.length
}

function endOfText(text: string, from: number): number {
  for (let i = from + 1; i < text.length; i++) {
    if (text[i] === '\\') i++
    else if (text[i] === text[from]) return i
  }
  return text.length
}
