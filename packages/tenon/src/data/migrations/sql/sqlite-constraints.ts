import type { ColumnDefinition } from '../../columns/column.ts'
import {
  comment,
  definesColumn,
  isColumn,
  isUniqueOf,
  quoted,
  unquote,
  withoutComments,
} from './sqlite-table.ts'

const name = String.raw`(?:${quoted}|[\w$]+)`
const named = String.raw`(?:\bconstraint\s+${name}\s+)?`
const action = String.raw`\s+on\s+(?:delete|update)\s+(?:set\s+null|set\s+default|cascade|restrict|no\s+action)`
const deferral = String.raw`\s+(?:not\s+)?deferrable(?:\s+initially\s+\w+)?`

const reference = new RegExp(
  String.raw`(${quoted}|${comment})|\s*${named}\breferences\s*${name}\s*(?:\([^)]*\))?(?:${action})*(?:\s+match\s+\w+)?(?:${deferral})?`,
  'gi',
)
const uniqueness = new RegExp(
  String.raw`(${quoted}|${comment})|\s*${named}\bunique\b(?:\s+on\s+conflict\s+\w+)?`,
  'gi',
)

/** A column's definition without the foreign key that it contains. */
export function withoutReference(definition: string): string {
  return definition.replaceAll(reference, (whole, text?: string) =>
    text === undefined ? '' : whole,
  )
}

/** Whether a column's definition contains a foreign key. */
export function hasReference(definition: string): boolean {
  return withoutReference(definition) !== definition
}

/** The definitions without what makes a column unique. */
export function withoutUnique(definitions: readonly string[], column: string): string[] {
  return definitions
    .filter((definition) => !isUniqueOf(definition, column))
    .map((definition) =>
      definesColumn(definition, column) ? withoutOwnUnique(definition) : definition,
    )
}

function withoutOwnUnique(definition: string): string {
  return definition.replaceAll(uniqueness, (whole, text?: string) =>
    text === undefined ? '' : whole,
  )
}

/** A part of a column's definition after its type: `not null`, `constraint short check (length(a) < 5)`. */
interface Clause {
  /** Its keyword, in lower case. */
  readonly kind: string
  readonly text: string
}

/** A new definition of a column, with the parts of the old one that no operation writes: collations, checks, uniqueness. */
export function withKeptClauses(old: string, { text, before, values }: ReplacedColumn): string {
  const own = new Set(toClauses(before).map(({ text }) => toPlain(text)))
  const written = new Set(toClauses(text).map(({ kind }) => kind))
  const kept = toClauses(old).filter((clause) => {
    if (clause.kind === 'check')
      return !own.has(toPlain(clause.text)) && !lists(clause.text, values)
    return keptKinds.has(clause.kind) && !written.has(clause.kind)
  })
  return [text, ...kept.map((clause) => clause.text)].join(' ')
}

/** What Tenon writes for a column, and what it would have written before. */
interface ReplacedColumn {
  readonly text: string
  readonly before: string
  /** The values that the column could have before. */
  readonly values: ColumnDefinition['values']
}

const keptKinds: ReadonlySet<string> = new Set(['collate', 'unique', 'primary'])

/**
 * The definitions of a table without a column, and without the constraints that name it, which PostgreSQL drops with it.
 * `undefined` if only the column itself goes, and SQLite can drop it in place.
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

/** What SQLite does not drop with a column. */
const bindingKinds: ReadonlySet<string> = new Set(['unique', 'references'])

/** Whether a text of SQL contains the name of a column, quoted or not. */
export function namesColumn(text: string, column: string): boolean {
  const found = withoutComments(text).match(words) ?? []
  return found.some((word) => !word.startsWith("'") && unquote(word) === column.toLowerCase())
}

/** Whether a definition is a constraint of the table, except its primary key, on a column. */
function isConstraintOf(definition: string, column: string): boolean {
  if (isColumn(definition)) return false
  const text = withoutComments(definition)
  const [head, kind = ''] = constraint.exec(text) ?? []
  if (head === undefined) return false
  const rest = text.slice(head.length)
  // What a foreign key refers to is a column of another table.
  const [own = ''] = kind.toLowerCase() === 'foreign' ? rest.split(/\breferences\b/i) : [rest]
  return namesColumn(own, column)
}

function withoutChecksOf(definition: string, column: string): string {
  const checks = toClauses(definition).filter(({ kind }) => kind === 'check')
  return checks
    .filter(({ text }) => namesColumn(text.slice(text.indexOf('(')), column))
    .reduce((left, { text }) => left.replace(text, '').trimEnd(), definition)
}

/** The clauses of a column's definition, each with the name that it may have. */
function toClauses(definition: string): readonly Clause[] {
  const text = withoutComments(definition)
  const starts: { readonly kind: string; readonly index: number }[] = []
  let depth = 0
  let previous = ''
  for (const { 0: token, index } of text.matchAll(parts)) {
    const word = token.toLowerCase()
    if (depth === 0 && index > 0 && startsClause(word, previous)) {
      // `constraint name check`: the clause begins at its name.
      const last = starts.at(-1)
      if (last?.kind === 'constraint') starts[starts.length - 1] = { kind: word, index: last.index }
      else starts.push({ kind: word, index })
    }
    if (word === '(') depth += 1
    if (word === ')') depth -= 1
    previous = word
  }
  return starts.map(({ kind, index }, i) => ({
    kind,
    text: text.slice(index, starts[i + 1]?.index).trim(),
  }))
}

function startsClause(word: string, previous: string): boolean {
  if (previous === 'constraint') return false
  if (word === 'null' || word === 'default') return !['not', 'set', 'default'].includes(previous)
  if (word === 'as') return previous !== 'always'
  return clauseWords.has(word)
}

const clauseWords: ReadonlySet<string> = new Set(
  'constraint primary not unique check collate references generated'.split(' '),
)

/** Whether a check allows exactly these texts, however it is written. */
function lists(check: string, values: readonly string[] = []): boolean {
  const texts = [...check.matchAll(/'((?:[^']|'')*)'/g)].map(([, text = '']) =>
    text.replaceAll("''", "'"),
  )
  return texts.length > 0 && texts.toSorted().join('\n') === values.toSorted().join('\n')
}

/** A clause as others write it, to compare it. */
function toPlain(clause: string): string {
  return clause
    .replace(/^constraint\s+\S+\s+/i, '')
    .replaceAll(/[\s"`[\]]/g, '')
    .toLowerCase()
}

const words = new RegExp(`${quoted}|[\\w$]+`, 'g')
const parts = new RegExp(`${quoted}|[\\w$]+|[()]`, 'g')
const constraint = new RegExp(
  String.raw`^(?:constraint\s+(?:${quoted}|[\w$]+)\s+)?(unique|check|foreign)\b`,
  'i',
)
