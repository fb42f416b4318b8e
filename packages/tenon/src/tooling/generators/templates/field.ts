import type { Digits } from '../../../data/columns/column.ts'
import { textLiteral } from '../../../data/migrations/difference/column-text.ts'
import type { Names } from './names.ts'

/** A column of a model, as described by the words of a command. */
export interface Field {
  /** `title`; the column of a `belongsTo` ends in `_id`. */
  readonly name: string
  readonly kind: FieldKind
  readonly isNullable: boolean
  readonly isUnique: boolean
  readonly isIndexed: boolean
  /** The model that the record belongs to. */
  readonly owner?: Owner
  /** The digits of a decimal number. */
  readonly digits?: Digits
  /** The texts of an enum. */
  readonly values?: readonly string[]
  /** The longest text. */
  readonly max?: number
}

export const fieldKinds = [
  'text',
  'integer',
  'real',
  'decimal',
  'boolean',
  'timestamp',
  'date',
  'enum',
  'uuid',
] as const

export type FieldKind = (typeof fieldKinds)[number]

/** A column that only factories know: forms have no field for it. */
export interface OtherColumn {
  readonly name: string
  readonly kind: OtherKind
  readonly owner?: Owner
}

export const otherKinds = ['bigint', 'bytes', 'json', 'file', 'stringId'] as const

export type OtherKind = (typeof otherKinds)[number]

/** The other side of a `belongsTo`. */
export interface Owner {
  /** The name of the relation: `author`. */
  readonly relation: string
  readonly names: Names
  readonly table: string
  /** The column of its key: `id`. */
  readonly key: string
}

/** The input of a generator: the model's name and its columns besides the key and timestamps. */
export interface Subject {
  readonly names: Names
  readonly fields: readonly Field[]
  /** Further columns that a new record must have a value for. */
  readonly others?: readonly OtherColumn[]
}

/** The column as declared in models and migrations. */
export function toColumn(field: Field): string {
  const { kind, isNullable, isUnique, isIndexed, owner } = field
  const parts = [
    `c.${kind}(${toArguments(field)})`,
    isNullable ? '.nullable()' : '',
    kind === 'boolean' && !isNullable ? '.default(false)' : '',
    isUnique ? '.unique()' : '',
    isIndexed || (owner !== undefined && !isUnique) ? '.index()' : '',
    owner === undefined ? '' : `.references('${owner.table}.${owner.key}'${onDelete(field)})`,
  ]
  return parts.join('')
}

function toArguments({ digits, values }: Field): string {
  if (digits !== undefined) return `${digits.precision}, ${digits.scale}`
  return values === undefined ? '' : `[${values.map(textLiteral).join(', ')}]`
}

function onDelete({ isNullable }: Field): string {
  return `, { onDelete: '${isNullable ? 'set null' : 'cascade'}' }`
}

/** The owners of a model, each once. */
export function toOwners(fields: readonly Pick<Field, 'owner'>[]): readonly Owner[] {
  const owners = fields.flatMap(({ owner }) => owner ?? [])
  return owners.filter(
    ({ names }, i) => owners.findIndex((other) => other.names.model === names.model) === i,
  )
}

/** The columns that a new record must have a value for. */
export function isRequired({ isNullable, kind }: Field): boolean {
  return !isNullable && kind !== 'boolean'
}
