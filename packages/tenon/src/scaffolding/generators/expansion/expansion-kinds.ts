import { SetupError } from '../../../base/support/setup-error.ts'
import { parseColumns } from '../column-words.ts'
import type { ObjectEntry } from '../model-entries.ts'
import type { Project } from '../project.ts'
import { toColumn } from '../../templates/field.ts'

/** A column as its model declares it, and the words that follow it in the command. */
export interface ColumnToExpand {
  readonly entry: ObjectEntry
  readonly column: string
  readonly given: readonly string[]
  readonly project: Project
}

/** How the first step changes a column. */
export interface Expanded {
  /** The entries that replace its entry; absent if the entry is removed. */
  readonly declared?: readonly string[]
  /** How it is declared in `retired`. */
  readonly retired?: string
  readonly isUnenforced?: boolean
  /** The columns that take its place in the model's `search`; absent if its name stays. */
  readonly searched?: readonly string[]
  /** What the next version does with the model. */
  readonly next: string
  /** Whether the SQL of a migration is a guess. */
  readonly isGuess?: boolean
}

/** A kind of change. */
export interface ExpansionKind {
  /** Whether this number of words may follow the column. */
  readonly takes: (words: number) => boolean
  /** Throws `E_MAKE_EXPAND` for a column that already has the constraint. */
  readonly expand: (column: ColumnToExpand) => Expanded
}

/** What `tenon make migration --expand` can change. */
export const expansionKinds: Readonly<Record<string, ExpansionKind>> = {
  rename: {
    takes: (words) => words === 1,
    expand: ({ entry, column, given }) => ({
      declared: [`${given[0]}: ${entry.value}.was('${column}')`],
      searched: given,
      next: `remove .was('${column}')`,
    }),
  },
  drop: {
    takes: (words) => words === 0,
    expand: ({ entry, column }) => ({
      retired: leftBehind(entry),
      searched: [],
      next: `remove "${column}" from retired`,
    }),
  },
  split: {
    takes: (words) => words > 1,
    expand: ({ entry, column, given }) => ({
      declared: given.map((name) => `${name}: c.text()${nullableOf(entry)}.was('${column}')`),
      retired: leftOut(entry),
      searched: given,
      next: `remove .was('${column}'), and "${column}" from retired`,
      isGuess: true,
    }),
  },
  type: {
    takes: (words) => words === 1,
    expand: ({ entry, column, given, project }) => ({
      declared: parseColumns(given, project).map(
        (field) => `${field.name}: ${toColumn(field)}.was('${column}')`,
      ),
      retired: leftOut(entry),
      searched: [],
      next: `remove .was('${column}'), and "${column}" from retired`,
      isGuess: true,
    }),
  },
  unique: {
    takes: (words) => words === 0,
    expand: ({ entry, column }) => {
      if (isUnique(entry)) throw alreadyIs('unique', column)
      return {
        declared: [`${column}: ${entry.value}.unique()`],
        isUnenforced: true,
        next: `remove "${column}" from unenforced`,
      }
    },
  },
  required: {
    takes: (words) => words === 0,
    expand: ({ entry, column }) => {
      if (nullableOf(entry) === '') throw alreadyIs('required', column)
      return {
        declared: [`${column}: ${entry.value.replace(/\s*\.nullable\(\)/, '')}`],
        isUnenforced: true,
        next: `remove "${column}" from unenforced`,
      }
    },
  },
}

/** Whether the column alone is unique, as a key is. */
function isUnique({ value }: ObjectEntry): boolean {
  return /\.unique\(|\.primaryKey\(|^c\s*\.(?:id|\w+Id)\(/.test(value)
}

function alreadyIs(constraint: string, column: string): SetupError {
  return new SetupError('E_MAKE_EXPAND', `"${column}" is ${constraint} already.`)
}

/**
 * Declares a column that new rows leave out. The version before does not expect null in it, so it gets a default,
 * unless that value would break a constraint: unique, a foreign key or a minimum.
 */
function leftBehind(entry: ObjectEntry): string {
  const [, type = ''] = /^c\s*\.(\w+)\(/.exec(entry.value) ?? []
  const preset = presets.get(type)
  const left = leftOut(entry)
  const isRefused = /\.(?:unique|references|owner)\(|\bmin:/.test(entry.value)
  if (preset === undefined || isRefused || left === entry.value) return left
  return `${entry.value}.default(${preset})`
}

const presets: ReadonlyMap<string, string> = new Map([
  ['text', "''"],
  ['integer', '0'],
  ['real', '0'],
  ['bigint', '0n'],
  ['boolean', 'false'],
])

/** Declares a column that new rows leave out: it is nullable, unless it has a default. */
function leftOut({ value }: ObjectEntry): string {
  return /\.(?:nullable|default|defaultSql)\(/.test(value) ? value : `${value}.nullable()`
}

function nullableOf({ value }: ObjectEntry): string {
  return value.includes('.nullable()') ? '.nullable()' : ''
}
