import type { ColumnDefinition, Reference } from '../../data/columns/column.ts'
import { textLiteral } from '../../data/columns/text-literal.ts'
import { columnText } from '../../data/columns/written/column-text.ts'
import type { Schema, TableSchema } from '../../data/migrations/difference/schema.ts'
import type { Remark } from '../../data/introspection/catalog-table.ts'
import { toPlural } from '../templates/inflection.ts'
import { isFreeRelation, toCamel } from '../templates/names.ts'
import type { ExistingModels } from './existing-models.ts'
import { type ModelName, splitWords, toSingularWords } from './model-names.ts'

/** A relation of a model as its file declares it. */
export interface PulledRelation {
  /** The static field. */
  readonly name: string
  /** The function that declares it. */
  readonly kind: 'belongsTo' | 'hasMany' | 'hasOne' | 'manyToMany'
  /** The model on the other side. */
  readonly target: ModelName
  /** The arguments after the model, as code. */
  readonly options: string
  /** The pivot table. */
  readonly through?: string
}

/** The models between which to find relations. */
export interface RelatedModels {
  /** The tables that were found. */
  readonly schema: Schema
  /** Their models, by table. */
  readonly models: ReadonlyMap<string, ModelName>
  readonly existing: ExistingModels
  /** The foreign keys, as `table.column`, whose text may differ from the key they refer to, such as in case. */
  readonly looseKeys: ReadonlySet<string>
}

/**
 * The relations of each model by its table: from foreign keys in both directions, and pivot tables. For a model that
 * already exists, these are only the new ones.
 */
export function findRelations(
  related: RelatedModels,
): ReadonlyMap<string, readonly PulledRelation[]> {
  const { schema, looseKeys } = related
  const all = new Map([...related.existing.schema, ...schema])
  const models = new Map([...related.existing.names, ...related.models])
  const isExact = ({ table, column }: ModelKey): boolean => !looseKeys.has(`${table}.${column}`)
  const found = new RelationList(all, models)
  const keys = [...related.models.keys()]
    .flatMap((table) => foreignKeys(table, all, models))
    .filter(isExact)
  for (const key of keys) found.add(key.table, belongsTo(key))
  for (const key of keys) found.add(key.references.table, opposite(key, keys))
  for (const [table, definition] of schema) {
    for (const [one, other] of pivotSides(table, definition, all, models)) {
      if (!isExact(one) || !isExact(other)) continue
      found.add(one.references.table, manyToMany(table, one, other, definition))
    }
  }
  return found.byTable
}

/** Says which foreign keys between models are not relations, and why. */
export function withoutRelation(related: RelatedModels): Remark[] {
  return [...related.models.keys()].flatMap((table) =>
    Object.entries(related.schema.get(table)?.columns ?? {}).flatMap(
      ([column, { type, references }]) => {
        const place = `${table}.${column}`
        const problem = references && problemOf({ place, type, references }, related)
        return problem === undefined ? [] : [{ place, text: `has no relation, because ${problem}` }]
      },
    ),
  )
}

interface ForeignKey {
  readonly place: string
  readonly type: string
  readonly references: Reference
}

/** Why a foreign key is not a relation; `undefined` if it is one, or if a remark says that a table has no model. */
function problemOf(
  { place, type, references: { table, column } }: ForeignKey,
  { schema, models, existing, looseKeys }: RelatedModels,
): string | undefined {
  const held = (schema.get(table) ?? existing.schema.get(table))?.columns[column]
  const isModelled = models.has(table) || existing.names.has(table)
  if (!isModelled) {
    return existing.schema.has(table) ? `app/models has no model of ${table}.` : undefined
  }
  if (held !== undefined && held.type !== type) {
    return `its type is ${type} and that of ${table}.${column} is ${held.type}. Read the records of the other side with where(), or give both columns the same type in a migration.`
  }
  return looseKeys.has(place)
    ? `the database finds ${table}.${column} equal to other texts too, and records are matched by the same text. Read the records of the other side with where().`
    : undefined
}

/** A relation with names to choose from. */
interface Candidate extends Omit<PulledRelation, 'name'> {
  readonly names: readonly string[]
}

class RelationList {
  readonly byTable = new Map<string, PulledRelation[]>()
  readonly #schema: Schema

  constructor(schema: Schema, models: ReadonlyMap<string, ModelName>) {
    this.#schema = schema
    for (const table of models.keys()) this.byTable.set(table, [])
  }

  /** Adds the relation under the first of its names that is free. */
  add(table: string, { names, ...relation }: Candidate): void {
    const relations = this.byTable.get(table) ?? []
    const columns = this.#schema.get(table)?.columns ?? {}
    const isFree = (name: string): boolean =>
      !Object.hasOwn(columns, name) &&
      isFreeRelation(name) &&
      !relations.some((each) => each.name === name)
    const last = names.at(-1) ?? relation.kind
    const numbered = Array.from({ length: 1000 }, (_, i) => `${last}${i + 2}`)
    const name = [...names, ...numbered].find(isFree) ?? last
    this.byTable.set(table, [...relations, { ...relation, name }])
  }
}

/** A foreign key between two models, or from a pivot table to a model. */
interface ModelKey {
  readonly table: string
  readonly column: string
  readonly definition: ColumnDefinition
  readonly references: Reference
  /** The model of the table with the key; `undefined` for a pivot table. */
  readonly owner: ModelName | undefined
  readonly target: ModelName
  /** The unique column that the key refers to, if it is not the primary key. */
  readonly key: string | undefined
}

/** The foreign keys of a table that can be relations: both sides have the same kind of column. */
function foreignKeys(
  table: string,
  schema: Schema,
  models: ReadonlyMap<string, ModelName>,
): ModelKey[] {
  return Object.entries(schema.get(table)?.columns ?? {}).flatMap(([column, definition]) => {
    const { references } = definition
    const target = references && models.get(references.table)
    const held = references && schema.get(references.table)?.columns[references.column]
    if (!references || !target || !held || held.type !== definition.type) return []
    if (held.caseInsensitive || definition.caseInsensitive) return []
    const key = held.primaryKey ? undefined : references.column
    return [{ table, column, definition, references, owner: models.get(table), target, key }]
  })
}

function belongsTo(key: ModelKey): Candidate {
  const { column, target, references } = key
  const base = baseWords(column, references)
  const own = base.length === 0 ? target.words : base
  const isShort = base.length < splitWords(column).length
  const long = own.join() === target.words.join() ? [...own, 'record'] : [...own, ...target.words]
  const names = [...(isShort ? [own] : []), long].map((words) => memberName(words, column))
  return { kind: 'belongsTo', names, target, options: `${textLiteral(column)}${keyOption(key)}` }
}

/** The other direction: one record if the foreign key is unique, otherwise a list. */
function opposite(key: ModelKey, keys: readonly ModelKey[]): Candidate {
  const { table, column, definition, references, target, owner } = key
  const model = owner ?? target
  const isOne = definition.unique || definition.primaryKey
  const words = isOne ? model.words : pluralWords(model.words)
  const base = baseWords(column, references)
  const others = keys.filter(
    (each) => each.table === table && each.references.table === references.table,
  )
  const isOnly = others.length === 1 || base.join() === target.words.join()
  const names = [...(isOnly ? [words] : []), [...base, ...words]].map((each) =>
    memberName(each, table),
  )
  const options = `${textLiteral(column)}${keyOption(key)}`
  return { kind: isOne ? 'hasOne' : 'hasMany', names, target: model, options }
}

function keyOption({ key }: ModelKey): string {
  return key === undefined ? '' : `, { key: ${textLiteral(key)} }`
}

/** Both directions through a pivot table: its primary key is a pair of foreign keys to models. */
function pivotSides(
  table: string,
  { primaryKey }: TableSchema,
  schema: Schema,
  models: ReadonlyMap<string, ModelName>,
): readonly (readonly [ModelKey, ModelKey])[] {
  const keys = foreignKeys(table, schema, models).filter(({ column }) =>
    primaryKey?.includes(column),
  )
  const [one, other] = keys
  const isPivot = primaryKey?.length === 2 && keys.length === 2 && !models.has(table)
  if (!isPivot || !one || !other || one.key !== undefined || other.key !== undefined) return []
  return [
    [one, other],
    [other, one],
  ]
}

function manyToMany(
  table: string,
  local: ModelKey,
  { column, target, references }: ModelKey,
  { columns }: TableSchema,
): Candidate {
  const base = baseWords(column, references)
  const own = base.length === 0 ? target.words : base
  const names = [
    memberName(pluralWords(own), table),
    memberName([...splitWords(table), ...pluralWords(own)], table),
  ]
  const further = Object.entries(columns)
    .filter(
      ([name, { computed }]) =>
        name !== local.column && name !== column && computed?.kind !== 'generated',
    )
    .map(([name, definition]) => `${name}: ${columnText(definition)}`)
  const options = [
    `through: ${textLiteral(table)}`,
    `local: ${textLiteral(local.column)}`,
    `target: ${textLiteral(column)}`,
    ...(further.length === 0 ? [] : [`columns: { ${further.join(', ')} }`]),
  ]
  return {
    kind: 'manyToMany',
    names,
    target,
    options: `{\n${options.map((line) => `    ${line},\n`).join('')}  }`,
    through: table,
  }
}

/** The words of a foreign key without those of the key it refers to: `author_id` → `author`. */
function baseWords(column: string, references: Reference): readonly string[] {
  const words = splitWords(column)
  const suffix = [['id'], splitWords(references.column)].find(
    (each) => words.slice(-each.length).join() === each.join(),
  )
  return suffix === undefined ? words : words.slice(0, -suffix.length)
}

function pluralWords(words: readonly string[]): readonly string[] {
  const singular = toSingularWords(words)
  return [...singular.slice(0, -1), toPlural(singular.at(-1) ?? '')]
}

/** Joins words in the style of a name from the database: `mediaType` beside `MediaTypeId`. */
function memberName(words: readonly string[], like: string): string {
  return /[A-Z]/.test(like) ? toCamel(words) : words.join('_')
}
