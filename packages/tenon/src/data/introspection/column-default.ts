import type { Dialect } from '../database/database.ts'
import { rulesOf } from '../columns/column-type.ts'
import type { ComputedValue } from '../columns/column.ts'
import type { ColumnKind } from './catalog-table.ts'
import { onlyIn } from './only-in.ts'
import { simplifySql, unquoteName, unquoteText } from '../columns/written/sql-text.ts'

/** A default as a column declares it: a constant, or SQL. Without a default, both are `undefined`. */
export interface ColumnDefault {
  /** The column's type, or a wider one that the constant needs. */
  readonly type: string
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

/** Converts a name in double quotes to a text, because SQLite reads it as one where no column can be meant. */
function asText(sql: string): string {
  return /^"(?:[^"]|"")*"$/.test(sql) ? `'${unquoteName(sql).replaceAll("'", "''")}'` : sql
}

/** Whether a constant needs `bigint`. A SQLite integer stores 64 bits, such as the milliseconds of a moment. */
function isWide(constant: unknown, type: string): boolean {
  if (typeof constant !== 'number') return false
  const { range } = rulesOf({ type })
  return range !== undefined && (constant < range.min || constant > range.max)
}

function readConstant(text: string, kind: ColumnKind): unknown {
  const inner = /^'(?:[^']|'')*'$/.test(text) ? unquoteText(text) : undefined
  return rulesOf(kind).readDefault(
    { text, inner },
    kind,
    (item) =>
      kind.item && rulesOf(kind.item).readDefault({ text: item, inner: item }, kind.item, notAList),
  )
}

/** An item is not a list itself. */
const notAList = (): undefined => undefined

/** The SQL of a default for both databases. If no translation is known, the other database gets null. */
function forBoth(sql: string, kind: ColumnKind, dialect: Dialect): ComputedValue['sql'] {
  const name = simplifySql(sql).toLowerCase()
  const translated = rulesOf(kind).translateDefault?.({ sql, name, dialect })
  return translated ?? onlyIn(dialect, sql)
}
