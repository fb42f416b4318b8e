import type { DatabaseValue, Dialect, Statement } from '../../../data/database/statement.ts'

/** A statement with its parameters written as `$1`, `$2`, …, on every database and in any order. */
export class JobStatement {
  readonly statement: Statement
  readonly #order: readonly number[] | undefined

  constructor(
    text: string,
    { dialect, access }: { dialect: Dialect; access: Statement['access'] },
  ) {
    const isPostgres = dialect === 'postgres'
    const sql = isPostgres ? text : text.replaceAll(PARAMETER, '?')
    this.statement = { sql, access }
    this.#order = isPostgres ? undefined : toOrder(text)
  }

  bind(values: readonly DatabaseValue[]): readonly DatabaseValue[] {
    return this.#order?.map((position) => values[position] ?? null) ?? values
  }
}

const PARAMETER = /\$(\d+)/g

/** SQLite takes the values in the order in which the text uses them. */
function toOrder(text: string): readonly number[] {
  return [...text.matchAll(PARAMETER)].map(([, number]) => Number(number) - 1)
}
