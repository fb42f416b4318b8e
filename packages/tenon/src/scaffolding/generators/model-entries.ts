/*
 * The places of a model's columns and options in its source, as a formatter leaves it or not: brackets, texts, comments
 * and regular expressions are followed, and nothing else is understood.
 */

import { SetupError } from '../../base/support/setup-error.ts'

/** An entry of an object: `title: c.text()`. */
export interface ObjectEntry {
  /** Empty for a spread. */
  readonly name: string
  /** What is declared after the colon. */
  readonly value: string
  /** Where its comments begin, but not one that ends the line of the entry before. */
  readonly start: number
  /** Where its name begins. */
  readonly nameStart: number
  readonly valueStart: number
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

/** Reads an option that is an object or a list; its places are those in its own text. */
export function readOption({ options }: ModelEntries, name: string): ObjectSource | undefined {
  const option = options?.entries.find((entry) => entry.name === name)
  return option && readObject(option.value, 1)
}

/** Reads an object from the place after its bracket. */
export function readObject(text: string, from: number): ObjectSource {
  const entries: ObjectEntry[] = []
  for (let start = from; ;) {
    const end = endOfEntry(text, start)
    const entry = text.slice(start, end)
    const [comments = ''] = /^\s*(?:\/\/.*\n\s*|\/\*[\s\S]*?\*\/\s*)*/.exec(entry) ?? []
    const [head = '', name = ''] = /^(\w+):\s*/.exec(entry.slice(comments.length)) ?? []
    const [padding = ''] = /^(?:[ \t]*(?:\/\/.*|\/\*.*?\*\/)(?=\s*\n))?\s*/.exec(entry) ?? []
    const value = entry.slice(comments.length + head.length).trim()
    if (value !== '') {
      entries.push({
        name,
        value,
        start: start + padding.length,
        nameStart: start + comments.length,
        valueStart: start + comments.length + head.length,
        end: start + entry.trimEnd().length,
      })
    }
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
    else if (text.startsWith('//', i)) i = placeOf(text, '\n', i)
    else if (text.startsWith('/*', i)) i = placeOf(text, '*/', i) + 1
    else if (character === '/' && /[(,=:[!&|?{};]\s*$/.test(text.slice(from, i)))
      i = endOfExpression(text, i)
    else if ('([{'.includes(character)) depth++
    else if (depth === 0 && ',)]}'.includes(character)) return i
    else if (')]}'.includes(character)) depth--
  }
  return text.length
}

function placeOf(text: string, end: string, from: number): number {
  const place = text.indexOf(end, from)
  return place === -1 ? text.length : place
}

/** The last slash of a regular expression, which has slashes of its own in `[/]`. */
function endOfExpression(text: string, from: number): number {
  const [expression = ''] =
    /^\/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[\n])+\//.exec(text.slice(from)) ?? []
  return from + Math.max(expression.length - 1, 0)
}

function endOfText(text: string, from: number): number {
  for (let i = from + 1; i < text.length; i++) {
    if (text[i] === '\\') i++
    else if (text[i] === text[from]) return i
    else if (text[i] === '\n' && text[from] !== '`') throw endlessText(text, from)
  }
  return text.length
}

function endlessText(text: string, from: number): SetupError {
  const line = text.slice(0, from).split('\n').length
  return new SetupError(
    'E_MAKE_EXPAND',
    `Line ${line} of the model has a text that does not end there, so the model cannot be changed safely. Change it yourself, then run "make:migration".`,
  )
}
