import { columnType, columnTypes, rulesOf } from '../../columns/column-type.ts'
import { c } from '../../columns/columns.ts'
import { areEnumValues } from '../../columns/types/text.ts'
import type { ColumnKind } from '../catalog-table.ts'

/** A type of PostgreSQL. Domains are already replaced by their base types. */
export interface PostgresType {
  /** The type's own name, such as `int4`. */
  readonly name: string
  /** The type with its digits or length: `numeric(10,2)`. */
  readonly text: string
  /** The values of an enum. */
  readonly labels: readonly string[] | null
  /** The type of an array's items, unless that type is a domain or an array. */
  readonly item?: PostgresType | undefined
}

/** The kind of column that reads and writes a type; `undefined` if no kind does. */
export function postgresKind(type: PostgresType): ColumnKind | undefined {
  const { name, text, labels, item } = type
  if (item !== undefined) return arrayKind(item)
  if (labels !== null) return enumKind(labels)
  if (name === 'numeric') return numericKind(text)
  const known = types.get(name)
  if (known === undefined) return undefined
  return { type: known, digits: undefined, values: undefined, limits: limitsOf(name, text) }
}

/** The kind of an array. Arrays of JSON and of bytes have none. */
function arrayKind(type: PostgresType): ColumnKind | undefined {
  const kind = postgresKind(type)
  if (kind === undefined || kind.type === 'json' || kind.type === 'bytes') return undefined
  const item = { ...c.text().definition, ...kind }
  return { type: 'array', item, digits: undefined, values: undefined }
}

/** The length of `character varying(50)`, and the range of `smallint`. */
function limitsOf(name: string, text: string): ColumnKind['limits'] {
  if (name === 'int2') return { min: -32_768, max: 32_767 }
  const length = /^character(?: varying)?\((\d+)\)$/.exec(text)?.[1]
  return length === undefined ? undefined : { max: Number(length) }
}

/** Whether a migration creates this type for the kind. Ignores the precision of timestamps. */
export function isPlainType(kind: ColumnKind, nativeType: string): boolean {
  if (kind.item !== undefined) {
    return kind.item.values === undefined && isPlainType(kind.item, nativeType.replace(/\[\]$/, ''))
  }
  const created = columnType(kind, 'postgres')
  const found = nativeType.replace(/^timestamp\(\d\)/, 'timestamp')
  return (rulesOf(kind).found.printed ?? created.replace(', ', ',')) === found
}

const types: ReadonlyMap<string, ColumnKind['type']> = new Map(
  columnTypes.flatMap(({ name, found }) => found.postgres.map((type) => [type, name] as const)),
)

function enumKind(labels: readonly string[]): ColumnKind | undefined {
  return areEnumValues(labels) ? { type: 'text', digits: undefined, values: labels } : undefined
}

/**
 * The kind of a `numeric`. If it has more digits than `c.decimal()` allows, or no limit, only text keeps it exactly.
 */
function numericKind(text: string): ColumnKind {
  const [, precision, scale = '0'] = /^numeric\((\d+),(-?\d+)\)$/.exec(text) ?? []
  const digits = { precision: Number(precision), scale: Number(scale) }
  const isDecimal = digits.precision <= 18 && digits.scale >= 0 && digits.scale <= digits.precision
  return isDecimal
    ? { type: 'decimal', digits, values: undefined }
    : { type: 'text', digits: undefined, values: undefined }
}
