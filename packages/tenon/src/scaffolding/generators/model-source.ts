import { posix } from 'node:path'
import {
  fieldKinds,
  otherKinds,
  withoutHidden,
  type Disk,
  type Field,
  type OtherColumn,
  type Owner,
  type Subject,
} from '../templates/field.ts'
import { toExistingNames, type Names } from '../templates/names.ts'
import { SetupError } from '../../base/support/setup-error.ts'
import { findModelEntries, type ObjectEntry, readObject, withoutComments } from './model-entries.ts'
import { readPreset } from './presets/preset.ts'
import type { Project } from './project.ts'

/** What generators read from the source of a model. */
export interface ModelSource {
  readonly table: string
  /** How the key is declared: `id` for `c.id()`. Empty if no single column is the key. */
  readonly key: string
  /** The column of the key. */
  readonly keyColumn: string
  /** The columns that forms have fields for, and hidden ones. */
  readonly fields: readonly Field[]
  /** The columns that the database or a hook of the model sets: forms have no fields for them. */
  readonly readOnly: readonly Field[]
  /** The other columns that a new record must have a value for. */
  readonly others: readonly OtherColumn[]
  /** All columns that a new record must have a value for, but forms have no field for. */
  readonly withoutField: readonly string[]
  /** The columns that declare a reference, and no relation. */
  readonly unrelated: readonly UnrelatedColumn[]
  /** The source of each entry among the columns that is not a call of `c`. */
  readonly unread: readonly string[]
}

/** A column that refers to another table without a relation to its model. */
export interface UnrelatedColumn {
  readonly name: string
  readonly table: string
}

/** A model with the columns that it declares. Throws `E_MAKE_MODEL` if there is no such model, or if it is a view. */
export function readSubject(names: Names, project: Project): Subject {
  const model = findModel(names, project)
  if (model !== undefined) {
    const { fields, readOnly, others } = model
    return { names, fields, readOnly, others }
  }
  if (project.read(`app/models/${names.file}.ts`)?.includes(' extends DatabaseView(')) {
    throw new SetupError(
      'E_MAKE_MODEL',
      `Nothing was written: ${names.model} is a view of the database, whose records are only read. Begin with "tenon make controller ${names.path}" instead.`,
    )
  }
  throw new SetupError(
    'E_MAKE_MODEL',
    `Unknown model ${names.model}: app/models/${names.file}.ts does not define it. Run "tenon make model ${names.model}" first.`,
  )
}

/** The same, but also throws `E_MAKE_MODEL` if the model declares a column in a way that generators cannot read. */
export function readWhole(names: Names, project: Project): Subject {
  const subject = readSubject(names, project)
  const [unread] = findModel(names, project)?.unread ?? []
  if (unread === undefined) return subject
  throw new SetupError(
    'E_MAKE_MODEL',
    `Nothing was written: app/models/${names.file}.ts declares "${unread}", and "tenon make" reads columns that are calls of c, such as title: c.text().`,
  )
}

export function findModel({ file }: Names, project: Project): ModelSource | undefined {
  const model = readModel(project.read(`app/models/${file}.ts`) ?? '')
  if (model === undefined) return undefined
  return {
    ...model,
    fields: model.fields.map((field) => withReference(withLimits(field, project), project)),
    others: model.others.map((column) => withReference(column, project)),
  }
}

/** Finds the model of a table by its file. */
export function findModelOf(table: string, project: Project): Names | undefined {
  for (const file of project.list('app/models')) {
    const text = project.read(`app/models/${file}`) ?? ''
    const model = readModel(text)?.table === table ? /class (\w+)/.exec(text)?.[1] : undefined
    if (model !== undefined) return toExistingNames(model)
  }
  return undefined
}

/**
 * Adds the model `User` to a column `user_id` of an application with logins, also if the model declares neither a
 * reference nor a relation.
 */
export function withUser(fields: readonly Field[], project: Project): readonly Field[] {
  if (project.access === 'everybody') return fields
  const names = toExistingNames('User')
  const owner = { relation: 'user', names, table: '', key: '', isPlain: true }
  return fields.map((field) =>
    field.name === 'user_id' && field.owner === undefined && keyKinds.has(field.kind)
      ? withReference({ ...field, owner }, project)
      : field,
  )
}

const keyKinds: ReadonlySet<string> = new Set(['integer', 'bigint', 'uuid'])

/** Adds the table and key of the other model if the column does not declare them as its reference. */
function withReference<Column extends { readonly owner?: Owner }>(
  column: Column,
  project: Project,
): Column {
  const { owner } = column
  if (owner === undefined || owner.key !== '') return column
  const model = readModel(project.read(`app/models/${owner.names.file}.ts`) ?? '')
  if (model !== undefined && model.keyColumn !== '') {
    return { ...column, owner: { ...owner, table: model.table, key: model.keyColumn } }
  }
  const { owner: _owner, ...plain } = column
  // Sound: the owner is optional.
  return plain as Column
}

/** Adds what the disk of a file accepts, from the file that declares the disk. */
function withLimits(field: Field, project: Project): Field {
  const { disk } = field
  if (disk === undefined) return field
  const text = project.read(disk.path) ?? ''
  const types = readTypes(text, disk.name)
  const isLimited = /\bmaxSize\s*[:,}]/.test(findDisk(text, disk.name))
  return { ...field, disk: { ...disk, ...(types && { types }), isLimited } }
}

/** The owner of the records, if the model declares one. */
export function findOwner(fields: readonly Field[] = []): Owner | undefined {
  return fields.find(({ owner }) => owner?.isOwner)?.owner
}

/** Reads the model in a file without running it; `undefined` if it has an unexpected form. */
export function readModel(text: string): ModelSource | undefined {
  const model = findModelEntries(text)
  if (model === undefined) return undefined
  const { table } = model
  const relations = readRelations(text)
  const { entries } = model.columns
  const columns = entries.flatMap((entry) => readColumn(entry, relations) ?? [])
  const key = columns.find(({ type }) => /^(?:id|\w+Id)$/.test(type))
  const fields = columns.flatMap((column) => toField(column, text))
  const known = new Set([key?.name, ...withoutHidden(fields).map(({ name }) => name)])
  return {
    table,
    key: key?.type ?? '',
    keyColumn: key?.name ?? '',
    fields,
    readOnly: columns.flatMap((column) => toReadOnly(column, text)),
    others: columns.flatMap(toOther),
    withoutField: columns.flatMap(({ name, chain }) =>
      known.has(name) || (hasValue.test(chain) && !isMissingDefault(chain)) ? [] : [name],
    ),
    unrelated: columns.flatMap(toUnrelated),
    unread: entries
      .filter((entry) => !hasKnownSpread(entry) && readColumn(entry, relations) === undefined)
      .map(({ name, value }) => [name, value].filter((part) => part !== '').join(': ')),
  }
}

/** Whether the entry adds columns that get their values automatically, so that forms have no fields for them. */
function hasKnownSpread({ name, value }: ObjectEntry): boolean {
  return name === '' && /^\.\.\.(?:timestamps|softDeletes|versions)\(/.test(value)
}

/** The calls after a column that may make its value optional in a new record. */
const hasValue = /\.(?:nullable|default|defaultSql|generated|onCreate|onUpdate)\(/

/** A column as it is declared: `price: c.decimal(10, 2).nullable(),`. */
interface ColumnSource {
  readonly name: string
  readonly type: string
  /** The type parameter. */
  readonly shape: string
  /** The arguments. */
  readonly given: string
  /** The calls that follow. */
  readonly chain: string
  readonly owner: Owner | undefined
}

/** Reads a column; `undefined` for anything but a call of `c`. */
function readColumn(
  { name, value }: ObjectEntry,
  relations: ReadonlyMap<string, RelationSource>,
): ColumnSource | undefined {
  const source = withoutComments(value)
  const [call = '', type = ''] = /^c\s*\.\s*(\w+)\s*/.exec(source) ?? []
  const shape = readShape(source.slice(call.length))
  const start = call.length + shape.length
  if (name === '' || type === '' || source[start] !== '(') return undefined
  const { close } = readObject(source, start + 1)
  const given = source
    .slice(start + 1, close)
    .trim()
    .replace(/,$/, '')
  const chain = source.slice(close + 1)
  const relation = relations.get(name) ?? readOwnerCall(name, chain)
  return { name, type, shape, given, chain, owner: toOwner(relation, chain) }
}

/** The type parameter that a source begins with; empty if there is none. */
function readShape(source: string): string {
  let depth = 0
  for (const { index, 0: bracket } of source.matchAll(/=>|<|>/g)) {
    if (bracket === '=>') continue
    if (depth === 0 && index > 0) return ''
    depth += bracket === '<' ? 1 : -1
    if (depth === 0) return source.slice(0, index + 1)
  }
  return ''
}

/** A column that forms have a field for. Its default is where the form of a new record starts. */
function toField(column: ColumnSource, text: string): readonly Field[] {
  const { type, chain } = column
  if (isComputed(chain)) return []
  const preset = readPreset(type, chain)
  if (preset !== undefined) return readField(column, text).map((field) => ({ ...field, preset }))
  const isUnread = chain.includes('.default(') && type !== 'boolean'
  return isUnread ? [] : readField(column, text)
}

/** A column whose value the database or a hook sets, or a default that cannot be read. */
function toReadOnly(column: ColumnSource, text: string): readonly Field[] {
  if (toField(column, text).length > 0) return []
  // Its page shows the key of another record, because only a form knows the other records.
  const shown = readField({ ...column, owner: undefined }, text)
  return shown.filter(({ kind, isHidden }) => kind !== 'file' && isHidden !== true)
}

/** Leaves out JSON columns that declare a shape. */
function readField(column: ColumnSource, text: string): readonly Field[] {
  const { name, type, shape, given, chain, owner } = column
  const kind = fieldKinds.find((known) => known === type)
  const details = type === 'file' ? readDisk(given, text) : toDetails(type, given)
  const isShaped = kind === 'json' && (shape !== '' || given !== '')
  if (kind === undefined || details === undefined || isShaped) return []
  const field = {
    name,
    kind,
    ...details,
    isNullable: chain.includes('.nullable()'),
    isUnique: chain.includes('.unique('),
    ...toWithin(chain),
    isIndexed: chain.includes('.index()'),
    ...(chain.includes('.hidden()') && { isHidden: true }),
    ...(kind === 'boolean' && !hasValue.test(chain) && { hasNoDefault: true }),
    ...(isRange(chain) && { sample: EMPTY_RANGE }),
  }
  return [owner === undefined ? field : { ...field, isIndexed: false, owner }]
}

function toWithin(chain: string): Pick<Field, 'uniqueWithin'> {
  const uniqueWithin = /\.unique\(\{[^}]*\bwithin: ['"](\w+)['"]/.exec(chain)?.[1]
  return uniqueWithin === undefined ? {} : { uniqueWithin }
}

/** Whether the default is a range of PostgreSQL, such as `daterange(current_date, null)`. */
function isRange(chain: string): boolean {
  return /postgres: ['"](?:int4|int8|num|date|ts|tstz)range\(/.test(chain)
}

/** A text that each of these types accepts, and that no constraint takes for an overlap. */
const EMPTY_RANGE = `'empty'`

/** What the arguments of a column say; `undefined` if they are not literals. */
function toDetails(type: string, given: string): Partial<Field> | undefined {
  if (type === 'decimal') {
    const [, precision, scale] = /^(\d+),\s*(\d+)$/.exec(given) ?? []
    if (precision === undefined) return undefined
    return { digits: { precision: Number(precision), scale: Number(scale) } }
  }
  if (type === 'enum') {
    const values = readTexts(given)
    return values.length === 0 ? undefined : { values }
  }
  const [min, max] = ['min', 'max'].map((name) => toLimit(name, given))
  if (type === 'integer' && min !== undefined && max !== undefined) return { min, max }
  return type === 'text' && max !== undefined ? { max } : {}
}

/** The texts of a list of literals, in either kind of quotes. */
function readTexts(list: string): readonly string[] {
  const found = list.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g)
  return [...found].map(([, single, double = '']) => (single ?? double).replaceAll(/\\(.)/g, '$1'))
}

/** The disk of a file column, which the model imports. */
function readDisk(name: string, text: string): { readonly disk: Disk } | undefined {
  const [, path] =
    new RegExp(`^import \\{[^}]*\\b${name}\\b[^}]*\\} from ['"]([^'"]+)['"]`, 'm').exec(text) ?? []
  if (!/^\w+$/.test(name) || path === undefined) return undefined
  return { disk: { name, path: posix.join('app/models', path) } }
}

/**
 * The types that a disk accepts, from the file that declares it. Empty if its list of types is elsewhere, and
 * `undefined` if it accepts any type.
 */
export function readTypes(text: string, disk: string): readonly string[] | undefined {
  const declaration = findDisk(text, disk)
  if (!/\btypes\s*[:,}]/.test(declaration)) return undefined
  const list = /\btypes: \[([^\]]*)\]/.exec(declaration)?.[1] ?? ''
  return readTexts(list)
}

/** The declaration of a disk; an empty text if the file does not have it. */
function findDisk(text: string, disk: string): string {
  const start = text.search(new RegExp(`\\b${disk} = disk\\(`))
  return start === -1 ? '' : (text.slice(start).split(/\n(?:export|const) /)[0] ?? '')
}

function toLimit(name: string, given: string): number | undefined {
  const limit = new RegExp(`\\b${name}:\\s*(-?[\\d_]+)`).exec(given)?.[1]
  return limit === undefined ? undefined : Number(limit.replaceAll('_', ''))
}

/** Leaves out columns that get a value automatically: factories do not set them. */
function toOther({ name, type, given, chain, owner }: ColumnSource): readonly OtherColumn[] {
  const kind = otherKinds.find((known) => known === type)
  if (kind === undefined || isComputed(chain) || chain.includes('.default(')) return []
  if (chain.includes('.nullable()')) return []
  const max = toLimit('max', given)
  return [{ name, kind, ...(max !== undefined && { max }), ...(owner !== undefined && { owner }) }]
}

/**
 * Whether the database or a hook of the model sets the value. A default that only one of the databases has does not count
 * if the column cannot be null, because the other one needs a value.
 */
function isComputed(chain: string): boolean {
  if (/\.(?:onCreate|onUpdate|generated)\(/.test(chain)) return true
  return chain.includes('.defaultSql(') && !isMissingDefault(chain)
}

function isMissingDefault(chain: string): boolean {
  return /\b(?:sqlite|postgres): ['"]null['"]/.test(chain) && !chain.includes('.nullable()')
}

interface RelationSource {
  readonly relation: string
  readonly model: string
}

/** The `belongsTo` relations, by column. */
function readRelations(text: string): ReadonlyMap<string, RelationSource> {
  const found = text.matchAll(
    /static (?:readonly )?(\w+) = belongsTo\(\s*\(\) => (\w+),\s*['"](\w+)['"]/g,
  )
  return new Map(
    [...found].map(([, relation = '', model = '', column = '']) => [column, { relation, model }]),
  )
}

/** `.owner(() => Team)` in the declaration of a column. */
function readOwnerCall(name: string, chain: string): RelationSource | undefined {
  const model = /\.owner\(\(\) => (\w+)\)/.exec(chain)?.[1]
  return model === undefined ? undefined : { relation: name.replace(/_id$/, ''), model }
}

function toUnrelated({ name, chain, owner }: ColumnSource): readonly UnrelatedColumn[] {
  const [, table] = reference.exec(chain) ?? []
  return owner !== undefined || table === undefined ? [] : [{ name, table }]
}

const reference = /\.references\(\s*['"](\w+)\.(\w+)['"]/

/** Without `.references()`, the table and the key are empty: they are in the file of the other model. */
function toOwner(source: RelationSource | undefined, chain: string): Owner | undefined {
  if (source === undefined) return undefined
  const [, table = '', key = ''] = reference.exec(chain) ?? []
  const [, onDelete = ''] = /\bonDelete: ['"]([\w ]+)['"]/.exec(chain) ?? []
  const names = toExistingNames(source.model)
  const isOwner = readOwnerCall('', chain) !== undefined
  return { relation: source.relation, names, table, key, onDelete, ...(isOwner && { isOwner }) }
}
