/*
 * Finds the models of a source file, with the places of their columns and options. The file may be formatted or not,
 * with either kind of quotes. The reader only knows brackets, strings, comments and regular expressions.
 */

import { SetupError } from '../../base/support/setup-error.ts'

/** An entry of an object: `title: c.text()`. */
export interface ObjectEntry {
  /** Without quotes; empty for a spread. */
  readonly name: string
  /** What is declared after the colon. */
  readonly value: string
  /** Where its comments begin. A comment on the last line of the entry before does not count. */
  readonly start: number
  /** Where its name begins. */
  readonly nameStart: number
  readonly valueStart: number
  readonly end: number
}

/** An object literal; `close` is the place of its closing bracket. */
export interface ObjectSource {
  readonly entries: readonly ObjectEntry[]
  readonly close: number
}

/** The arguments of `Model('table', { … }, { … })`. */
export interface ModelEntries {
  readonly table: string
  readonly columns: ObjectSource
  /** Absent if it has none. */
  readonly options: ObjectSource | undefined
}

/** A model or view that a source file declares. */
export interface DeclaredModel {
  /** The name of its class; empty if the class extends a constant. */
  readonly model: string
  readonly base: 'Model' | 'DatabaseView'
  readonly table: string
  /** The place after the opening bracket of its columns. */
  readonly start: number
}

/** Finds all models and views in a source file. */
export function findDeclared(text: string): readonly DeclaredModel[] {
  return [...text.matchAll(declaration)].map(({ index, 0: { length }, groups = {} }) => {
    const { model = '', base, table = '' } = groups
    return {
      model,
      base: base === 'DatabaseView' ? base : 'Model',
      table,
      start: index + length,
    }
  })
}

const declaration =
  /(?:\bclass (?<model>\w+) extends )?\b(?<base>Model|DatabaseView)\(\s*(?<quote>['"])(?<table>\w+)\k<quote>\s*,\s*\{/g

/**
 * Reads the model of a table, or the first model of the file if no table is given; `undefined` if there is none.
 *
 * Throws `E_MAKE_MODEL` for a string that does not end.
 */
export function findModelEntries(text: string, table?: string): ModelEntries | undefined {
  const found = findDeclared(text).find(
    (each) => each.base === 'Model' && (table === undefined || each.table === table),
  )
  if (found === undefined) return undefined
  const columns = readObject(text, found.start)
  const next = /^\s*,\s*\{/.exec(text.slice(columns.close + 1))
  const options = next === null ? undefined : readObject(text, columns.close + 1 + next[0].length)
  return { table: found.table, columns, options }
}

/** Reads an option that is an object or a list. The places are relative to the option's own text. */
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
    const [head = '', , name = ''] = /^(['"]?)(\w+)\1:\s*/.exec(entry.slice(comments.length)) ?? []
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
    const end = endOfToken(text, from, i)
    if (end > i) i = end
    else if ('([{'.includes(character)) depth++
    else if (depth === 0 && ',)]}'.includes(character)) return i
    else if (')]}'.includes(character)) depth--
  }
  return text.length
}

/** The last place of the string, comment or regular expression that begins at `at`; `at` itself if none does. */
function endOfToken(text: string, from: number, at: number): number {
  const character = text[at] ?? ''
  if (`'"\``.includes(character)) return endOfText(text, at)
  if (text.startsWith('//', at)) return placeOf(text, '\n', at)
  if (text.startsWith('/*', at)) return placeOf(text, '*/', at) + 1
  const isExpression = character === '/' && /[(,=:[!&|?{};]\s*$/.test(text.slice(from, at))
  return isExpression ? endOfExpression(text, at) : at
}

/** Removes the comments of a declaration. */
export function withoutComments(text: string): string {
  let kept = ''
  for (let i = 0; i < text.length; i++) {
    const end = endOfToken(text, 0, i)
    if (!/^\/[/*]/.test(text.slice(i, i + 2))) kept += text.slice(i, end + 1)
    i = end
  }
  return kept
}

function placeOf(text: string, end: string, from: number): number {
  const place = text.indexOf(end, from)
  return place === -1 ? text.length : place
}

/** The place of the last slash of a regular expression. A slash inside `[/]` does not end it. */
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
    'E_MAKE_MODEL',
    `Line ${line} of the model has a text that does not end there, so "tenon make" cannot read the model. Correct that line.`,
  )
}
