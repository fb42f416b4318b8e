import type { Dialect } from '../database/statement.ts'
import type { ColumnType, OwnColumn, OwnTable } from './own-table.ts'

/** Writes the statements that create a table with its indexes. */
export function createOwnTableSql(table: OwnTable, dialect: Dialect): readonly string[] {
  const { name, columns, constraints = [], indexes = {}, uniqueIndexes = {} } = table
  const parts = Object.entries(columns).map(([column, type]) => {
    return `${column} ${toColumnSql(column, type, dialect)}`
  })
  return [
    `create table ${name} (\n  ${[...parts, ...constraints].join(',\n  ')}\n)`,
    ...toIndexes('index', name, indexes),
    ...toIndexes('unique index', name, uniqueIndexes),
  ]
}

type Types = Readonly<Record<ColumnType, string>>

const types: Readonly<Record<Dialect, Types>> = {
  postgres: {
    id: 'bigint generated always as identity primary key',
    text: 'text',
    integer: 'integer',
    bigint: 'bigint',
    bytes: 'bytea',
  },
  sqlite: {
    id: 'integer primary key autoincrement',
    text: 'text',
    integer: 'integer',
    bigint: 'bigint',
    bytes: 'blob',
  },
}

function toColumnSql(name: string, column: OwnColumn, dialect: Dialect): string {
  const sqlTypes = types[dialect]
  if (typeof column !== 'string') {
    const texts = column.map((text) => `'${text}'`).join(', ')
    // PostgreSQL parses a check again in each statement, which is a third of the cost of adding a job.
    const check = dialect === 'sqlite' ? ` check (${name} in (${texts}))` : ''
    return `${sqlTypes.text} not null${check}`
  }
  if (column === 'id') return sqlTypes.id
  const [, type, rest] = /^(\w+)(.*)$/.exec(column) ?? []
  // Sound: the type of `column` says so.
  const sqlType = sqlTypes[type as ColumnType]
  if (rest === '?') return sqlType
  return rest === '' ? `${sqlType} not null` : `${sqlType} not null default 0`
}

function toIndexes(
  kind: string,
  table: string,
  indexes: Readonly<Record<string, string>>,
): readonly string[] {
  return Object.entries(indexes).map(
    ([name, covered]) => `create ${kind} ${table}_${name} on ${table} ${covered}`,
  )
}
