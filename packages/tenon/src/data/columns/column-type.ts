import type { Dialect } from '../database/statement.ts'
import type { ColumnDefinition, ColumnType } from './column.ts'

/** The type as written in `create table`. */
export function columnType(
  { type, digits }: Pick<ColumnDefinition, 'type' | 'digits'>,
  dialect: Dialect,
): string {
  const name = columnTypes[dialect][type]
  const hasDigits = digits !== undefined && dialect === 'postgres'
  return hasDigits ? `${name}(${digits.precision}, ${digits.scale})` : name
}

const columnTypes: Record<Dialect, Record<ColumnType, string>> = {
  sqlite: {
    integer: 'integer',
    bigint: 'integer',
    real: 'real',
    decimal: 'integer',
    text: 'text',
    uuid: 'text',
    boolean: 'integer',
    timestamp: 'integer',
    date: 'text',
    bytes: 'blob',
    json: 'text',
  },
  postgres: {
    integer: 'integer',
    bigint: 'bigint',
    real: 'double precision',
    decimal: 'numeric',
    text: 'text',
    uuid: 'uuid',
    boolean: 'boolean',
    timestamp: 'timestamptz(3)',
    date: 'date',
    bytes: 'bytea',
    json: 'jsonb',
  },
}
