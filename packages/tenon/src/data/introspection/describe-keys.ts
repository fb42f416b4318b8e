import { rulesOf } from '../columns/column-type.ts'
import type { ColumnDefinition, ReferentialAction } from '../columns/column.ts'
import type { ColumnDefinitions } from '../migrations/operation.ts'
import type { CatalogForeignKey, CatalogTable, Remark } from './catalog-table.ts'
import { computedHere, onlyHere } from './describe-column.ts'

export interface DescribedKeys {
  readonly definitions: ColumnDefinitions
  /** A key that no column can declare: of several columns, or of another kind. */
  readonly primaryKey: readonly string[] | undefined
  readonly remarks: readonly Remark[]
}

/** Marks the primary key and the foreign keys of the columns. */
export function describeKeys(
  table: CatalogTable,
  declared: ReadonlyMap<string, ColumnDefinition>,
): DescribedKeys {
  const { primaryKey: names } = table
  const [first = ''] = names
  const isComplete = names.every((name) => declared.has(name))
  const key = names.length === 1 ? declared.get(first) : undefined
  const isOfModel = key !== undefined && canBeKey(key)
  const definitions = [...declared].map(([name, definition]) => {
    if (isOfModel && name === first) return [name, asKey(definition)] as const
    const required = names.includes(name) ? { ...definition, nullable: false } : definition
    return [
      name,
      isNumbered(table, name) ? { ...required, computed: computedHere } : required,
    ] as const
  })
  const { columns, remarks } = withReferences(table, Object.fromEntries(definitions))
  return {
    definitions: columns,
    primaryKey: names.length > 0 && isComplete && !isOfModel ? names : undefined,
    remarks: [
      ...(isComplete
        ? []
        : [{ place: `the primary key of ${table.name}`, text: 'is left out with its column.' }]),
      ...numberingRemarks(table, columns),
      ...remarks,
    ],
  }
}

/** The kinds that `c.id()`, `c.bigId()`, `c.uuidId()` and `c.stringId()` declare. */
function canBeKey(definition: ColumnDefinition): boolean {
  const { values, computed } = definition
  const isKind = rulesOf(definition).keyKind !== undefined
  return isKind && values === undefined && computed?.kind !== 'generated'
}

function asKey(definition: ColumnDefinition): ColumnDefinition {
  const autoIncrement = rulesOf(definition).range !== undefined
  const computed = autoIncrement ? undefined : definition.computed
  return {
    ...definition,
    primaryKey: true,
    autoIncrement,
    nullable: false,
    default: undefined,
    computed,
  }
}

function isNumbered({ columns }: CatalogTable, name: string): boolean {
  return columns.some((column) => column.name === name && column.isNumbered)
}

/** Only keys are numbered in migrations, and always if they are whole numbers. */
function numberingRemarks(table: CatalogTable, columns: ColumnDefinitions): Remark[] {
  return Object.entries(columns).flatMap(([name, { autoIncrement }]) => {
    const place = `${table.name}.${name}`
    if (autoIncrement === isNumbered(table, name)) return []
    const text = autoIncrement
      ? 'is not numbered by this database, so create() fails without a value for it. Set one, or let the database number it: INTEGER PRIMARY KEY on SQLite, an identity column on PostgreSQL.'
      : `is numbered by a sequence ${onlyHere}`
    return [{ place, text }]
  })
}

interface Referring {
  readonly columns: ColumnDefinitions
  readonly remarks: readonly Remark[]
}

function withReferences(
  { name, foreignKeys }: CatalogTable,
  columns: ColumnDefinitions,
): Referring {
  const referring: Record<string, ColumnDefinition> = { ...columns }
  const remarks: Remark[] = []
  for (const key of foreignKeys) {
    const [column = ''] = key.columns
    const before = referring[column]
    const texts = before === undefined ? [withoutColumn] : problemsOf(key, before)
    const place = `the foreign key of ${name} (${key.columns.join(', ')}) to ${key.table}`
    remarks.push(...texts.map((text) => ({ place, text })))
    if (before !== undefined && canBeDeclared(key, before)) {
      referring[column] = { ...before, references: toReference(key) }
    }
  }
  return { columns: referring, remarks }
}

const withoutColumn = 'is left out with its column.'

function canBeDeclared(
  { columns, isElsewhere }: CatalogForeignKey,
  column: ColumnDefinition,
): boolean {
  return columns.length === 1 && !isElsewhere && column.references === undefined
}

function problemsOf(key: CatalogForeignKey, { references }: ColumnDefinition): string[] {
  if (key.columns.length > 1) return ['is left out: it has several columns.']
  if (key.isElsewhere) return ['is left out: the table is in another schema.']
  if (references !== undefined) return ['is left out: its column has another foreign key.']
  const setsDefault = key.onDelete === 'set default' || key.onUpdate === 'set default'
  return [
    ...(key.isDeferrable
      ? ['is deferrable here, and not in a database that migrations create.']
      : []),
    ...(setsDefault
      ? ['sets the default here, and does nothing in a database that migrations create.']
      : []),
  ]
}

function toReference(key: CatalogForeignKey): NonNullable<ColumnDefinition['references']> {
  const [column = ''] = key.targetColumns
  const { table, onDelete, onUpdate } = key
  return { table, column, onDelete: toAction(onDelete), onUpdate: toAction(onUpdate) }
}

function toAction(action: CatalogForeignKey['onDelete']): ReferentialAction {
  return action === 'set default' ? 'no action' : action
}
