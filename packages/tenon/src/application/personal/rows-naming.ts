/**
 * The rows of Tenon's own tables that contain one of a person's names.
 *
 * The database compares the texts, so that other people's data is not read into the process. It reads a few hundred
 * rows at a time: on SQLite, a statement runs in the process, and other requests get their turn between two pages.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { foldCase } from '../../data/columns/types/text.ts'
import { adapters } from '../../data/database/dialects/adapters.ts'
import type { Database } from '../../data/database/database.ts'
import { Sql, sql } from '../../data/database/sql.ts'

/** One of Tenon's own tables, and the text in which names may be. */
export interface SearchedTable {
  /** The selected columns, and the table. */
  readonly select: string
  readonly from: string
  /** The numeric column by which the pages are ordered. */
  readonly key: string
  /** An SQL expression for the text in which names may be. It is never null. */
  readonly text: string
}

const AT_ONCE = 500

/** The rows that may name a person, in pages. In some of them, the name is only part of a longer one. */
export async function* rowsNaming<Found extends object>(
  database: Database,
  { select, from, key, text }: SearchedTable,
  names: readonly string[],
): AsyncGenerator<readonly Found[]> {
  const isNaming = toCondition(database, text, names)
  for (let last = 0, isMore = true; isMore;) {
    const [end] = await database.query<{ key: number }>(sql`
      select ${raw(key)} as key from ${raw(from)} where ${raw(key)} > ${last}
      order by ${raw(key)} limit 1 offset ${AT_ONCE - 1}`)
    const upTo = end === undefined ? sql`` : sql` and ${raw(key)} <= ${end.key}`
    yield await database.query<Found>(sql`
      select ${raw(select)} from ${raw(from)}
      where ${raw(key)} > ${last}${upTo} and (${isNaming}) order by ${raw(key)}`)
    isMore = end !== undefined
    last = end?.key ?? last
    await nextTurn()
  }
}

/** A condition that a text contains one of the names, in JSON or as plain text, ignoring case. */
export function toCondition(database: Database, text: string, names: readonly string[]): Sql {
  const { foldCase: fold, positionOf } = adapters[database.dialect]
  const [first = sql`false`, ...others] = names.map(
    (name) => new Sql([`${positionOf}(${fold(`(${text})`)}, `, ') > 0'], [toSearched(name)]),
  )
  return others.reduce((either, each) => sql`${either} or ${each}`, first)
}

/** A name as it is written in the folded text. */
export function toSearched(name: string): string {
  return JSON.stringify(foldCase(name)).slice(1, -1)
}

function raw(text: string): Sql {
  return new Sql([text], [])
}
