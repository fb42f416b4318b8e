import { toExactIsoText } from '../instants/microseconds.ts'
import type { DialectAdapter } from './dialect-adapter.ts'

export const postgresAdapter: DialectAdapter = {
  // `extract` is slower, because it computes with decimals.
  now: `cast(floor(date_part('epoch', clock_timestamp()) * 1000) as bigint)`,
  explain: 'explain',
  numbersParameters: true,
  timestamp: toExactIsoText,
  foldCase: (text) => `lower(${text} collate "C")`,
  positionOf: 'strpos',
  hasTable: 'select 1 as found where to_regclass($1) is not null',
  lockForTransaction: 'select pg_advisory_xact_lock(hashtext($1))',
  nullsAreLargest: { asc: 'asc', desc: 'desc' },
  lockRows: 'for update',
  lockFreeRows: 'for update skip locked',
  locksBeforeItLooks: false,
  changesInWith: true,
  // With an array, the subquery runs once; a plan may run a plain subquery once for each row. The picked
  // rows are locked, so their ctids stay valid.
  isPicked: (from) => `ctid = any(array(select ctid from ${from} for update skip locked))`,
  commitsUnflushed: `(select set_config('synchronous_commit', 'off', true)) is not null`,
  rowsOf: (list, columns) => {
    const names = Object.entries(columns).map(([name, type]) => `${name} ${type}`)
    return `json_to_recordset(cast(${list} as json)) as given(${names.join(', ')})`
  },
  isAmong: (column, list) =>
    `${column} = any(array(select json_array_elements_text(cast(${list} as json))))`,
  isAmongRows: (columns, table) => {
    const names = columns.join(', ')
    return `(${names}) in (select ${names} from ${table})`
  },
}
