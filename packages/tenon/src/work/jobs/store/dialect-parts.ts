import type { Dialect } from '../../../data/database/statement.ts'
import { storeClocks } from '../../lease/store-clock.ts'

/** What the two databases write differently. Lists are passed as JSON. */
export interface DialectParts {
  /**
   * The store's clock, or the time in a parameter, which tests give. A subquery, so that it is read
   * once per statement and an index can be searched for it; as an expression, PostgreSQL's clock is
   * read again for each row.
   */
  readonly now: (parameter: string) => string
  /**
   * A condition that a row is among those that a query picks, past those that others are picking;
   * `from` is the query after its `from`.
   */
  readonly isPicked: (from: string) => string
  /** Whether a change takes the lock for writing although there turns out to be nothing to change. */
  readonly locksBeforeItLooks: boolean
  /** A condition that a column's value is in a list. */
  readonly isAmong: (column: string, parameter: string) => string
  /** A table of the objects of a list. */
  readonly rows: (parameter: string, columns: ColumnTypes) => string
}

/** The columns of a list's objects. */
type ColumnTypes = Readonly<Record<string, 'bigint' | 'text'>>

export const dialectParts: Readonly<Record<Dialect, DialectParts>> = {
  postgres: {
    now: (parameter) => toNow(parameter, storeClocks.postgres),
    // An array, because a plan may run a plain subquery once for each row. The picked rows are locked,
    // so they keep their places.
    isPicked: (from) => `ctid = any(array(select ctid from ${from} for update skip locked))`,
    locksBeforeItLooks: false,
    isAmong: (column, parameter) =>
      `${column} = any(array(select json_array_elements_text(cast(${parameter} as json))))`,
    rows: (parameter, columns) => {
      const list = Object.entries(columns).map(([name, type]) => `${name} ${type}`)
      return `json_to_recordset(cast(${parameter} as json)) as given(${list.join(', ')})`
    },
  },
  sqlite: {
    now: (parameter) => toNow(parameter, storeClocks.sqlite),
    isPicked: (from) => `id in (select id from ${from})`,
    locksBeforeItLooks: true,
    isAmong: (column, parameter) => `${column} in (select value from json_each(${parameter}))`,
    rows: (parameter, columns) => {
      const list = Object.keys(columns).map((name) => `value ->> '${name}' as ${name}`)
      return `(select ${list.join(', ')} from json_each(${parameter})) as given`
    },
  },
}

function toNow(parameter: string, clock: string): string {
  return `(select coalesce(cast(${parameter} as bigint), ${clock}))`
}
