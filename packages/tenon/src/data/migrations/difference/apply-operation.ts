import { mapValues } from '../../../base/support/values/map-values.ts'
import type { ColumnDefinition, ComputedValue, Reference } from '../../columns/column.ts'
import { hasSameColumns } from '../../columns/search/searched.ts'
import { namesIn } from '../../columns/written/sql-text.ts'
import { unreachable } from '../../../base/support/unreachable.ts'
import type {
  CreateIndex,
  DropIndex,
  MirrorChange,
  Operation,
  OwnerPolicyChange,
  RenameColumn,
  SearchChange,
} from '../operation.ts'
import { type Schema, storedPart } from './schema.ts'

/** Returns the schema after an operation. Ignores `execute` with SQL of the application, whose effects are unknown. */
export function applyOperation(schema: Schema, operation: Operation): Schema {
  switch (operation.kind) {
    case 'createTable': {
      const columns = mapValues(operation.columns, storedPart)
      const table = { columns, primaryKey: operation.primaryKey, hasModel: false }
      return new Map([...schema, [operation.table, table]])
    }
    case 'dropTable':
      return new Map([...schema].filter(([name]) => name !== operation.table))
    case 'renameTable':
      return renameTable(schema, operation.from, operation.to)
    case 'addColumn':
      return changeColumn(schema, operation, () => operation.definition)
    case 'alterColumn':
      return changeColumn(schema, operation, () => operation.to)
    case 'renameColumn':
      return renameColumn(schema, operation)
    case 'dropColumn':
      return changeColumn(schema, operation, () => undefined)
    case 'createIndex':
    case 'dropIndex':
      return changeIndex(schema, operation)
    case 'addForeignKey':
      return changeColumn(
        schema,
        operation,
        (before) => before && { ...before, references: operation.references },
      )
    case 'dropForeignKey':
      return changeColumn(
        schema,
        operation,
        (before) => before && { ...before, references: undefined },
      )
    case 'execute':
      if (operation.policy) return changePolicy(schema, operation.policy)
      if (operation.mirror) return changeMirror(schema, operation.mirror)
      return operation.search ? changeSearch(schema, operation.search) : schema
    default:
      return unreachable(operation)
  }
}

/** Changes, adds or drops a column. Ignores unknown tables, which `execute` has created. */
function changeColumn(
  schema: Schema,
  { table: name, column }: { readonly table: string; readonly column: string },
  change: (before: ColumnDefinition | undefined) => ColumnDefinition | undefined,
): Schema {
  const table = schema.get(name)
  if (!table) return schema

  const after = change(table.columns[column])
  const { [column]: _, ...others } = table.columns
  const columns = after ? { ...table.columns, [column]: storedPart(after) } : others
  return new Map([...schema, [name, { ...table, columns }]])
}

function changeSearch(schema: Schema, change: SearchChange): Schema {
  const { call, table: name, columns, language } = change
  const table = schema.get(name)
  if (!table) return schema

  const others = (table.searches ?? []).filter((each) => !hasSameColumns(each, change))
  const searches = call === 'createSearchIndex' ? [...others, { columns, language }] : others
  return new Map([...schema, [name, { ...table, searches }]])
}

function changePolicy(schema: Schema, { call, table: name, policy }: OwnerPolicyChange): Schema {
  const table = schema.get(name)
  if (!table) return schema
  const after = { ...table, policy: call === 'createOwnerPolicy' ? policy : undefined }
  return new Map([...schema, [name, after]])
}

function changeMirror(schema: Schema, { call, table: name, mirror }: MirrorChange): Schema {
  const table = schema.get(name)
  if (!table || call === 'fillMirror') return schema

  const others = (table.mirrors ?? []).filter(({ from }) => from !== mirror.from)
  const mirrors = call === 'createMirror' ? [...others, mirror] : others
  return new Map([...schema, [name, { ...table, mirrors }]])
}

/**
 * Adds or drops the index of a column. Ignores indexes on several columns or with a name: models cannot declare them.
 */
function changeIndex(schema: Schema, operation: CreateIndex | DropIndex): Schema {
  const { kind, table, columns, unique, name } = operation
  const [column, second] = columns
  if (column === undefined || second !== undefined || name !== undefined) return schema

  const change = { [unique ? 'unique' : 'index']: kind === 'createIndex' }
  return changeColumn(schema, { table, column }, (before) => before && { ...before, ...change })
}

function renameTable(schema: Schema, from: string, to: string): Schema {
  const move = (name: string): string => (name === from ? to : name)
  const moved = [...schema].map(([name, table]) => [move(name), table] as const)
  // Policies stay as they are: they name tables, so the difference creates them again.
  return mapReferences(new Map(moved), (key) => ({ ...key, table: move(key.table) }))
}

function renameColumn(schema: Schema, { table: name, from, to }: RenameColumn): Schema {
  const table = schema.get(name)
  if (!table) return schema

  const move = (column: string): string => (column === from ? to : column)
  const columns = Object.entries(table.columns).map(([key, value]) => [move(key), value] as const)
  const moved = {
    ...table,
    columns: mapValues(Object.fromEntries(columns), (definition) => ({
      ...definition,
      uniqueWithin: definition.uniqueWithin && move(definition.uniqueWithin),
      computed: definition.computed && renameIn(definition.computed, from, to),
    })),
    primaryKey: table.primaryKey?.map(move),
    policy: table.policy && { ...table.policy, column: move(table.policy.column) },
  }
  return mapReferences(new Map([...schema, [name, moved]]), (key) =>
    key.table === name ? { ...key, column: move(key.column) } : key,
  )
}

/** Renames a column in the SQL that computes another column, as the database does. */
function renameIn({ kind, sql }: ComputedValue, from: string, to: string): ComputedValue {
  const renamed = (text: string): string =>
    namesIn(text)
      .filter(({ name, isQuoted }) => (isQuoted ? name : name.toLowerCase()) === from)
      .reduceRight(
        (left, { isQuoted, start, end }) =>
          left.slice(0, start) + (isQuoted ? `"${to}"` : to) + left.slice(end),
        text,
      )
  return { kind, sql: { sqlite: renamed(sql.sqlite), postgres: renamed(sql.postgres) } }
}

/** Updates references to a renamed table or column, as the database does. */
function mapReferences(schema: Schema, move: (reference: Reference) => Reference): Schema {
  return new Map(
    [...schema].map(([name, table]) => {
      const columns = mapValues(table.columns, (definition) => ({
        ...definition,
        references: definition.references && move(definition.references),
      }))
      return [name, { ...table, columns }]
    }),
  )
}
