import { unreachable } from '../../base/support/unreachable.ts'
import type { Dialect } from '../database/database.ts'
import type { ColumnType, ComputedValue } from '../columns/column.ts'
import { INT32 } from '../columns/parse-key.ts'
import { isDate } from '../columns/date.ts'
import { fromScaled, parseDecimal } from '../columns/decimal.ts'
import type { ColumnKind } from './catalog-table.ts'
import { simplifySql, unquoteName, unquoteText } from './sql-text.ts'

/** A default as a column declares it: a constant or SQL; neither if there is none. */
export interface ColumnDefault {
  /** The column's type, or a wider one that the constant needs. */
  readonly type: ColumnType
  readonly constant: unknown
  readonly computed: ComputedValue | undefined
}

/** Reads a default that a database prints. */
export function readDefault(
  sql: string | undefined,
  kind: ColumnKind,
  dialect: Dialect,
): ColumnDefault {
  const { type } = kind
  const text = sql === undefined ? 'null' : asText(simplifySql(sql))
  if (sql === undefined || /^null$/i.test(text)) {
    return { type, constant: undefined, computed: undefined }
  }
  const constant = readConstant(text, kind)
  if (constant === undefined) {
    const computed = { kind: 'default', sql: forBoth(sql, kind, dialect) } as const
    return { type, constant, computed }
  }
  return isWide(constant, type)
    ? { type: 'bigint', constant: BigInt(text), computed: undefined }
    : { type, constant, computed: undefined }
}

/** SQLite takes a name in double quotes for a text where no column can be meant. */
function asText(sql: string): string {
  return /^"(?:[^"]|"")*"$/.test(sql) ? `'${unquoteName(sql).replaceAll("'", "''")}'` : sql
}

/** SQLite stores any number of 64 bits in an integer, such as the milliseconds of a moment. */
function isWide(constant: unknown, type: ColumnType): boolean {
  if (type !== 'integer' || typeof constant !== 'number') return false
  return constant < INT32.min || constant > INT32.max
}

function readConstant(text: string, kind: ColumnKind): unknown {
  const inner = /^'(?:[^']|'')*'$/.test(text) ? unquoteText(text) : undefined
  switch (kind.type) {
    case 'integer':
      return /^-?\d{1,19}$/.test(inner ?? text) ? Number(inner ?? text) : undefined
    case 'bigint':
      return /^-?\d{1,19}$/.test(inner ?? text) ? BigInt(inner ?? text) : undefined
    case 'real':
      return /^-?\d+(?:\.\d*)?$/.test(inner ?? text) ? Number(inner ?? text) : undefined
    case 'decimal':
      return readDecimal(inner ?? text, kind)
    case 'boolean':
      return readBoolean(inner ?? text)
    case 'date':
      return inner !== undefined && isDate(inner) ? inner : undefined
    case 'timestamp':
      return inner === undefined ? undefined : readMoment(inner)
    case 'bytes':
      return readBytes(text)
    case 'json':
      return inner === undefined ? undefined : readJson(inner)
    case 'text':
    case 'uuid':
      return kind.values === undefined || kind.values.includes(inner ?? '') ? inner : undefined
    default:
      return unreachable(kind.type)
  }
}

function readDecimal(text: string, { digits }: ColumnKind): string | undefined {
  const scaled = digits && parseDecimal(text, digits)
  return digits && scaled !== undefined ? fromScaled(scaled, digits) : undefined
}

function readBoolean(text: string): boolean | undefined {
  if (/^(?:true|t|1)$/i.test(text)) return true
  return /^(?:false|f|0)$/i.test(text) ? false : undefined
}

/** Only with a time zone: any other text means something else on each connection. */
function readMoment(text: string): Date | undefined {
  const [, start, zone = ''] =
    /^(\d{4}-\d\d-\d\d.\d\d:\d\d:\d\d(?:\.\d+)?)([+-]\d\d)/.exec(text) ?? []
  if (start === undefined || /[+-]\d\d:(?!00)/.test(text.slice(start.length))) return undefined
  const date = new Date(`${start.replace(' ', 'T')}${zone}:00`)
  return Number.isNaN(date.getTime()) ? undefined : date
}

function readBytes(text: string): Uint8Array | undefined {
  const hex = /^(?:x'|'\\x)((?:[0-9a-f]{2})*)'$/i.exec(text)?.[1]
  return hex === undefined ? undefined : new Uint8Array(Buffer.from(hex, 'hex'))
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    // Not JSON, so the default stays SQL.
    return undefined
  }
}

/** What the other database computes: the same if it is known, otherwise nothing. */
function forBoth(sql: string, { type }: ColumnKind, dialect: Dialect): ComputedValue['sql'] {
  const name = simplifySql(sql).toLowerCase()
  if (type === 'date' && name === 'current_date') return { sqlite: sql, postgres: sql }
  if (dialect === 'sqlite') return { sqlite: sql, postgres: 'null' }
  const isNow = type === 'timestamp' && (name === 'now' || name === 'current_timestamp')
  return { sqlite: isNow ? MILLISECONDS_NOW : 'null', postgres: sql }
}

const MILLISECONDS_NOW = `cast(unixepoch('subsec') * 1000 as integer)`
