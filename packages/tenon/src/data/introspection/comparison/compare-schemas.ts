import { mapValues } from '../../../base/support/values/map-values.ts'
import type { ColumnDefinition } from '../../columns/column.ts'
import { DELETED_AT } from '../../columns/table.ts'
import type { Dialect } from '../../database/database.ts'
import { adapters } from '../../database/dialects/adapters.ts'
import { columnText } from '../../columns/written/column-text.ts'
import { operationText } from '../../migrations/difference/migration-text.ts'
import type { Schema } from '../../migrations/difference/schema.ts'
import { findDifference } from '../../migrations/difference/schema-difference.ts'
import type { AlterColumn, CreateIndex, Operation } from '../../migrations/operation.ts'
import type { Remark } from '../catalog-table.ts'
import { compareIndexes } from './compare-indexes.ts'
import type { LiveSchema } from '../live-schema.ts'
import { isSameSql } from '../../columns/written/sql-text.ts'
import { primaryKeyOf, toStoredForm } from './stored-form.ts'

/** The schema that models and migrations describe. */
export interface DeclaredSchema {
  readonly schema: Schema
  /** The indexes that migrations create in addition to those of columns. */
  readonly indexes: readonly CreateIndex[]
}

/** Lists the differences between a database and the declared schema, each with advice. */
export async function compareSchemas(
  declared: DeclaredSchema,
  found: LiveSchema,
  dialect: Dialect,
): Promise<Remark[]> {
  const { schema: plain, indexes } = withOwnIndexes(declared)
  const wanted = withPlainIndexes({ schema: plain, indexes })
  const live = withFoldedColumns(found, wanted)
  const before = toStoredForm(live.schema, dialect)
  const operations = await findDifference(before, toStoredForm(wanted, dialect), isNew)
  const sides = { declared: wanted, live: live.schema }
  return [
    ...operations.flatMap((operation) => describe(operation, sides)),
    ...comparePrimaryKeys(sides),
    ...compareIndexes(indexes, live, { wanted, dialect }),
  ]
}

/** Lists defaults and generated columns whose SQL looks different. Only a person can tell whether it is. */
export function compareComputed(
  declared: Schema,
  { schema }: LiveSchema,
  dialect: Dialect,
): Remark[] {
  return [...declared].flatMap(([table, { columns }]) =>
    Object.entries(columns).flatMap(([column, { computed }]) => {
      const one = computed?.sql[dialect]
      const other = schema.get(table)?.columns[column]?.computed?.sql[dialect]
      if (one === undefined || other === undefined || isSameSql(one, other)) return []
      return [
        { place: `${table}.${column}`, text: `computes ${other} here, and is declared as ${one}.` },
      ]
    }),
  )
}

const isNew = async (): Promise<undefined> => undefined

interface Sides {
  readonly declared: Schema
  readonly live: Schema
}

/** Turns `unique` within another column into an index on both columns, because a database stores it as one. */
function withOwnIndexes({ schema, indexes }: DeclaredSchema): DeclaredSchema {
  const added: CreateIndex[] = []
  const changed = [...schema].map(([name, table]) => {
    const columns = mapValues(table.columns, (definition, column) => {
      if (!definition.uniqueWithin) return definition
      added.push(indexWithin(name, column, definition))
      return { ...definition, unique: false }
    })
    return [name, { ...table, columns }] as const
  })
  return { schema: new Map(changed), indexes: [...indexes, ...added] }
}

function indexWithin(table: string, column: string, definition: ColumnDefinition): CreateIndex {
  const { caseInsensitive, ignoreDeleted, uniqueWithin } = definition
  const within = uniqueWithin ? [uniqueWithin] : []
  const fold = (dialect: Dialect): string => adapters[dialect].foldCase(`"${column}"`)
  return {
    kind: 'createIndex',
    table,
    columns: caseInsensitive ? within : [...within, column],
    unique: true,
    name: undefined,
    expressions: caseInsensitive ? [{ sqlite: fold('sqlite'), postgres: fold('postgres') }] : [],
    where: ignoreDeleted ? `"${DELETED_AT}" is null` : undefined,
    concurrently: false,
  }
}

/** Treats a migration's index on one column as the index of that column. */
function withPlainIndexes({ schema, indexes }: DeclaredSchema): Schema {
  const changed = new Map(schema)
  for (const { table: name, columns, unique, expressions, where } of indexes) {
    const [column = '', second] = columns
    const table = changed.get(name)
    const definition = table?.columns[column]
    const isPlain = second === undefined && expressions.length === 0 && where === undefined
    if (table === undefined || definition === undefined || !isPlain) continue
    const after = { ...definition, ...(unique ? { unique } : { index: true }) }
    changed.set(name, { ...table, columns: { ...table.columns, [column]: after } })
  }
  return changed
}

/** Treats a column as unique ignoring case if it is declared so and another program's index keeps it unique. */
function withFoldedColumns(live: LiveSchema, wanted: Schema): LiveSchema {
  const schema = new Map(live.schema)
  const counted = new Set<CreateIndex | undefined>()
  for (const [name, folded] of live.folded) {
    for (const { column, ignoreDeleted, index } of folded) {
      const declared = wanted.get(name)?.columns[column]
      const table = schema.get(name)
      const definition = table?.columns[column]
      if (declared?.unique !== true || table === undefined || definition === undefined) continue
      if (!declared.caseInsensitive || declared.ignoreDeleted !== ignoreDeleted) continue
      const after = { ...definition, unique: true, caseInsensitive: true, ignoreDeleted }
      schema.set(name, { ...table, columns: { ...table.columns, [column]: after } })
      counted.add(index)
    }
  }
  return { ...live, schema, indexes: live.indexes.filter((index) => !counted.has(index)) }
}

function describe(operation: Operation, sides: Sides): Remark[] {
  // Other operations do not occur: foreign keys that close a cycle belong to tables that are missing as a whole.
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check
  switch (operation.kind) {
    case 'createTable': {
      const { table } = operation
      const text = `is missing. Run migrate if its migration is pending; otherwise create it with createTable(), or remove its model.`
      return [{ place: table, text }]
    }
    case 'dropTable': {
      const text = `is not declared. Write a model for it with "tenon db:pull", or drop it with dropTable('${operation.table}').`
      return [{ place: operation.table, text }]
    }
    case 'addColumn': {
      const definition = definitionOf(sides.declared, operation)
      const call = operationText({ ...operation, definition: definition ?? operation.definition })
      const text = `is missing. Run migrate if its migration is pending; otherwise add it with ${call}, or remove it from the model.`
      return [{ place: placeOf(operation), text }]
    }
    case 'dropColumn': {
      const definition = definitionOf(sides.live, operation)
      const column = definition === undefined ? '' : columnText(definition)
      const text = `is not declared. Add "${operation.column}: ${column}" to the model, or drop it with ${operationText({ ...operation, definition })}.`
      return [{ place: placeOf(operation), text }]
    }
    case 'alterColumn':
      return describeChanges(operation, sides)
    default:
      return []
  }
}

/** Lists one difference for each property, and at the end one operation that resolves all of them. */
function describeChanges(operation: AlterColumn, sides: Sides): Remark[] {
  const from = definitionOf(sides.live, operation) ?? operation.from
  const to = definitionOf(sides.declared, operation) ?? operation.to
  const call = operationText({ ...operation, from: asPlain(from), to: asPlain(to) }).replaceAll(
    /\s+/g,
    ' ',
  )
  const changes = properties.flatMap(([name, read]) => {
    const [live, declared] = [read(operation.from), read(operation.to)]
    return live === declared ? [] : [`${name} is ${live} here, and ${declared} as declared`]
  })
  return changes.map((change, i) => {
    const isLast = i === changes.length - 1
    const advice = ` Change the model to ${columnText(from)}, or the database with ${call}.`
    return { place: placeOf(operation), text: `${change}.${isLast ? advice : ''}` }
  })
}

/** Leaves out the primary key, because an operation cannot alter it. */
function asPlain(definition: ColumnDefinition): ColumnDefinition {
  return definition.primaryKey
    ? { ...definition, primaryKey: false, autoIncrement: false }
    : definition
}

const properties: readonly (readonly [string, (definition: ColumnDefinition) => string])[] = [
  ['its type', typeName],
  ['its list of values', ({ values }) => (values === undefined ? 'none' : values.join(', '))],
  ['null', ({ nullable }) => (nullable ? 'allowed' : 'not allowed')],
  [
    'its default',
    (definition) =>
      definition.default === undefined ? 'none' : JSON.stringify(definition.default),
  ],
  ['its computed value', ({ computed }) => (computed === undefined ? 'none' : computed.kind)],
  ['its unique index', uniqueness],
  ['its index', ({ index }) => (index ? 'there' : 'missing')],
  ['its foreign key', foreignKey],
]

function typeName({ type, item, digits }: ColumnDefinition): string {
  if (item !== undefined) return `${type} of ${typeName(item)}`
  return digits ? `${type}(${digits.precision}, ${digits.scale})` : type
}

function uniqueness({ unique, caseInsensitive, ignoreDeleted }: ColumnDefinition): string {
  if (!unique) return 'missing'
  const options = [
    ...(caseInsensitive ? ['caseInsensitive'] : []),
    ...(ignoreDeleted ? ['ignoreDeleted'] : []),
  ]
  return options.length === 0 ? 'there' : `there with ${options.join(' and ')}`
}

function foreignKey({ references }: ColumnDefinition): string {
  if (references === undefined) return 'missing'
  const { table, column, onDelete, onUpdate } = references
  return `${table}.${column} (on delete ${onDelete}, on update ${onUpdate})`
}

function comparePrimaryKeys({ declared, live }: Sides): Remark[] {
  return [...declared].flatMap(([name, table]) => {
    const found = live.get(name)
    if (found === undefined) return []
    const [here, wanted] = [primaryKeyOf(found), primaryKeyOf(table)]
    if (here.join() === wanted.join()) return []
    const text = `has the primary key (${here.join(', ')}) here, and (${wanted.join(', ')}) as declared. A migration cannot change it: create a new table and copy the rows with execute().`
    return [{ place: name, text }]
  })
}

function definitionOf(
  schema: Schema,
  { table, column }: { readonly table: string; readonly column: string },
): ColumnDefinition | undefined {
  return schema.get(table)?.columns[column]
}

function placeOf({ table, column }: { readonly table: string; readonly column: string }): string {
  return `${table}.${column}`
}
