import type { ColumnDefinition } from '../../columns/column.ts'
import {
  comment,
  hasSameTexts,
  namesIn,
  parseValuesCheck,
  plain,
  quoted,
} from '../../columns/written/sql-text.ts'
import {
  definesColumn,
  foldCase,
  isColumn,
  isUniqueOf,
  parseSqliteTable,
  withoutComments,
  word,
} from './sqlite-table.ts'

/** A column's definition without the foreign key that it contains. */
export function withoutReference(definition: string): string {
  return withoutClauses(definition, ({ kind }) => kind === 'references')
}

/** The definitions without the constraint that makes these columns unique. */
export function withoutUnique(
  definitions: readonly string[],
  columns: readonly string[],
): string[] {
  const [only = '', second] = columns
  return definitions
    .filter((definition) => !isUniqueOf(definition, columns))
    .map((definition) =>
      second === undefined && definesColumn(definition, only)
        ? withoutClauses(definition, ({ kind }) => kind === 'unique')
        : definition,
    )
}

/**
 * The definitions of a table without a column and without the constraints that name the column, as PostgreSQL drops it.
 * `undefined` if no constraint names the column, so that SQLite can drop it in place.
 */
export function withoutColumn(
  definitions: readonly string[],
  column: string,
): readonly string[] | undefined {
  const [own = ''] = definitions.filter((each) => definesColumn(each, column))
  const left = definitions
    .filter((each) => !definesColumn(each, column) && !isConstraintOf(each, column))
    .map((each) => (isColumn(each) ? withoutChecksOf(each, column) : each))
  const others = definitions.filter((each) => !definesColumn(each, column))
  const isInPlace = left.join() === others.join()
  const isPlain = !toClauses(own).some(({ kind }) => bindingKinds.has(kind))
  return isInPlace && isPlain ? undefined : left
}

/** The clauses with which SQLite cannot drop a column in place. */
const bindingKinds: ReadonlySet<string> = new Set(['unique', 'references'])

/** Whether one or more expressions name a column, with or without quotes. */
export function namesColumn(text: string, column: string): boolean {
  return namesIn(text).some(({ name }) => foldCase(name) === foldCase(column))
}

/**
 * The list or expression in the first parentheses of a constraint, without the columns that a foreign key refers to.
 */
function listOf(constraint: string): string {
  return parseSqliteTable(constraint).definitions.join('\n, ')
}

/** Whether a definition is a table constraint that names the column. A primary key does not count. */
function isConstraintOf(definition: string, column: string): boolean {
  return kindOf(definition) !== undefined && namesColumn(listOf(definition), column)
}

/** The kind of a table constraint; `undefined` for a primary key and for a column. */
function kindOf(definition: string): string | undefined {
  if (isColumn(definition)) return undefined
  return constraint.exec(withoutComments(definition))?.[1]?.toLowerCase()
}

function withoutChecksOf(definition: string, column: string): string {
  return withoutClauses(
    definition,
    ({ kind, text }) => kind === 'check' && namesColumn(listOf(text), column),
  )
}

/**
 * The definitions without the checks that list exactly these values of a column, including checks that other programs
 * wrote. A check with more conditions stays.
 */
export function withoutValuesCheck(
  definitions: readonly string[],
  column: string,
  values: ColumnDefinition['values'] = [],
): string[] {
  const isListed = (check: string): boolean => {
    const found = parseValuesCheck(listOf(check))
    const isOfColumn = found !== undefined && foldCase(found.column) === foldCase(column)
    return isOfColumn && hasSameTexts(found.values, values)
  }
  return definitions
    .filter((each) => kindOf(each) !== 'check' || !isListed(each))
    .map((each) =>
      isColumn(each)
        ? withoutClauses(each, ({ kind, text }) => kind === 'check' && isListed(text))
        : each,
    )
}

/** The text that Tenon would have written for a column before its change, and the text after it. */
export interface ColumnTexts {
  readonly before: string
  readonly after: string
}

/** Applies the difference between the two texts to a column's definition. Everything else stays as it was written. */
export function changeColumn(definition: string, { before, after }: ColumnTexts): string {
  const found = parseColumn(definition)
  const [from, to] = [parseColumn(before), parseColumn(after)]
  const gone = from.clauses.filter((clause) => !isAmong(to.clauses, clause))
  const added = to.clauses.filter((clause) => !isAmong(from.clauses, clause))
  const isReplaced = (clause: Clause): boolean =>
    clause.kind === 'check'
      ? gone.some((each) => each.kind === 'check' && toPlain(each.text) === toPlain(clause.text))
      : [...gone, ...added].some(({ kind }) => kind === clause.kind)
  return toText({
    name: found.name,
    type: from.type === to.type ? found.type : to.type,
    clauses: [...found.clauses.filter((clause) => !isReplaced(clause)), ...added],
  })
}

function isAmong(clauses: readonly Clause[], { text }: Clause): boolean {
  return clauses.some((each) => each.text === text)
}

/** A check without its name, spaces and quotes, so that it can be compared with the check of another program. */
function toPlain(check: string): string {
  return check
    .slice(check.indexOf('('))
    .replaceAll(/[\s"`[\]]/g, '')
    .toLowerCase()
}

/**
 * The definition of a column in the text of an SQLite table, split where its clauses begin. A comment belongs to the
 * clause before it.
 */
interface SqliteColumn {
  readonly name: string
  /** The type; empty if the column has no type. */
  readonly type: string
  readonly clauses: readonly Clause[]
}

/** A clause after the type: `not null on conflict replace`, `constraint short check (length(a) < 5)`. */
interface Clause {
  readonly kind: ClauseKind
  readonly text: string
}

type ClauseKind = (typeof clauseKinds)[number]

const clauseKinds = [
  'primary',
  'null',
  'unique',
  'check',
  'default',
  'collate',
  'references',
  'generated',
] as const

/** The clauses of a column's definition. The text of a named clause includes the name. */
function toClauses(definition: string): readonly Clause[] {
  return parseColumn(definition).clauses
}

/** A column's definition without some of its clauses. */
function withoutClauses(definition: string, isGone: (clause: Clause) => boolean): string {
  const { clauses, ...column } = parseColumn(definition)
  const left = clauses.filter((clause) => !isGone(clause))
  return left.length === clauses.length ? definition : toText({ ...column, clauses: left })
}

function parseColumn(definition: string): SqliteColumn {
  const [name, ...tokens] = Array.from(definition.matchAll(parts), ({ 0: text, index }) => {
    return { word: text.toLowerCase(), index, end: index + text.length }
  }).filter(({ word }) => !word.startsWith('--') && !word.startsWith('/*'))
  const starts: { kind: ClauseKind | undefined; index: number }[] = []
  let depth = 0

  for (const [i, { word, index }] of tokens.entries()) {
    const [previous, next] = [tokens[i - 1]?.word ?? '', tokens[i + 1]?.word ?? '']
    const kind = depth === 0 ? startOf(word, { previous, next }) : undefined
    const last = starts.at(-1)
    // `constraint name check`: the clause begins at its name.
    if (kind !== undefined && last !== undefined && last.kind === undefined) last.kind = kind
    else if (kind !== undefined) starts.push({ kind, index })
    else if (depth === 0 && word === 'constraint' && (!last || last.kind !== undefined))
      starts.push({ kind: undefined, index })
    if (word === '(') depth += 1
    if (word === ')') depth -= 1
  }
  const end = name?.end ?? definition.length
  return {
    name: definition.slice(0, end).trim(),
    type: definition.slice(end, starts[0]?.index).trim(),
    clauses: starts.flatMap(({ kind, index }, i) => {
      const text = definition.slice(index, starts[i + 1]?.index).trim()
      return kind === undefined ? [] : [{ kind, text }]
    }),
  }
}

/** The kind of clause that begins with a word; `undefined` if no clause does. */
function startOf(
  word: string,
  { previous, next }: { readonly previous: string; readonly next: string },
): ClauseKind | undefined {
  if (previous === 'constraint') return undefined
  if (word === 'not') return next === 'deferrable' ? undefined : 'null'
  if (word === 'null') return ['not', 'set', 'default'].includes(previous) ? undefined : 'null'
  if (word === 'default') return previous === 'set' ? undefined : 'default'
  if (word === 'as') return previous === 'always' ? undefined : 'generated'
  return clauseKinds.find((kind) => kind === word)
}

/** Writes a definition, on several lines if there is a comment, because a comment ends with its line. */
function toText({ name, type, clauses }: SqliteColumn): string {
  const written = [name, type, ...clauses.map(({ text }) => text)].filter((part) => part !== '')
  return written.join(written.some((part) => part.includes('--')) ? '\n' : ' ')
}

const parts = new RegExp(`${quoted}|${comment}|${plain}|[()]`, 'g')
const constraint = new RegExp(
  String.raw`^(?:constraint\s+${word}\s+)*(unique|check|foreign)\b`,
  'i',
)
