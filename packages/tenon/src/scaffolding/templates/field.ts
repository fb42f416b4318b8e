import { columnWords } from '../../data/columns/column-type.ts'
import type { MadeColumn, MadeField } from '../../data/columns/types/made-column.ts'
import type { Digits } from '../../data/columns/types/type-rules.ts'
import { textLiteral } from '../../data/columns/text-literal.ts'
import { toLabel, type Names } from './names.ts'
import type { Whose } from './whose/whose.ts'

/** A column of a model, as described by the words of a command. */
export interface Field {
  /** `title`; the column of a `belongsTo` ends in `_id`. */
  readonly name: string
  /** The method of `c`. */
  readonly kind: string
  readonly isNullable: boolean
  readonly isUnique: boolean
  /** The column within which the value is unique: that of its user, or of the record above it that leads to the user. */
  readonly uniqueWithin?: string
  readonly isIndexed: boolean
  /** Whether programs send it in JSON, where numbers that must stay exact are text. */
  readonly isFromProgram?: boolean
  /** The model that the record belongs to. */
  readonly owner?: Owner
  /** Whether it is never sent to clients, so that no form or request has it either. */
  readonly isHidden?: boolean
  /** Whether the model leaves out the default that `make` gives columns of this kind. */
  readonly hasNoDefault?: boolean
  /** The default that the model declares, as a literal of what a form sends. */
  readonly preset?: string
  /** Its value in a factory, as code, if it differs from that of others of its kind. */
  readonly sample?: string
  /** The digits of a decimal number. */
  readonly digits?: Digits
  /** The texts of an enum. */
  readonly values?: readonly string[]
  /** The disk of a file, if the model has one already. */
  readonly disk?: Disk
  /** The smallest integer. */
  readonly min?: number
  /** The largest integer, or the maximum length of a text. */
  readonly max?: number
  /** What a form offers for a column that refers to another record; if absent, the form asks for the key. */
  readonly choice?: Choice
  /** The user to whom the record must belong that this column refers to: the one who sends it. */
  readonly theirs?: Whose
}

/** The records of another model that a form offers. */
export interface Choice {
  /** The column by which people recognize a record: its first text, or its key. */
  readonly title: string
  /** The handler's binding with the team or user to whom the offered records belong. */
  readonly binding?: 'team' | 'user' | undefined
  /** Whether everybody who may see the list may see that record. */
  readonly isListed?: boolean
  /** The record of the form, if it is of the same model: no record belongs to itself, so it is not offered. */
  readonly self?: string
  /** The route of the page that creates such a record, if the application has one. */
  readonly create?: string | undefined
}

/** A disk that a model imports. */
export interface Disk {
  readonly name: string
  /** The file that declares it: `app/disks.ts`. */
  readonly path: string
  /** The types that it accepts; absent if it accepts any. */
  readonly types?: readonly string[]
  /** Whether it limits the size of a file. */
  readonly isLimited?: boolean
}

/** The methods of `c` that forms have fields for. */
export const fieldKinds: readonly string[] = kindsWith((make) => make.control !== undefined)

/** A column that only factories know: forms have no field for it. */
export interface OtherColumn {
  readonly name: string
  readonly kind: string
  readonly owner?: Owner
  /** The maximum length of a text. */
  readonly max?: number
}

/** The methods of `c` that only factories know. */
export const otherKinds: readonly string[] = kindsWith((make) => make.control === undefined)

function kindsWith(test: (make: MadeColumn) => boolean): readonly string[] {
  return [...columnWords].flatMap(([name, { make }]) =>
    make !== undefined && test(make) ? [name] : [],
  )
}

/** How generated files write a column of this kind. */
export function madeOf({ kind }: Pick<Field, 'kind'>): MadeColumn {
  return columnWords.get(kind)?.make ?? {}
}

/** The default of a column as a literal; `undefined` if it has none. */
export function presetOf(field: Field): string | undefined {
  if (field.preset !== undefined) return field.preset
  return field.isNullable || field.hasNoDefault ? undefined : madeOf(field).default
}

/** The value of a column in a factory, as code; `undefined` if a record does not need one. */
export function sampleOf(field: Field): string | undefined {
  if (field.preset !== undefined && !field.isUnique) return undefined
  return field.sample ?? madeOf(field).sample?.(withLabel(field))
}

/** A column with its name for people. */
export function withLabel(
  field: Field | (OtherColumn & { readonly choice?: undefined }),
): MadeField {
  const isReference = field.owner !== undefined && field.owner.isPlain !== true
  // A default that is an empty text means that the column may be empty.
  const mayBeEmpty = 'preset' in field && /^(?:''|"")$/.test(field.preset ?? '')
  return {
    isNullable: false,
    ...field,
    mayBeEmpty,
    isReference,
    label: toLabel(labelledName(field)),
  }
}

/** The name to show to people. A column with a choice of records has the name of its relation. */
export function labelledName({ name, owner, choice }: LabelledColumn): string {
  return choice === undefined || owner === undefined ? name : owner.relation
}

export interface LabelledColumn extends Pick<Field, 'name' | 'owner'> {
  readonly choice?: Choice | undefined
}

/** The other side of a `belongsTo`. */
export interface Owner {
  /** The name of the relation: `author`. */
  readonly relation: string
  readonly names: Names
  readonly table: string
  /** The column of its key: `id`. */
  readonly key: string
  /** What a model declares that happens with its records if this one is deleted; absent in a new model. */
  readonly onDelete?: string
  /** Whether queries must name this record: `c.integer().owner(() => Team)`. */
  readonly isOwner?: boolean
  /** Whether its factory would need another record of this model first. */
  readonly isCircular?: boolean
  /** Whether the model declares a number or UUID, neither a reference nor a relation. */
  readonly isPlain?: boolean
  /** The column of this model and the way from the other one to the team or user, who must be the same in both. */
  readonly shared?: Shared
}

interface Shared {
  readonly own: string
  readonly theirs: Whose
  /** Whether the column of this model may be null, but that of the other one may not. */
  readonly isNarrower: boolean
}

/** The input of a generator: the model's name and its columns besides the key and timestamps. */
export interface Subject {
  readonly names: Names
  readonly fields: readonly Field[]
  /** The columns that forms do not send, but the page of a record shows. */
  readonly readOnly?: readonly Field[]
  /** Further columns that a new record must have a value for. */
  readonly others?: readonly OtherColumn[]
}

/**
 * The column as migrations declare it, and models too, apart from its owner and disk. In the migration of records with
 * an owner, a unique column is unique within the column of the owner.
 */
export function toColumn(field: Field, ownerCall = '', ownerColumn?: string): string {
  const { isNullable, isUnique, isIndexed, uniqueWithin: within = ownerColumn } = field
  const owner = field.owner?.isPlain === true ? undefined : field.owner
  const { default: preset } = madeOf(field)
  const parts = [
    `c.${toCall(field)}${ownerCall}`,
    isNullable ? '.nullable()' : '',
    isNullable || preset === undefined ? '' : `.default(${preset})`,
    isUnique ? `.unique(${within === undefined ? '' : `{ within: '${within}' }`})` : '',
    isIndexed || (owner !== undefined && !isUnique) ? '.index()' : '',
    owner === undefined ? '' : `.references('${owner.table}.${owner.key}'${onDelete(field)})`,
  ]
  return parts.join('')
}

function toCall(field: Field): string {
  return field.kind === 'file' ? 'text()' : `${field.kind}(${toArguments(field)})`
}

function toArguments({ digits, values }: Field): string {
  if (digits !== undefined) return `${digits.precision}, ${digits.scale}`
  return values === undefined ? '' : `[${values.map(textLiteral).join(', ')}]`
}

function onDelete({ isNullable }: Field): string {
  return `, { onDelete: '${isNullable ? 'set null' : 'cascade'}' }`
}

/** The most characters of a text of several lines. */
export const LONG_TEXT_LIMIT = 10_000

/** Whether a text has several lines: its model lets it be so long that it does not fit into one. */
export function isLong({ kind, max = 0 }: Field): boolean {
  return kind === 'text' && max > ONE_LINE_LIMIT
}

const ONE_LINE_LIMIT = 1000

/** Whether a list leaves a column out, because its values may be large. */
export function isLarge(field: Field): boolean {
  return field.kind === 'json' || isLong(field)
}

/** The owners of a model, each once. */
export function toOwners(fields: readonly Pick<Field, 'owner'>[]): readonly Owner[] {
  const owners = fields.flatMap(({ owner }) => owner ?? [])
  return owners.filter(
    ({ names }, i) => owners.findIndex((other) => other.names.model === names.model) === i,
  )
}

/** The first text that tells records apart: each has one, and it is neither a default nor the key of another record. */
export function findTitle(fields: readonly Field[]): Field | undefined {
  return fields.find(
    (field) =>
      field.kind === 'text' &&
      !isLong(field) &&
      !field.isNullable &&
      field.preset === undefined &&
      field.owner === undefined,
  )
}

/** The column of the user to whom a record belongs, if no record above it says so: `user_id`, or the first one. */
export function findUser(fields: readonly Field[]): Field | undefined {
  const users = fields.filter(({ owner }) => owner?.names.model === 'User')
  return users.find(({ name }) => name === 'user_id') ?? users[0]
}

/** Whether pages show the title of the record that this column refers to. Otherwise they show its key. */
export function hasTitle({ owner, choice }: Field): boolean {
  return owner !== undefined && choice !== undefined && choice.title !== owner.key
}

/** The columns that refer to a record of the same model. */
export function toSelfReferences({ names, fields }: Subject): readonly Field[] {
  return fields.filter(({ owner }) => owner?.names.model === names.model)
}

/** The columns that a form has fields for: it does not choose the owner. */
export function withoutOwner(fields: readonly Field[]): readonly Field[] {
  return fields.filter(({ owner }) => owner?.isOwner !== true)
}

/** The columns that forms and requests have: all but the hidden ones. */
export function withoutHidden(fields: readonly Field[]): readonly Field[] {
  return fields.filter(({ isHidden }) => isHidden !== true)
}

/** The columns that a new record must have a value for. */
export function isRequired(field: Field): boolean {
  return !field.isNullable && presetOf(field) === undefined
}
