import {
  AliasNode,
  ColumnNode,
  DeleteQueryNode,
  IdentifierNode,
  InsertQueryNode,
  type OperationNode,
  ParensNode,
  ReferenceNode,
  SelectAllNode,
  type SelectionNode,
  SelectQueryNode,
  TableNode,
  UpdateQueryNode,
} from 'kysely'
import type { TableColumn } from '../../columns/table.ts'

/** The columns of a table or of a result, by their names there. */
export type NamedColumns = ReadonlyMap<string, TableColumn>

/** Tables, subqueries and common table expressions, by their names in a query. */
export type Scope = ReadonlyMap<string, NamedColumns>

/** The model columns that a query returns unchanged, by their names in the result. */
export function columnsOfResult(node: OperationNode, outer: Scope): NamedColumns {
  const scope = scopeOf(node, tablesIn(node, outer))
  return new Map(selectionsOf(node).flatMap(({ selection }) => columnsOf(selection, scope)))
}

/** The tables that a query can name: those of the outer scope, and its own common table expressions. */
export function tablesIn(node: OperationNode, outer: Scope): Scope {
  const tables = new Map(outer)
  for (const { name, expression } of withNode(node)?.expressions ?? []) {
    const columns = name.columns === undefined ? columnsOfResult(expression, tables) : NO_COLUMNS
    tables.set(name.table.table.identifier.name, columns)
  }
  return tables
}

/** The tables that a query reads and writes, by their names or aliases in the query. */
export function scopeOf(node: OperationNode, tables: Scope): Scope {
  return new Map(sourcesOf(node).flatMap((source) => namedColumns(source, tables)))
}

/** The model column that a reference in a query means; `undefined` for any other reference. */
export function columnOf(node: OperationNode, scope: Scope): TableColumn | undefined {
  if (ColumnNode.is(node)) return findColumn([...scope.values()], node)
  if (!ReferenceNode.is(node) || !ColumnNode.is(node.column)) return undefined
  return findColumn(sourcesNamed(node, scope), node.column)
}

const NO_COLUMNS: NamedColumns = new Map()

function withNode(node: OperationNode) {
  const isQuery =
    SelectQueryNode.is(node) ||
    InsertQueryNode.is(node) ||
    UpdateQueryNode.is(node) ||
    DeleteQueryNode.is(node)
  return isQuery ? node.with : undefined
}

function sourcesOf(node: OperationNode): readonly OperationNode[] {
  if (InsertQueryNode.is(node)) return node.into === undefined ? [] : [node.into]
  if (SelectQueryNode.is(node) || UpdateQueryNode.is(node) || DeleteQueryNode.is(node)) {
    const changed = UpdateQueryNode.is(node) && node.table !== undefined ? [node.table] : []
    const joined = node.joins?.map(({ table }) => table) ?? []
    return [...changed, ...(node.from?.froms ?? []), ...joined]
  }
  return []
}

function namedColumns(source: OperationNode, tables: Scope): readonly [string, NamedColumns][] {
  const alias =
    AliasNode.is(source) && IdentifierNode.is(source.alias) ? source.alias.name : undefined
  const named = AliasNode.is(source) ? source.node : source
  if (TableNode.is(named)) {
    const { name } = named.table.identifier
    const columns = tables.get(name)
    return columns === undefined ? [] : [[alias ?? name, columns]]
  }
  return alias === undefined ? [] : [[alias, columnsOfResult(unwrap(named), tables)]]
}

function selectionsOf(node: OperationNode): readonly SelectionNode[] {
  if (SelectQueryNode.is(node)) return node.selections ?? []
  if (InsertQueryNode.is(node) || UpdateQueryNode.is(node) || DeleteQueryNode.is(node)) {
    return node.returning?.selections ?? []
  }
  return []
}

function columnsOf(selection: OperationNode, scope: Scope): readonly [string, TableColumn][] {
  if (AliasNode.is(selection)) {
    const column = columnOf(selection.node, scope)
    const { alias } = selection
    return column !== undefined && IdentifierNode.is(alias) ? [[alias.name, column]] : []
  }
  if (SelectAllNode.is(selection)) return [...scope.values()].flatMap((columns) => [...columns])
  if (!ReferenceNode.is(selection)) return []
  if (!ColumnNode.is(selection.column)) {
    return sourcesNamed(selection, scope).flatMap((columns) => [...columns])
  }
  const column = columnOf(selection, scope)
  return column === undefined ? [] : [[selection.column.column.name, column]]
}

function sourcesNamed({ table }: ReferenceNode, scope: Scope): readonly NamedColumns[] {
  if (table === undefined) return [...scope.values()]
  const named = scope.get(table.table.identifier.name)
  return named === undefined ? [] : [named]
}

function findColumn(
  sources: readonly NamedColumns[],
  { column: { name } }: ColumnNode,
): TableColumn | undefined {
  return sources.find((columns) => columns.has(name))?.get(name)
}

function unwrap(node: OperationNode): OperationNode {
  return ParensNode.is(node) ? node.node : node
}
