import type { DialectAdapter } from './dialect-adapter.ts'

export const sqliteAdapter: DialectAdapter = {
  now: "cast(unixepoch('subsec') * 1000 as bigint)",
  explain: 'explain query plan',
  numbersParameters: false,
  timestamp: (moment) => moment.getTime(),
  foldCase: (text) => `lower(${text})`,
  positionOf: 'instr',
  hasTable: 'select 1 as found from sqlite_master where name = ?',
  lockForTransaction: undefined,
  nullsAreLargest: { asc: 'asc nulls last', desc: 'desc nulls first' },
  lockRows: '',
  lockFreeRows: '',
  locksBeforeItLooks: true,
  changesInWith: false,
  isPicked: (from) => `id in (select id from ${from})`,
  commitsUnflushed: 'true',
  rowsOf: (list, columns) => {
    const values = Object.keys(columns).map((name) => `value ->> '${name}' as ${name}`)
    return `(select ${values.join(', ')} from json_each(${list})) as given`
  },
  isAmong: (column, list) => `${column} in (select value from json_each(${list}))`,
  // SQLite uses an index only for the first condition.
  isAmongRows: (columns, table) =>
    `${columns[0]} in (select ${columns[0]} from ${table}) and ${isOneOf(columns, table)}`,
}

function isOneOf(columns: readonly string[], table: string): string {
  const names = columns.join(', ')
  return `(${names}) in (select ${names} from ${table})`
}
