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
}

export const fieldKinds = ['text', 'integer', 'real', 'boolean', 'timestamp', 'uuid'] as const

export type FieldKind = (typeof fieldKinds)[number]

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
}

/** The column as declared in models and migrations. */
export function toColumn(field: Field): string {
  const { kind, isNullable, isUnique, isIndexed, owner } = field
  const parts = [
    `c.${kind}()`,
    isNullable ? '.nullable()' : '',
    kind === 'boolean' && !isNullable ? '.default(false)' : '',
    isUnique ? '.unique()' : '',
    isIndexed || (owner !== undefined && !isUnique) ? '.index()' : '',
    owner === undefined ? '' : `.references('${owner.table}.${owner.key}'${onDelete(field)})`,
  ]
  return parts.join('')
}

function onDelete({ isNullable }: Field): string {
  return `, { onDelete: '${isNullable ? 'set null' : 'cascade'}' }`
}

/** The owners of a model, each once. */
export function toOwners(fields: readonly Field[]): readonly Owner[] {
  const owners = fields.flatMap(({ owner }) => owner ?? [])
  return owners.filter(
    ({ names }, i) => owners.findIndex((other) => other.names.model === names.model) === i,
  )
}

/** The columns that a new record must have a value for. */
export function isRequired({ isNullable, kind }: Field): boolean {
  return !isNullable && kind !== 'boolean'
}
