import { SetupError } from '../../../base/support/setup-error.ts'
import { isReserved } from '../../../data/columns/table.ts'
import { expandedModel, isExpanded } from './expanded-model.ts'
import { expandedSearch } from './expanded-search.ts'
import { type Expanded, expansionKinds } from './expansion-kinds.ts'
import { findModelEntries, type ModelEntries, readOption } from '../model-entries.ts'
import type { Project } from '../project.ts'

/** A change of a column in several steps: the first step, and what to do in each. */
export interface Expansion {
  readonly path: string
  /** The model with the first step. */
  readonly text: string
  /** What the first migration does, in words. */
  readonly name: string
  /** What to do, in order. */
  readonly steps: readonly string[]
}

/**
 * Plans a change that the running version survives: `['rename', 'tickets.title', 'subject']`. Throws `E_MAKE_EXPAND` if
 * there is no such change or column, or if the model cannot be changed safely.
 */
export function planExpansion(words: readonly string[], project: Project): Expansion {
  const [kind = '', place = '', ...given] = words
  const [table = '', column = ''] = place.split('.')
  const change = Object.hasOwn(expansionKinds, kind) ? expansionKinds[kind] : undefined
  if (change === undefined || !/^\w+\.\w+$/.test(place) || !change.takes(given.length))
    throw badWords()

  const { path, text } = findModel(table, project)
  const model = findModelEntries(text, table)
  const entry = model?.columns.entries.find(({ name }) => name === column)
  if (model === undefined || entry === undefined) throw noColumn(table, column, path)
  const expanded = change.expand({ entry, column, given, project })
  assertFree(given, model, path)
  const searching = expandedSearch(text, model, { column, searched: expanded.searched })
  const before = findModelEntries(searching, table) ?? model
  const declared = before.columns.entries.find(({ name }) => name === column) ?? entry
  const changed = expandedModel(searching, before, { entry: declared, ...expanded })
  const after = findModelEntries(changed, table)
  const isAsMeant = isExpanded(before, after, { entry: declared, ...expanded })
  if (!isAsMeant) throw unreadable(table, path)
  return {
    path,
    text: changed,
    name: [kind, table, column].join('_'),
    steps: toSteps({
      path,
      column,
      ...expanded,
      finish: ['finish', table, column].join('_'),
      isSearched: searching !== text,
    }),
  }
}

/** Refuses new columns with a name that is taken: of two entries with one name, the last would silently win. */
function assertFree(given: readonly string[], model: ModelEntries, path: string): void {
  const retired = readOption(model, 'retired')?.entries ?? []
  const taken = [...model.columns.entries, ...retired].map(({ name }) => name)
  for (const [i, word] of given.entries()) {
    const [name = ''] = word.split(':')
    if (!/^[a-z_]\w*$/i.test(name) || isReserved(name)) throw badName(name)
    const before = given.slice(0, i).map((each) => each.split(':')[0])
    if ([...taken, ...before].includes(name)) throw takenName(name, path)
  }
}

interface Steps {
  readonly path: string
  readonly column: string
  /** The name of the last migration. */
  readonly finish: string
  /** Whether the model's `search` has changed. */
  readonly isSearched: boolean
}

function toSteps({
  path,
  column,
  next,
  isGuess = false,
  isUnenforced = false,
  searched = [],
  finish,
  isSearched,
}: Expanded & Steps): readonly string[] {
  return [
    `Use the model as it is now: the compiler names each place that used "${column}" as it was.`,
    ...(isSearched
      ? [
          `Searches look into ${searched.map((name) => `"${name}"`).join(' and ')} instead of "${column}". The index for "${column}" stays for the running version, until the last step.`,
        ]
      : []),
    ...(isGuess ? ['Correct the SQL of the migrations: how values are computed is a guess.'] : []),
    'Deploy this version: run "node build/main.js migrate", then replace the running version, which works beside it. You can go back.',
    ...(isUnenforced
      ? [
          `Write a migration that corrects the values of "${column}" that the version before has left.`,
        ]
      : []),
    `In the next version, ${next} in ${path}, and run "node main.ts make:migration --drop ${finish}". Deploy it in the same way. After that, the version before this one does not run any more.`,
  ]
}

function findModel(
  table: string,
  project: Project,
): { readonly path: string; readonly text: string } {
  const names = project.list('app/models').filter((name) => name.endsWith('.ts'))
  for (const path of [...names.map((name) => `app/models/${name}`), 'app/models.ts']) {
    const text = project.read(path)
    if (text !== undefined && findModelEntries(text, table) !== undefined) return { path, text }
  }
  throw new SetupError(
    'E_MAKE_EXPAND',
    `No model in app/models has the table "${table}". Name it as in the model: tickets.title.`,
  )
}

function badWords(): SetupError {
  return new SetupError(
    'E_MAKE_EXPAND',
    `Say what happens to which column: ${examples.join(', ')}.`,
  )
}

const examples = [
  'rename tickets.title subject',
  'drop tickets.note',
  'split users.name first_name last_name',
  'type products.price cents:integer',
  'unique users.email',
  'required tickets.note',
]

function badName(name: string): SetupError {
  return new SetupError(
    'E_MAKE_EXPAND',
    `"${name}" cannot be a column. Use letters, digits and "_", such as first_name, and no name of a member of every record.`,
  )
}

function takenName(name: string, path: string): SetupError {
  return new SetupError(
    'E_MAKE_EXPAND',
    `There would be two columns "${name}" in ${path}, or it is retired there. Choose another name.`,
  )
}

function unreadable(table: string, path: string): SetupError {
  return new SetupError(
    'E_MAKE_EXPAND',
    `The model of "${table}" in ${path} is written in a way that cannot be changed safely. Change it yourself, then run "node main.ts make:migration --drop change_${table}".`,
  )
}

function noColumn(table: string, column: string, path: string): SetupError {
  return new SetupError(
    'E_MAKE_EXPAND',
    `The model of "${table}" in ${path} does not declare "${column}". Name one of its columns.`,
  )
}
