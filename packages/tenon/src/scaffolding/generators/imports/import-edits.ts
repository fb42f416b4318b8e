import { fits } from '../../templates/fit.ts'

/**
 * Edits the imports of a TypeScript file. They may be on one line or on several, have several names, types and aliases,
 * either kind of quotes, and semicolons or not.
 */

export const importStatement = /^import ([^'"]*)(['"])([^'"\n]*)\2(;?)\n/gm

/**
 * Adds the names that a line imports: to an existing import of the same module, or as a new import. `undefined` if the
 * file has no imports, or uses one of the names for something else.
 */
export function addImport(text: string, line: string): string | undefined {
  const statements = readStatements(text)
  const last = statements.at(-1)
  const [added] = readStatements(`${line}\n`)
  if (last === undefined || added === undefined) return undefined
  const bound = statements.flatMap(toBindings)
  const missing = toBindings(added).filter(
    (binding) => !bound.some((each) => isSame(each, binding)),
  )
  if (missing.length === 0) return text
  if (missing.some(({ local }) => isTaken(text, bound, local))) return undefined
  const names = missing.map(({ local }) => local)
  const extended = added.names && extendStatement(statements, added.module, names)
  if (extended !== undefined) return replaceStatement(text, extended.old, extended.statement)
  const statement = added.names ? writeNames(added, names) : added.statement
  const end = last.index + last.statement.length
  return text.slice(0, end) + statement + text.slice(end)
}

/** Adds several imports: all of them, or none. */
export function addImports(text: string | undefined, lines: readonly string[]): string | undefined {
  return lines.reduce((changed, line) => changed && addImport(changed, line), text)
}

/** Removes what a line imports, except what the rest of the file uses. */
export function removeImport(text: string, line: string): string {
  const statements = readStatements(text)
  const code = toCode(text)
  const unused = readStatements(`${line}\n`)
    .flatMap(toBindings)
    .filter(({ local }) => !isUsed(code, local))
  return statements.reduce((changed, each) => {
    const kept = toBindings(each).filter((binding) => !unused.some((one) => isSame(one, binding)))
    if (kept.length === toBindings(each).length) return changed
    if (kept.length === 0) return replaceStatement(changed, each, '')
    if (each.names === undefined) return changed
    const names = kept.map(({ source }) => source)
    return replaceStatement(changed, each, writeNames(each, names))
  }, text)
}

interface Item {
  readonly item: string
  /** The lines that import what the item uses. */
  readonly imports: readonly string[]
  /** What a file contains as long as a part of the item is left, also if the item has been changed. */
  readonly marks: readonly string[]
}

/**
 * Removes an item and what it imports. Leaves a file as it is that has nothing of the item; `undefined` if the item has
 * been changed.
 */
export function removeItem(text: string, { item, imports, marks }: Item): string | undefined {
  if (text.includes(item)) return imports.reduce(removeImport, text.replace(item, ''))
  return marks.some((mark) => text.includes(mark)) ? undefined : text
}

interface Statement {
  readonly statement: string
  readonly index: number
  readonly clause: string
  /** The names between the braces; `undefined` if the statement imports anything else or has comments between them. */
  readonly names: readonly string[] | undefined
  readonly module: string
  readonly quote: string
  readonly semicolon: string
}

function readStatements(text: string): readonly Statement[] {
  return Array.from(text.matchAll(importStatement), (match) => {
    const [statement, clause = '', quote = '', module = '', semicolon = ''] = match
    const [, braces] = /^\{([^}]*)\} from $/.exec(clause) ?? []
    const isPlain = braces !== undefined && !/\/[/*]/.test(braces)
    const names = isPlain ? toEntries(braces) : undefined
    return { statement, index: match.index, clause, names, module, quote, semicolon }
  })
}

/** A local name and what it stands for: an export of a module, all of its exports as `*`, or a type. */
interface Binding {
  readonly source: string
  readonly local: string
  readonly what: string
}

function toBindings({ clause, module }: Statement): readonly Binding[] {
  const [, type = '', list = ''] = /^(type )?([^]*?)(?: from )?$/.exec(clause) ?? []
  const names = list
    .replaceAll(/\/\/.*|\/\*[^]*?\*\//g, '')
    .replace(/^\w+/, 'default as $&')
    .replaceAll(/[{}]/g, ',')
  return toEntries(names).map((source) => {
    const [, ownType = '', name = '', local = name] =
      /^(type )?(\S+)(?: as (\S+))?$/.exec(source) ?? []
    return { source, local, what: `${type || ownType}${name} of ${module}` }
  })
}

function toEntries(list: string): readonly string[] {
  return list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}

function isSame(one: Binding, other: Binding): boolean {
  return one.local === other.local && one.what === other.what
}

function isTaken(text: string, bound: readonly Binding[], name: string): boolean {
  const declared = new RegExp(
    `^(?:export )?(?:const|let|var|class|(?:async )?function) ${name}\\b`,
    'm',
  )
  return bound.some(({ local }) => local === name) || declared.test(text)
}

interface Extended {
  readonly old: Statement
  readonly statement: string
}

/** Adds names to the import of a module, sorted if the others are. */
function extendStatement(
  statements: readonly Statement[],
  module: string,
  names: readonly string[],
): Extended | undefined {
  const old = statements.find((each) => each.module === module && each.names !== undefined)
  if (old?.names === undefined) return undefined
  const all = [...old.names, ...names]
  return { old, statement: writeNames(old, isSorted(old.names) ? all.toSorted() : all) }
}

function isSorted(names: readonly string[]): boolean {
  return names.toSorted().every((name, i) => name === names[i])
}

function writeNames({ module, quote, semicolon }: Statement, names: readonly string[]): string {
  const end = `} from ${quote}${module}${quote}${semicolon}`
  const line = `import { ${names.join(', ')} ${end}`
  return `${fits(line) ? line : `import {\n${names.map((name) => `  ${name},\n`).join('')}${end}`}\n`
}

function replaceStatement(text: string, { statement }: Statement, replacement: string): string {
  return text.replace(statement, () => replacement)
}

/** The text without imports, comments and strings. Template literals stay, because they may contain code. */
function toCode(text: string): string {
  return text
    .replaceAll(importStatement, '')
    .replaceAll(commentsAndTexts, (found) => (found.startsWith('`') ? found : ''))
}

const commentsAndTexts =
  /\/\/.*|\/\*[^]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g

/** Whether code uses a name, other than as a property: `object.name` does not count. */
function isUsed(code: string, name: string): boolean {
  return new RegExp(`(?<![\\p{L}\\w$]|[^.]\\.)${name}(?![\\p{L}\\w$])`, 'u').test(code)
}
