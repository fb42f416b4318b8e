import { capitalize } from '../../base/support/values/capitalize.ts'
import { choose, type Terminal } from '../../base/console/choose.ts'
import type {
  AnswerRename,
  RenameQuestion,
} from '../../data/migrations/difference/schema-difference.ts'
import { SetupError } from '../../base/support/setup-error.ts'

/** The options by which a command decides about renames. */
export interface RenameOptions {
  /** The value of `--rename`: `posts.title:headline,users:people`. */
  readonly renames: string | undefined
  /** Whether all other new names are new, and missing names are dropped. */
  readonly drop: boolean
  /** The terminal on which to ask about the rest. */
  readonly terminal: Terminal | undefined
}

export interface RenameAnswers {
  readonly answer: AnswerRename
  /** Throws `E_RENAME_UNUSED` for a rename to which no question applies. */
  assertAllUsed(): void
}

/**
 * Decides which new tables and columns are renamed old ones, from the options or by asking.
 *
 * Throws `E_RENAME` for options that cannot be parsed. Answering throws `E_RENAME_UNDECIDED` if there is neither an
 * option nor a terminal.
 */
export function createRenameAnswers({ renames, drop, terminal }: RenameOptions): RenameAnswers {
  const given = (renames?.split(',') ?? []).map(parseRename)
  const unused = new Set(given)

  const answer: AnswerRename = async (question) => {
    const rename = given.find((each) => isAbout(each, question) && each.to === question.name)
    if (rename !== undefined && question.candidates.includes(rename.from)) {
      unused.delete(rename)
      return rename.from
    }
    const taken = given.filter((each) => isAbout(each, question)).map(({ from }) => from)
    const candidates = question.candidates.filter((name) => !taken.includes(name))
    if (drop || candidates.length === 0) return undefined
    if (terminal === undefined) throw undecided({ ...question, candidates })
    return ask({ ...question, candidates }, terminal)
  }

  return {
    answer,
    assertAllUsed() {
      const [first] = unused
      if (first !== undefined) throw notAsked(first)
    },
  }
}

interface Rename {
  /** The new name of the column's table; `undefined` if a table was renamed. */
  readonly table: string | undefined
  readonly from: string
  readonly to: string
}

function parseRename(text: string): Rename {
  const [, table, from, to] = /^(?:(\w+)\.)?(\w+):(\w+)$/.exec(text) ?? []
  if (from !== undefined && to !== undefined) return { table, from, to }
  throw new SetupError(
    'E_RENAME',
    `"${text}" is not a rename. Write --rename=posts.title:headline for a column, --rename=posts:articles for a table. Separate several with commas.`,
  )
}

function isAbout({ table }: Rename, question: RenameQuestion): boolean {
  return table === (question.kind === 'column' ? question.table : undefined)
}

async function ask(question: RenameQuestion, terminal: Terminal): Promise<string | undefined> {
  const { candidates } = question
  const choices = [...candidates.map((name) => `"${name}" renamed`), 'new']
  return candidates[await choose(`What is ${subjectOf(question)}?`, choices, terminal)]
}

function undecided(question: RenameQuestion): SetupError {
  const { kind, table, name, candidates } = question
  const gone = candidates.map((candidate) => `"${candidate}"`).join(' and ')
  const from = kind === 'column' ? `${table}.${candidates[0]}` : candidates[0]
  return new SetupError(
    'E_RENAME_UNDECIDED',
    `${capitalize(subjectOf(question))} is new while ${gone} ${candidates.length === 1 ? 'is' : 'are'} gone. If it was renamed, add --rename=${from}:${name}; if not, add --drop.`,
  )
}

function notAsked({ table, from, to }: Rename): SetupError {
  const place = table === undefined ? '' : ` in "${table}"`
  return new SetupError(
    'E_RENAME_UNUSED',
    `--rename says that "${from}" is now "${to}"${place}, but the models have no such change, or not with the same type. Correct it, or leave it out.`,
  )
}

function subjectOf({ kind, table, name }: RenameQuestion): string {
  return kind === 'column' ? `the column "${name}" of "${table}"` : `the table "${name}"`
}
